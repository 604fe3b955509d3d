package schema

import (
	"go.yaml.in/yaml/v3"
)

// maxVisits bounds the maps looked at for one question, for inputs whose
// merge keys multiply.
const maxVisits = 10_000

// resolve looks through documents and aliases; nil if there is no end to them.
func resolve(n *yaml.Node) *yaml.Node {
	for range 100 {
		switch {
		case n == nil:
			return nil
		case n.Kind == yaml.AliasNode:
			n = n.Alias
		case n.Kind == yaml.DocumentNode:
			if len(n.Content) == 0 {
				return nil
			}
			n = n.Content[0]
		default:
			return n
		}
	}
	return nil
}

// valueAt is the value of the map's field of that name, also one that a merge key
// brings in; nil if n is not a map or has none.
func valueAt(n *yaml.Node, names ...string) *yaml.Node {
	for _, name := range names {
		var value *yaml.Node
		visits := maxVisits
		eachField(n, &visits, func(key string, v *yaml.Node) bool {
			if key == name {
				value = v
			}
			return value == nil
		})
		n = value
	}
	return resolve(n)
}

// eachField calls yield for the fields of a map, its own first, then those that merge
// keys bring in (some of them may repeat), until yield returns false. Then it returns
// false too.
func eachField(n *yaml.Node, visits *int, yield func(key string, value *yaml.Node) bool) bool {
	n = resolve(n)
	*visits--
	if n == nil || n.Kind != yaml.MappingNode || *visits < 0 {
		return true
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := resolve(n.Content[i])
		if key == nil || key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
			continue
		}
		if !yield(key.Value, n.Content[i+1]) {
			return false
		}
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Tag != "!!merge" {
			continue
		}
		from := resolve(n.Content[i+1])
		if from == nil {
			continue
		}
		sources := []*yaml.Node{from}
		if from.Kind == yaml.SequenceNode {
			sources = from.Content
		}
		for _, source := range sources {
			if *visits < 0 {
				return true
			}
			if !eachField(source, visits, yield) {
				return false
			}
		}
	}
	return true
}

// textAt is the text of a scalar field, "" if there is none.
func textAt(n *yaml.Node, names ...string) string {
	v := valueAt(n, names...)
	if v == nil || v.Kind != yaml.ScalarNode || v.Tag == "!!null" {
		return ""
	}
	return v.Value
}

// trueAt reports whether the field is true.
func trueAt(n *yaml.Node, name string) bool {
	v := valueAt(n, name)
	return v != nil && v.Kind == yaml.ScalarNode && v.Tag == "!!bool" && (v.Value == "true" || v.Value == "True" || v.Value == "TRUE")
}

// elemsAt are the elements of a list field.
func elemsAt(n *yaml.Node, names ...string) []*yaml.Node {
	v := valueAt(n, names...)
	if v == nil || v.Kind != yaml.SequenceNode {
		return nil
	}
	return v.Content
}

// textsAt are the scalars of a list field of scalars.
func textsAt(n *yaml.Node, name string) []string {
	var texts []string
	for _, e := range elemsAt(n, name) {
		if e = resolve(e); e != nil && e.Kind == yaml.ScalarNode {
			texts = append(texts, e.Value)
		}
	}
	return texts
}
