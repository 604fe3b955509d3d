package wire

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
)

// Print gives the text of the list with other items, and results appended to
// those it came with. Where nothing changed the very bytes that were read come
// back. Everything else of the list stays.
func (l *List) Print(entries []Entry, results []*yaml.Node) (Text, error) {
	if l.isAsRead(entries) {
		return l.Unchanged(results)
	}
	if !l.Whole() {
		return l.printParts(entries, results)
	}
	items := make([]*yaml.Node, len(entries))
	for i := range entries {
		items[i] = entries[i].Value()
	}
	return l.edited(l.withItems(items), results)
}

// isAsRead reports whether the entries are the items of the list.
func (l *List) isAsRead(entries []Entry) bool {
	if items := l.field("items"); items == nil || node.IsNull(items) || len(entries) != len(l.Items) {
		return false
	}
	for i, e := range entries {
		if e.Item != l.Items[i] || e.Without != "" || e.Node != nil && e.Node != e.Item.node {
			return false
		}
	}
	return true
}

// Unchanged gives the text of the list as it was read, with results appended.
func (l *List) Unchanged(results []*yaml.Node) (Text, error) {
	if len(results) == 0 {
		return Text{l.text}, nil
	}
	if !l.Whole() {
		if text, err := l.printParts(EntriesOf(l.Items), results); err == nil {
			return text, nil
		}
		whole, err := ReadWhole(l.text)
		if err != nil {
			return nil, err
		}
		return whole.Unchanged(results)
	}
	return l.edited(l.root(), results)
}

// withItems is the value of the list with other items.
func (l *List) withItems(items []*yaml.Node) *yaml.Node {
	list := sequence(l.root(), "items")
	if list.Content = items; len(items) == 0 {
		list.Style = yaml.FlowStyle
	}
	return node.With(l.root(), "items", list)
}

// withResults appends results to those of a list.
func withResults(root *yaml.Node, results []*yaml.Node) *yaml.Node {
	if len(results) == 0 {
		return root
	}
	all := sequence(root, "results")
	if len(all.Content) == 0 {
		all.Style &^= yaml.FlowStyle
	}
	all.Content = slices.Concat(all.Content, results)
	return node.With(root, "results", all)
}

// sequence is a copy of the sequence that is the value of a field, an empty one where that is none.
func sequence(root *yaml.Node, field string) *yaml.Node {
	all := yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	if old := ownField(root, field); old != nil && old.Kind == yaml.SequenceNode {
		all = *old
	}
	return &all
}

// edited is the text of the list with another value, and results appended: edits on
// what was read.
func (l *List) edited(root *yaml.Node, results []*yaml.Node) (Text, error) {
	doc := *l.doc
	doc.Content = []*yaml.Node{withResults(root, results)}
	text, err := source.Print([]byte(l.text), []source.Change{{Old: l.doc, New: &doc}})
	if err != nil {
		return nil, fmt.Errorf("cannot write the list: %w", err)
	}
	return Text{string(text)}, nil
}

// Text is the text of a list, in pieces: most of them are parts of the text that
// was read, so that it takes no memory of its own.
type Text []string

// Write writes the text.
func (t Text) Write(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	for _, piece := range t {
		if _, err := out.WriteString(piece); err != nil {
			return err
		}
	}
	return out.Flush()
}

// String is the text in one piece.
func (t Text) String() string { return strings.Join(t, "") }
