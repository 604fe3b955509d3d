package wire

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

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
	root := *l.root()
	root.Content = slices.Clone(root.Content)
	l.setItems(&root, items)
	if err := l.addResults(&root, results); err != nil {
		return nil, err
	}
	return l.edited(&root, from...)
}

// isAsRead reports whether the entries are the items of the list.
func (l *List) isAsRead(entries []Entry) bool {
	if items := l.field("items"); items == nil || isNull(items) || len(entries) != len(l.Items) {
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
	if text, ok := l.appended(results); ok {
		return Text{text}, nil
	}
	root := *l.root()
	root.Content = slices.Clone(root.Content)
	if err := l.addResults(&root, results); err != nil {
		return nil, err
	}
	return l.edited(&root)
}

func (l *List) setItems(root *yaml.Node, items []*yaml.Node) {
	list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	if old := l.field("items"); old != nil && old.Kind == yaml.SequenceNode {
		c := *old
		list = &c
		list.Content = l.entries(items, old)
	} else {
		list.Content = items
	}
	if len(list.Content) == 0 {
		list.Style = yaml.FlowStyle
	}
	set(root, "items", list)
}

// addResults appends results to those of the list. Old function runners have
// them as a map that holds the list.
func (l *List) addResults(root *yaml.Node, results []*yaml.Node) error {
	if len(results) == 0 {
		return nil
	}
	holder, name := root, "results"
	old := l.field("results")
	if old != nil && old.Kind == yaml.MappingNode {
		wrapped := *old
		wrapped.Content = slices.Clone(old.Content)
		set(root, name, &wrapped)
		holder, name = &wrapped, "items"
		old = target(value(old, name))
	}
	all := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	switch {
	case old == nil || isNull(old):
	case old.Kind != yaml.SequenceNode:
		return fmt.Errorf("line %d: results: must be a list", old.Line)
	default:
		c := *old
		all = &c
	}
	all.Content = append(slices.Clone(all.Content), results...)
	if len(all.Content) == len(results) {
		all.Style &^= yaml.FlowStyle
	}
	set(holder, name, all)
	return nil
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

func set(m *yaml.Node, name string, v *yaml.Node) {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == name && m.Content[i].Kind == yaml.ScalarNode {
			m.Content[i+1] = v
			return
		}
	}
	m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: name}, v)
}

// appended puts results behind the text that was read, where that is enough: a
// list in block style that has none yet.
func (l *List) appended(results []*yaml.Node) (string, bool) {
	root := l.root()
	if root.Style&yaml.FlowStyle != 0 || root.Column != 1 || l.field("results") != nil || len(root.Content) == 0 {
		return "", false
	}
	field := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{
		{Kind: yaml.ScalarNode, Tag: "!!str", Value: "results"},
		{Kind: yaml.SequenceNode, Tag: "!!seq", Content: results},
	}}
	added, err := l.encode(field)
	if err != nil {
		return "", false
	}
	text := l.text
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	text += string(added)
	// A document end, or a block scalar that keeps its trailing lines, is in
	// the way.
	check, err := only(text)
	if err != nil || len(check.Content) != 1 || len(check.Content[0].Content) != len(root.Content)+2 {
		return "", false
	}
	again := &List{doc: check}
	for i := 0; i+1 < len(root.Content); i += 2 {
		if !equal(root.Content[i+1], again.root().Content[i+1]) {
			return "", false
		}
	}
	return text, true
}

// edited is the text of the list after a change: edits on what was read, with new
// text copied from where it is from, else, where that cannot be done, all of it
// written anew.
func (l *List) edited(root *yaml.Node, from ...source.Text) (Text, error) {
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

// equal reports whether two nodes spell the same values.
func equal(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || a.Tag != b.Tag || a.Value != b.Value || a.Anchor != b.Anchor || len(a.Content) != len(b.Content) {
		return false
	}
	for i := range a.Content {
		if !equal(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}
