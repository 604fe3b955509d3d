package schema

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// trueAt reports whether the field is true.
func trueAt(n *yaml.Node, name string) bool {
	v := node.FieldAt(n, name)
	return v != nil && v.Kind == yaml.ScalarNode && v.Tag == "!!bool" && (v.Value == "true" || v.Value == "True" || v.Value == "TRUE")
}

// elemsAt are the elements of a list field.
func elemsAt(n *yaml.Node, names ...string) []*yaml.Node {
	v := node.FieldAt(n, names...)
	if v == nil || v.Kind != yaml.SequenceNode {
		return nil
	}
	return v.Content
}

// textsAt are the scalars of a list field of scalars.
func textsAt(n *yaml.Node, name string) []string {
	var texts []string
	for _, e := range elemsAt(n, name) {
		if e = node.Target(e); e != nil && e.Kind == yaml.ScalarNode {
			texts = append(texts, e.Value)
		}
	}
	return texts
}
