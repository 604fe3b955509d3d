// Package node reads and copies YAML nodes: aliases, fields and texts. In go nodes,
// out come parts of them or copies; no node is modified. It must not know what the
// nodes mean.
package node

import (
	"iter"
	"slices"

	"go.yaml.in/yaml/v3"
)

// Target looks through an alias, and through a document to its value. It is nil for
// a node that has none, and for an alias that means itself.
func Target(n *yaml.Node) *yaml.Node {
	for steps := 0; n != nil && steps < 100; steps++ {
		switch {
		case n.Kind == yaml.AliasNode:
			n = n.Alias
		case n.Kind == yaml.DocumentNode && len(n.Content) == 1:
			n = n.Content[0]
		case n.Kind == yaml.DocumentNode || n.Kind == 0:
			return nil
		default:
			return n
		}
	}
	return nil
}

// quoted are the styles of a scalar that is a text, whatever it says.
const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

// IsNull reports whether n is a null; an absent value (nil) is none.
func IsNull(n *yaml.Node) bool {
	switch {
	case n == nil || n.Kind != yaml.ScalarNode:
		return false
	case n.Tag == "" && n.Style&quoted == 0:
		return slices.Contains([]string{"", "~", "null", "Null", "NULL"}, n.Value)
	}
	return n.Tag == "!!null"
}

// IsMergeKey reports whether a field's key is the plain << of YAML 1.1.
func IsMergeKey(k *yaml.Node) bool {
	return k.Kind == yaml.ScalarNode && k.Value == "<<" && (k.Tag == "!!merge" || k.Tag == "" && k.Style&quoted == 0)
}

// Entry gives key and value of a map's own field, nil if it has none. It
// does not look through merge keys.
func Entry(n *yaml.Node, name string) (key, value *yaml.Node) {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil, nil
	}
	for key, value := range Pairs(n.Content) {
		if key.Value == name && key.Kind == yaml.ScalarNode && !IsMergeKey(key) {
			return key, value
		}
	}
	return nil, nil
}

// Field gives the value of a map's field, looking through merge keys, nil if
// there is none.
func Field(n *yaml.Node, name string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for key, value := range Fields(n) {
		if key.Value == name && key.Kind == yaml.ScalarNode {
			return value
		}
	}
	return nil
}

// deepest is how many merge keys are looked through, one in the other.
const deepest = 10

// Fields gives the fields of a map, its own first, then those that merge keys bring
// in, of which some may have been there before.
func Fields(n *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) { eachWithin(n, 0, yield) }
}

func eachWithin(n *yaml.Node, depth int, yield func(key, value *yaml.Node) bool) bool {
	if n = Target(n); n == nil || n.Kind != yaml.MappingNode || depth > deepest {
		return true
	}
	var merged []*yaml.Node
	for key, value := range Pairs(n.Content) {
		if IsMergeKey(key) {
			merged = append(merged, Merged(value)...)
		} else if !yield(key, value) {
			return false
		}
	}
	for _, m := range merged {
		if !eachWithin(m, depth+1, yield) {
			return false
		}
	}
	return true
}

// Merged are the maps that the value of a merge key names, mostly by aliases.
func Merged(value *yaml.Node) []*yaml.Node {
	if v := Target(value); v != nil && v.Kind == yaml.SequenceNode {
		return v.Content
	}
	return []*yaml.Node{value}
}

// Text is the text of a scalar, "" for anything else.
func Text(n *yaml.Node) string {
	if n = Target(n); n == nil || n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return ""
	}
	return n.Value
}

// FieldAt follows names of fields, nil if one is not there.
func FieldAt(n *yaml.Node, names ...string) *yaml.Node {
	n = Target(n)
	for _, name := range names {
		n = Target(Field(n, name))
	}
	return n
}

// TextAt is the text of the scalar that names of fields lead to, "" if there is none.
func TextAt(n *yaml.Node, names ...string) string { return Text(FieldAt(n, names...)) }

// Root is the value of a document, nil if it has none. Another node is a value
// itself.
func Root(doc *yaml.Node) *yaml.Node {
	switch {
	case doc == nil || doc.Kind == 0 || doc.Kind == yaml.DocumentNode && len(doc.Content) == 0:
		return nil
	case doc.Kind == yaml.DocumentNode:
		return doc.Content[0]
	}
	return doc
}

// Elements are those of a list, none for anything else.
func Elements(n *yaml.Node) []*yaml.Node {
	if n = Target(n); n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}
