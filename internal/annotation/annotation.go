// Package annotation reads and edits the annotations of a resource, and knows those
// that tools write for each other. In go root values, out come texts or copies; no
// node is modified. It must not know what becomes of the resource.
package annotation

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// Of gives the annotations of a resource, nil if it has none.
func Of(root *yaml.Node) *yaml.Node {
	annotations := node.FieldAt(root, "metadata", "annotations")
	if annotations == nil || annotations.Kind != yaml.MappingNode {
		return nil
	}
	return annotations
}

// Get gives the text of one annotation, "" if there is none.
func Get(root *yaml.Node, name string) string {
	return node.TextAt(Of(root), name)
}

// Set gives a copy of root with the annotations set, in order. One that has its value
// already keeps its spelling.
func Set(root *yaml.Node, names []string, values []string) *yaml.Node {
	return Edit(root, func(annotations *yaml.Node) *yaml.Node {
		for i, name := range names {
			value := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: values[i], Style: yaml.SingleQuotedStyle}
			if strings.Contains(values[i], "\n") {
				value.Style = yaml.LiteralStyle
			}
			if _, old := node.Entry(annotations, name); old == nil || node.Text(old) != values[i] {
				annotations = node.With(annotations, name, value)
			}
		}
		return annotations
	})
}

// only are the annotations whose names are to be kept, nil if none is.
func only(annotations *yaml.Node, keep func(name string) bool) (kept []*yaml.Node) {
	if annotations == nil {
		return nil
	}
	for key, value := range node.Pairs(annotations.Content) {
		if keep(key.Value) {
			kept = append(kept, key, value)
		}
	}
	return kept
}

// Edit copies root and its metadata with other annotations: edit takes the map of them, and gives
// another one, nil for none. Maps that become empty by it are left out.
func Edit(root *yaml.Node, edit func(annotations *yaml.Node) *yaml.Node) *yaml.Node {
	root = node.Target(root)
	metadataNode := node.Field(root, "metadata")
	metadata := node.Target(metadataNode)
	if metadata != nil && metadata.Kind != yaml.MappingNode {
		return root
	}
	annotationsNode := node.Field(metadata, "annotations")
	annotations := node.Target(annotationsNode)
	if node.IsNull(annotations) {
		annotations = nil
	}
	if annotations != nil && annotations.Kind != yaml.MappingNode {
		return root
	}
	if node.Anchored(metadata, annotations) || metadataNode != metadata || annotationsNode != annotations && annotations != nil {
		return editInPlace(node.Copy(root), edit)
	}
	return node.With(root, "metadata", node.With(metadata, "annotations", edit(annotations)))
}

// editInPlace edits the annotations of a copy in which aliases and anchors lead
// to each other, so that nodes must stay what they are.
func editInPlace(root *yaml.Node, edit func(annotations *yaml.Node) *yaml.Node) *yaml.Node {
	annotations := ownMap(ownMap(root, "metadata"), "annotations")
	edited := edit(annotations)
	annotations.Content = nil
	if edited != nil {
		annotations.Content = edited.Content
	}
	return root
}

// ownMap gives the map in a map's field, written out where it was an alias or
// came from a merge key, made where it was missing.
func ownMap(m *yaml.Node, name string) *yaml.Node {
	inherited := node.FieldAt(m, name)
	own := node.Map()
	if inherited != nil {
		own.Content = inherited.Content
	}
	switch key, value := node.Entry(m, name); {
	case key == nil:
		m.Content = append(m.Content, node.String(name), own)
	case value.Kind == yaml.MappingNode:
		return value
	default:
		m.Content[slices.Index(m.Content, key)+1] = own
	}
	return own
}

// First gives the first of the annotations that is there.
func First(n *yaml.Node, names ...string) string {
	for _, name := range names {
		if v := Get(n, name); v != "" {
			return v
		}
	}
	return ""
}
