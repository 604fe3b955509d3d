package merge

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// place is a step to a place.
type place struct {
	// spelled is the step as a path has it, nil before somebody asks for that.
	spelled *Step
	// key is a field's name.
	key *yaml.Node
	// element is an element of a keyed list, identified by keys; a member of a
	// set list without keys.
	element *yaml.Node
	keys    []Key
	// index is the position of an element in any other list.
	index int
}

// pathOf spells the places the walker went through, each once.
func pathOf(at []place) Path {
	p := make(Path, len(at))
	for i := range at {
		if at[i].spelled == nil {
			step := at[i].step()
			at[i].spelled = &step
		}
		p[i] = *at[i].spelled
	}
	return p
}

// hasKey reports whether an element has fields of those values; one of the keys that
// it lacks has its default, and of an image the name is enough.
func hasKey(p place, key []KeyValue) bool {
	e := target(p.element)
	for _, kv := range key {
		k := Key{Field: kv.Field}
		for i := range p.keys {
			if own := p.keys[i].of(kv.Field); own != nil {
				k.Default, k.Image = own.Default, own.Image
			}
		}
		_, v := keyOf(e, k)
		if v != nil && v.Value != kv.Value && k.Image {
			v = target(field(e, k.Field))
		}
		if v == nil || v.Value != kv.Value {
			return false
		}
	}
	return true
}

// matches reports whether a step of the walk is one the pattern names.
func (s Step) matches(p place) bool {
	switch {
	case p.key != nil:
		return s.kind == stepField && (s.any || s.field == nameOf(p.key))
	case p.element != nil && p.keys != nil:
		return s.kind == stepKeyed && (s.any || hasKey(p, s.key))
	case p.element != nil:
		return s.kind == stepKeyed && s.any || s.kind == stepMember && s.field == nameOf(p.element)
	}
	return s.kind == stepKeyed && s.any || s.kind == stepIndex && s.index == p.index
}

// elementID is the identity of a list element: its key values with their
// types, a missing or null one by its default.
func elementID(e *yaml.Node, keys []Key) (id, missing string) {
	for i, k := range keys {
		written, v := keyOf(e, k)
		if v == nil {
			return "", k.Field
		}
		value := scalarID(v)
		if written.Field != k.Field {
			value = written.Field + "\x00=" + value
		}
		if i > 0 {
			value = id + "\x00," + value
		}
		id = value
	}
	return id, ""
}

// keyOf is the key that identifies an element, of those that one stands for, and
// its value, nil if it has none.
func keyOf(e *yaml.Node, k Key) (Key, *yaml.Node) {
	v := target(field(e, k.Field))
	switch {
	case (v == nil || isNull(v)) && k.Else != nil:
		return keyOf(e, *k.Else)
	case v == nil || isNull(v):
		return k, k.Default
	case v.Kind != yaml.ScalarNode:
		return k, nil
	case k.Image:
		return k, node.String(splitImage(v.Value).name)
	}
	return k, v
}

// nameOf is the text of a scalar, or of a value used as a name.
func nameOf(n *yaml.Node) string {
	n = target(n)
	if n == nil {
		return ""
	}
	if n.Kind == yaml.ScalarNode {
		return n.Value
	}
	var parts []string
	for _, c := range n.Content {
		if c.Kind == yaml.AliasNode {
			// Not looked through: it may lead back here.
			parts = append(parts, "*"+c.Value)
			continue
		}
		parts = append(parts, nameOf(c))
	}
	return strings.Join(parts, " ")
}

// step spells a step to a place.
func (p *place) step() Step {
	switch {
	case p.key != nil:
		return Field(nameOf(p.key))
	case p.element != nil && p.keys != nil:
		var kvs []KeyValue
		for _, k := range p.keys {
			text := ""
			written, v := keyOf(target(p.element), k)
			if v != nil {
				text = v.Value
			}
			kvs = append(kvs, KeyValue{written.Field, text})
		}
		return Keyed(kvs...)
	case p.element != nil:
		return Member(nameOf(p.element))
	}
	return Index(p.index)
}

// in gives what the step may name in a value.
func (s Step) in(n *yaml.Node) (found []Spot) {
	if s.kind == stepField {
		f := fieldsOf(n)
		for i := range f.len() {
			if s.any || nameOf(f.key(i)) == s.field {
				found = append(found, Spot{f.key(i), f.value(i)})
			}
		}
		return found
	}
	elements := node.Elements(n)
	for i, e := range elements {
		if s.matches(place{index: i}) || s.matches(place{element: e}) || s.kind == stepKeyed && hasKey(place{element: e}, s.key) {
			found = append(found, Spot{Value: e})
		}
	}
	if found != nil || s.kind != stepKeyed {
		return found
	}
	return s.byWrittenKeys(elements)
}

// byWrittenKeys gives the elements that have what they write of the key: a path shows neither which field has its
// default, nor which is an image.
func (s Step) byWrittenKeys(elements []*yaml.Node) (found []Spot) {
	for _, e := range elements {
		written, keys := []KeyValue(nil), []Key(nil)
		for _, kv := range s.key {
			if field(target(e), kv.Field) != nil {
				written, keys = append(written, kv), append(keys, Key{Field: kv.Field, Image: true})
			}
		}
		if len(written) > 0 && hasKey(place{element: e, keys: keys}, written) {
			found = append(found, Spot{Value: e})
		}
	}
	return found
}
