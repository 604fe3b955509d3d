package merge

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// Equal reports whether two values are one value: kinds, types, tags and values agree.
// Style, quotes, comments and the order of map fields do not count, the order of lists
// does; aliases and merge keys are looked through. nil is an absent value, equal only
// to nil, so it differs from null. The cost is linear in the smaller value.
//
// rule: values/*
func Equal(a, b *yaml.Node) bool {
	a, b = target(a), target(b)
	if a == b {
		return true
	}
	if shapeOf(a) != shapeOf(b) || a == nil {
		return false
	}
	switch a.Kind {
	case yaml.ScalarNode:
		return equalScalars(a, b)
	case yaml.SequenceNode:
		if len(a.Content) != len(b.Content) {
			return false
		}
		for i := range a.Content {
			if !Equal(a.Content[i], b.Content[i]) {
				return false
			}
		}
		return true
	case yaml.MappingNode:
		return equalMaps(a, b, nil)
	}
	return false
}

// equalMaps compares two maps, without the fields named in but.
func equalMaps(a, b *yaml.Node, but []Key) bool {
	fa, fb := fieldsOf(a), fieldsOf(b)
	if but == nil && fa.len() != fb.len() {
		return false
	}
	same := 0
	for i := range fa.len() {
		if isKey(but, fa.key(i)) {
			continue
		}
		j := fb.find(&fa, i)
		if j < 0 || !Equal(fa.value(i), fb.value(j)) {
			return false
		}
		same++
	}
	for j := range fb.len() {
		if !isKey(but, fb.key(j)) {
			same--
		}
	}
	return same == 0
}

// isKey reports whether a field is a key whose whole value identifies.
func isKey(keys []Key, field *yaml.Node) bool {
	for _, k := range keys {
		if k.Else == nil && !k.Image && field.Value == k.Field && field.Kind == yaml.ScalarNode {
			return true
		}
	}
	return false
}

// target is node.Target: what an alias or a document stands for.
func target(n *yaml.Node) *yaml.Node { return node.Target(n) }

// field is node.Field: the value of a map's field, nil if there is none.
func field(n *yaml.Node, name string) *yaml.Node { return node.Field(n, name) }

// isNull is node.IsNull: it reports whether n is a null.
func isNull(n *yaml.Node) bool { return node.IsNull(n) }

// valueID is equal for equal values and differs for others.
func valueID(n *yaml.Node) string {
	n = target(n)
	if n == nil {
		return ""
	}
	if n.Kind == yaml.ScalarNode {
		return scalarID(n)
	}
	var b strings.Builder
	writeID(&b, n)
	return b.String()
}

func writeID(b *strings.Builder, n *yaml.Node) {
	n = target(n)
	switch {
	case n == nil:
	case n.Kind == yaml.SequenceNode:
		b.WriteString("\x00" + tagOf(n) + "[")
		for _, e := range n.Content {
			writeID(b, e)
			b.WriteByte(0)
		}
		b.WriteString("\x00]")
	case n.Kind == yaml.MappingNode:
		f := fieldsOf(n)
		fields := make([]string, f.len())
		for i := range fields {
			var field strings.Builder
			field.WriteString("\x00\"" + keyID(f.key(i)))
			field.WriteString("\x00:")
			writeID(&field, f.value(i))
			fields[i] = field.String()
		}
		slices.Sort(fields)
		b.WriteString("\x00" + tagOf(n) + "{" + strings.Join(fields, "\x00,") + "\x00}")
	default:
		b.WriteString("\x00\"" + scalarID(n))
	}
}
