package merge

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Path leads from the root of a document to one place in it, or with the wildcards of
// ParsePattern to some.
type Path []Step

// Step is one step of a Path: into a field of a map, or to an element of a
// list by its key, by its value or by its position.
type Step struct {
	kind  stepKind
	field string
	key   []KeyValue
	index int
	// any: it is any field (stepField) or any element (stepKeyed).
	any bool
}

type stepKind uint8

const (
	stepField stepKind = iota
	stepKeyed
	stepMember
	stepIndex
)

// KeyValue is a key field of a list element and its value as text.
type KeyValue struct{ Field, Value string }

// Field is the step into the map's field of that name.
func Field(name string) Step { return Step{kind: stepField, field: name} }

// Keyed is the step to the list element with that key.
func Keyed(key ...KeyValue) Step { return Step{kind: stepKeyed, key: key} }

// Member is the step to the member of a set list with that value.
func Member(value string) Step { return Step{kind: stepMember, field: value} }

// Index is the step to the list element at that position, from 0.
func Index(i int) Step { return Step{kind: stepIndex, index: i} }

// Name is the name of the field that the step leads to, "" for an element of a list.
func (s Step) Name() string {
	if s.kind == stepField {
		return s.field
	}
	return ""
}

// Key has what identifies the element of a list that the step leads to by its key, nil for any
// other step.
func (s Step) Key() []KeyValue { return s.key }

// Counts reports whether the step leads to the element of a list by its position.
func (s Step) Counts() bool { return s.kind == stepIndex }

// String spells the path: spec.template.spec.containers[name=nginx].image,
// ports[port=53,protocol=UDP], data["app.yaml"], args[2], finalizers[="a.b/c"].
// Each place has one spelling.
func (p Path) String() string {
	var b strings.Builder
	for _, s := range p {
		s.appendTo(&b)
	}
	return b.String()
}

// appendTo spells the step behind those before it.
func (s Step) appendTo(b *strings.Builder) {
	switch {
	case s.any && s.kind == stepKeyed:
		b.WriteString("[*]")
		return
	case s.any:
		s.field = "*"
	}
	switch s.kind {
	case stepField:
		if !plain(s.field) && !s.any {
			b.WriteString("[" + strconv.Quote(s.field) + "]")
			return
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.field)
	case stepKeyed:
		b.WriteByte('[')
		for i, kv := range s.key {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(kv.Field + "=" + keyText(kv.Value))
		}
		b.WriteByte(']')
	case stepMember:
		b.WriteString("[=" + keyText(s.field) + "]")
	case stepIndex:
		b.WriteString("[" + strconv.Itoa(s.index) + "]")
	}
}

// Without is the path with the values that identify elements left out of its
// steps from that one on: users[name=…].
func (p Path) Without(from int) Path {
	masked := append(Path(nil), p...)
	for i := max(from, 0); i < len(masked); i++ {
		switch s := &masked[i]; s.kind {
		case stepMember:
			s.field = "…"
		case stepKeyed:
			key := make([]KeyValue, len(s.key))
			for j := range key {
				key[j] = KeyValue{s.key[j].Field, "…"}
			}
			s.key = key
		case stepField, stepIndex:
		}
	}
	return masked
}

// Fields are the names of the fields that the path begins with, up to its first
// step into a list.
func (p Path) Fields() []string {
	var names []string
	for _, s := range p {
		if s.kind != stepField {
			break
		}
		names = append(names, s.field)
	}
	return names
}

// plain reports whether a field name needs no brackets. A slash is plain in directives only,
// such as $setElementOrder/ports: other names that have one mostly have dots too.
func plain(name string) bool {
	directive := strings.HasPrefix(name, "$")
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-', c == '$', c == '/' && directive:
		default:
			return false
		}
	}
	return name != ""
}

// keyText quotes a key value that would not read back inside brackets.
func keyText(v string) string {
	if quoted := strconv.Quote(v); v == "" || strings.ContainsAny(v, "[],= ") || len(quoted) > len(v)+len(`""`) {
		return quoted
	}
	return v
}

// Spot is a place of one version. Its value is nil where the version has none.
type Spot struct {
	// Key is the field's name, nil for an element of a list.
	Key, Value *yaml.Node
}

// Line is where the place begins in its text, 0 if that is not known.
func (s Spot) Line() int {
	switch {
	case s.Key != nil && s.Value != nil && s.Key.Line > 0:
		return s.Key.Line
	case s.Value != nil:
		return s.Value.Line
	}
	return 0
}
