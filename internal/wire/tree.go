package wire

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// tree makes the nodes of an item that has an outline without comments: the very
// nodes that the YAML library makes of it, in a fraction of the time, because the
// outline proves that the item is as plain as this. It gives the item as the only
// one of a list, nil for an item with folded text.
func tree(text string) *yaml.Node {
	at := func(kind yaml.Kind, tag string, content ...*yaml.Node) *yaml.Node {
		return &yaml.Node{Kind: kind, Tag: tag, Line: 1, Column: 1, Content: content}
	}
	items := nodesOf(text, 2)
	if items == nil {
		return nil
	}
	key := at(yaml.ScalarNode, "!!str")
	key.Value = strings.TrimSuffix(itemsKey, ":\n")
	return at(yaml.DocumentNode, "", at(yaml.MappingNode, "!!map", key, items))
}

// nodesOf makes the nodes of a plain collection whose first line has that number,
// nil if there is folded text in it.
func nodesOf(text string, number int) *yaml.Node {
	t := &treeMaker{number: number}
	if !read(text, t) {
		return nil
	}
	return t.root
}

// treeMaker makes nodes of what is read.
type treeMaker struct {
	root *yaml.Node
	open []*yaml.Node
	slab []yaml.Node
	// number is the number of the line that begins at counted.
	number, counted int
}

func (t *treeMaker) begin(r *reader, kind yaml.Kind, style yaml.Style, at int) {
	n := t.node(r, at)
	n.Kind, n.Style, n.Tag = kind, style, "!!seq"
	if kind == yaml.MappingNode {
		n.Tag = "!!map"
	}
	if style == 0 && kind == yaml.MappingNode {
		n.Content = make([]*yaml.Node, 0, 4) // most have two entries or more
	}
	t.open = append(t.open, n)
}

func (t *treeMaker) end() { t.open = t.open[:len(t.open)-1] }

func (t *treeMaker) scalar(r *reader, s *yaml.Node, at int) {
	n := t.node(r, at)
	line, column := n.Line, n.Column
	*n = *s
	n.Line, n.Column = line, column
}

// node makes a node that begins there in the line at hand.
func (t *treeMaker) node(r *reader, at int) *yaml.Node {
	if r.start > t.counted {
		t.number += strings.Count(r.text[t.counted:r.start], "\n")
		t.counted = r.start
	}
	if len(t.slab) == 0 {
		t.slab = make([]yaml.Node, 64)
	}
	n := &t.slab[0]
	t.slab = t.slab[1:]
	n.Line, n.Column = t.number, 1+utf8.RuneCountInString(r.text[r.start:at])
	if t.root == nil {
		t.root = n
	} else {
		in := t.open[len(t.open)-1]
		in.Content = append(in.Content, n)
	}
	return n
}
