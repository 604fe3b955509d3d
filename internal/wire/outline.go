package wire

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// Outline is what is kept of an item that was read without parsing it. It exists for an
// item in plain block style only: maps and lists in order, every key once,
// scalars of one line and block scalars, no anchors, aliases and tags. Such an
// item is sound YAML; of any other, only the YAML library knows.
type Outline struct {
	Meta Meta
	// Annotations are the entries of metadata.annotations.
	Annotations []Annotation
	// Nulls reports whether there may be a null somewhere.
	Nulls bool
	// partial: its nodes are only known to the YAML library.
	partial bool
	// nodes is how many it has.
	nodes int32
}

// Meta is the type and metadata of an item.
type Meta struct {
	APIVersion, Kind              string
	Name, Namespace, GenerateName string
	// Comment is the comment behind the key of metadata.
	Comment string
}

// Annotation is an entry of metadata.annotations.
type Annotation struct {
	Name, Value string
	// start is where the lines of the entry begin, end what follows them: lists have many.
	start, end int32
}

// outline reads an item, nil if it declines. The parser may be used again.
func (p *parser) outline(text string, column int) *Outline {
	p.outlines = true
	if !isPrintable(text) || !p.read(text, column) {
		return nil
	}
	out := &Outline{Nulls: p.nulls, partial: p.partial, nodes: p.made}
	m := &out.Meta
	root := p.inside[0].Content[0]
	key, metadata := node.Entry(root, "metadata")
	above, annotations := node.Entry(metadata, "annotations")
	for _, field := range []struct {
		of   *yaml.Node
		name string
		to   *string
	}{
		{root, "apiVersion", &m.APIVersion}, {root, "kind", &m.Kind},
		{metadata, "name", &m.Name}, {metadata, "namespace", &m.Namespace}, {metadata, "generateName", &m.GenerateName},
	} {
		_, value := node.Entry(field.of, field.name)
		if *field.to = node.Text(value); value != nil && (*field.to == "" || value.Style == yaml.LiteralStyle) {
			return nil
		}
	}
	for _, n := range []*yaml.Node{metadata, annotations} {
		if n != nil && n.Kind != yaml.MappingNode {
			return nil
		}
	}
	if key != nil {
		m.Comment = key.LineComment
	}
	if annotations != nil && !out.annotate(text, above, annotations) {
		return nil
	}
	return out
}

// annotate adds the annotations, which stand behind their key in a text, and reports whether each can be known.
func (o *Outline) annotate(text string, above, annotations *yaml.Node) bool {
	o.Annotations = make([]Annotation, 0, len(annotations.Content)/2)
	for key, value := range node.Pairs(annotations.Content) {
		if annotations.Style == yaml.FlowStyle || value.Kind != yaml.ScalarNode || value.Style == yaml.FoldedStyle ||
			isComment(text[above.Column:]) || isComment(text[value.Column:]) {
			return false
		}
		o.Annotations = append(o.Annotations, Annotation{key.Value, node.Text(value), int32(key.Line), int32(value.Column)})
	}
	return true
}

// isComment reports whether the next line that is not blank holds a comment.
func isComment(text string) bool { return strings.HasPrefix(strings.TrimLeft(text, " \n"), "#") }
