package wire

import (
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/source"
)

// Item is an item of a list. It is safe for concurrent use.
type Item struct {
	// text is its lines, "" in a list parsed as a whole.
	text string
	// outline is what was read of it without parsing, nil if it was parsed.
	outline *Outline

	parse sync.Once
	// doc is the item as the only one of a list, nil in a list parsed as a whole.
	doc  *yaml.Node
	node *yaml.Node
}

// ItemOf is the item of a value that is at hand.
func ItemOf(node *yaml.Node) *Item { return &Item{node: node} }

// Outline is what is known of an item that was not parsed, nil if it was.
func (i *Item) Outline() *Outline { return i.outline }

// Node is the value of the item. It is parsed when it is first asked for.
func (i *Item) Node() *yaml.Node {
	if i.text != "" {
		i.parse.Do(func() {
			if i.node == nil && !i.parsed() {
				panic("an item that was read is not YAML: " + i.text)
			}
		})
	}
	return i.node
}

// Parsed reports whether the node of the item is at hand.
func (i *Item) Parsed() bool { return i.node != nil }

// Release lets go of what was parsed of an item that was read by itself; its
// node is parsed again when it is next asked for. Nobody may use the item
// meanwhile.
func (i *Item) Release() {
	if i.text != "" {
		i.parse = sync.Once{}
		i.doc, i.node = nil, nil
	}
}

// parsed parses the text of the item. It gives false for one that does not
// stand for itself.
func (i *Item) parsed() bool {
	if i.outline != nil && !i.outline.partial {
		i.doc = tree(i.text, i.outline.nodes)
		i.node = i.doc.Content[0].Content[1].Content[0]
		return true
	}
	docs, err := source.Parse(i.list())
	if err != nil || len(docs) != 1 {
		return false
	}
	i.doc, i.node = docs[0], onlyItem(docs[0])
	return i.node != nil
}

// onlyItem is the item in a list of one, nil where the text was more or less than that, or
// holds comments that are the item's neighbours', or the list's.
func onlyItem(doc *yaml.Node) *yaml.Node {
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode || len(doc.Content[0].Content) != 2 {
		return nil
	}
	root := doc.Content[0]
	key, list := root.Content[0], root.Content[1]
	if slices.ContainsFunc([]*yaml.Node{doc, root, key, list}, commented) {
		return nil
	}
	if list.Kind != yaml.SequenceNode || len(list.Content) != 1 || list.Content[0].Kind != yaml.MappingNode {
		return nil
	}
	return list.Content[0]
}

// commented reports whether a node has comments of its own.
func commented(n *yaml.Node) bool {
	return n.HeadComment != "" || n.LineComment != "" || n.FootComment != ""
}

// SameBut reports whether two items that were not parsed have the same text, apart from
// the annotations to leave out.
func (i *Item) SameBut(j *Item, leaveOut func(annotation string) bool) bool {
	return slices.Equal(i.pieces(leaveOut), j.pieces(leaveOut))
}

// pieces is the text of the item without some of its annotations.
func (i *Item) pieces(leaveOut func(annotation string) bool) []string {
	var pieces []string
	from := int32(0)
	for k, a := range i.outline.Annotations {
		if !leaveOut(a.Name) {
			continue
		}
		if a.start > from || k == 0 {
			pieces = append(pieces, i.text[from:a.start])
		}
		from = a.end
	}
	return append(pieces, i.text[from:])
}

// Leaves reports whether the item can be written without the annotation by leaving out
// its lines.
func (i *Item) Leaves(annotation string) bool {
	_, _, ok := i.without(annotation)
	return ok
}

// without is the text in front of an annotation and behind it. It is all of it, and not ok, if
// more would have to change than its lines.
func (i *Item) without(name string) (before, behind string, ok bool) {
	if i.outline != nil && len(i.outline.Annotations) > 1 {
		for _, a := range i.outline.Annotations {
			if a.Name == name {
				return i.text[:a.start], i.text[a.end:], true
			}
		}
	}
	return i.text, "", false
}

// Parse makes an item one that was parsed: it has a node, and no outline.
func (i *Item) Parse() {
	i.Node()
	i.outline = nil
}
