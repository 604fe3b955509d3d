package wire

import (
	"bytes"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
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
	var from []source.Text
	for i := range entries {
		items[i] = entries[i].Value()
		from = append(from, entries[i].Texts...)
	}
	return l.edited(l.withItems(items), results, from...)
}

// isAsRead reports whether the entries are the items of the list.
func (l *List) isAsRead(entries []Entry) bool {
	if items := l.field("items"); items == nil || node.IsNull(items) || len(entries) != len(l.Items) {
		return false
	}
	for i, e := range entries {
		if e.Item != l.Items[i] || e.Without != "" || e.text != "" || e.Make != nil || e.Node != nil && e.Node != e.Item.node {
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
		if text, err := l.printParts(entriesOf(l.Items), results); err == nil {
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
	list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: items}
	if old := l.field("items"); old != nil && old.Kind == yaml.SequenceNode {
		c := *old
		list = &c
		list.Content = l.entries(items, old)
	}
	if len(list.Content) == 0 {
		list.Style = yaml.FlowStyle
	}
	return node.With(l.root(), "items", list)
}

// withResults appends results to those of a list. Old function runners have
// them as a map that holds the list.
func withResults(root *yaml.Node, results []*yaml.Node) (*yaml.Node, error) {
	if len(results) == 0 {
		return root, nil
	}
	old := ownField(root, "results")
	var wrapper *yaml.Node
	if old != nil && old.Kind == yaml.MappingNode {
		wrapper, old = old, ownField(old, "items")
	}
	all := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	switch {
	case old == nil || node.IsNull(old):
	case old.Kind != yaml.SequenceNode:
		return nil, fmt.Errorf("line %d: results: must be a list", old.Line)
	default:
		c := *old
		all = &c
	}
	all.Content = append(slices.Clone(all.Content), results...)
	if len(all.Content) == len(results) {
		all.Style &^= yaml.FlowStyle
	}
	if wrapper != nil {
		all = node.With(wrapper, "items", all)
	}
	return node.With(root, "results", all), nil
}

// entries puts back the aliases that items were written as.
func (l *List) entries(items []*yaml.Node, old *yaml.Node) []*yaml.Node {
	written := map[*yaml.Node]*yaml.Node{}
	for i, entry := range old.Content {
		if entry.Kind == yaml.AliasNode {
			written[l.Items[i].node] = entry
		}
	}
	if len(written) == 0 {
		return items
	}
	seen := map[*yaml.Node]bool{}
	entries := slices.Clone(items)
	for i, item := range items {
		if alias := written[item]; alias != nil && seen[item] {
			entries[i] = alias
		}
		seen[item] = true
	}
	return entries
}

// edited is the text of the list with another value, and results appended: edits on
// what was read, with new text copied from where it is from, else, where that cannot be
// done, all of it written anew.
func (l *List) edited(root *yaml.Node, results []*yaml.Node, from ...source.Text) (Text, error) {
	root, err := withResults(root, results)
	if err != nil {
		return nil, err
	}
	edited := *l.doc
	edited.Content = []*yaml.Node{root}
	doc := &edited
	text, _, err := source.Print([]byte(l.text), []source.Change{{Old: l.doc, New: doc}}, from...)
	if err == nil {
		return Text{string(text)}, nil
	}
	text, encodeErr := l.encode(doc)
	if encodeErr != nil {
		return nil, encodeErr
	}
	again, parseErr := only(string(text))
	if parseErr != nil || !merge.Equal(again.Content[0], doc.Content[0]) {
		return nil, fmt.Errorf("cannot write the list: %w", err)
	}
	return Text{string(text)}, nil
}

// encode writes a node in the indentation of the list.
func (l *List) encode(n *yaml.Node) ([]byte, error) {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if items := l.field("items"); items == nil || items.Column <= l.root().Column || items.Style&yaml.FlowStyle != 0 {
		e.CompactSeqIndent()
	}
	if err := e.Encode(n); err != nil {
		return nil, fmt.Errorf("cannot write the list: %w", err)
	}
	if err := e.Close(); err != nil {
		return nil, fmt.Errorf("cannot write the list: %w", err)
	}
	return b.Bytes(), nil
}
