package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/source"
)

// Entry is an item of a list that is written.
type Entry struct {
	// Item is what it was made from: the text to edit, or to add another like
	// it. It is nil for a value that comes from elsewhere.
	Item *Item
	// Node is the value as it shall be. It may be nil for the item's own.
	Node *yaml.Node
	// Added: Node comes to the list. It is written as it is in Item if that holds it, else below it.
	Added bool
	// Without is an annotation that Node does not have, or that is left out where there is
	// no Node.
	Without string
	// Original and Updated are the other versions of Item, nil where one is not known.
	Original, Updated *Item
}

// Value is the value of the entry, parsed if it is not at hand. What is left out is in it where there is no Node.
func (e *Entry) Value() *yaml.Node {
	if e.Node != nil {
		return e.Node
	}
	return e.Item.Node()
}

// Written gives an item with the text of an entry, so that the nodes of that can be released.
// It is for a list that was read item by item, and may be called concurrently for entries that
// share no items.
func (l *List) Written(e Entry) (*Item, error) {
	text, more, err := l.print(&e)
	return &Item{text: text + more}, err
}

// EntriesOf are the entries of items as they are.
func EntriesOf(items []*Item) []Entry {
	entries := make([]Entry, len(items))
	for i, item := range items {
		entries[i] = Entry{Item: item}
	}
	return entries
}

// printParts puts a list that was read item by item together again.
func (l *List) printParts(entries []Entry, results []*yaml.Node) (Text, error) {
	head, tail, err := l.around(results)
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		head = strings.TrimSuffix(head, "\n") + " []\n"
	}
	text := make(Text, 2*len(entries)+2)
	text[0], text[len(text)-1] = head, tail
	err = parallel.Try(len(entries), func(i int) (err error) {
		text[2*i+1], text[2*i+2], err = l.print(&entries[i])
		return err
	})
	return text, err
}

// around gives what stands in front of the items and behind them, with results
// appended.
func (l *List) around(results []*yaml.Node) (head, tail string, err error) {
	p := l.parts
	if len(results) == 0 {
		return p.head, p.tail, nil
	}
	rest := &List{text: p.around, doc: l.doc}
	text, err := rest.Unchanged(results)
	if err != nil {
		return "", "", err
	}
	before := p.around[:len(p.around)-len(p.tail)]
	tail, found := strings.CutPrefix(text.String(), before)
	if !found {
		return "", "", errors.New("the results would stand in front of the items")
	}
	return p.head, tail, nil
}

// print gives the text of an entry, in two parts. It is that of its item, edited
// where its value is another.
func (l *List) print(e *Entry) (text, more string, err error) {
	switch {
	case e.Node == nil:
		text, more, _ = e.Item.without(e.Without)
		return text, more, nil
	case e.Item != nil && e.Node == e.Item.node && !e.Added:
		return e.Item.text, "", nil
	}
	text, err = l.edit(e)
	return text, "", err
}

// edit gives the text of an entry that has another value than its item.
func (l *List) edit(e *Entry) (string, error) {
	like := e.Item
	if like == nil {
		// Its own copy: that of the list may be another's work.
		like = &Item{text: l.Items[0].text, outline: l.Items[0].outline}
	}
	like.Node()
	entries, before := []*yaml.Node{e.Node}, itemsKey
	if e.Item == nil || e.Added && !sharesEntries(e.Node, like.node) {
		entries, before = []*yaml.Node{like.node, e.Node}, itemsKey+like.text
	}
	change := source.Change{Old: like.doc, New: like.listOf(entries)}
	if o, u := e.Original, e.Updated; len(entries) == 1 && o != nil && u != nil && o.text != "" && u.text != "" {
		if merged, is := l.mergedLines(e); is {
			return merged, nil
		}
		change.Versions = &source.Versions{Original: o.list(), Updated: u.list()}
	}
	printed, err := source.Print(like.list(), []source.Change{change})
	if err != nil {
		return "", fmt.Errorf("cannot write an item: %w", err)
	}
	item, found := strings.CutPrefix(string(printed), before)
	if !found || leadingSpaces(item) != l.parts.column {
		return "", errors.New("cannot write an item: more than itself would change")
	}
	return item, nil
}

// sharesEntries reports whether one value was made from another.
func sharesEntries(a, b *yaml.Node) bool {
	return slices.ContainsFunc(a.Content, func(n *yaml.Node) bool { return slices.Contains(b.Content, n) })
}

// list is the text of a list of the item.
func (i *Item) list() []byte {
	return append(append(make([]byte, 0, len(itemsKey)+len(i.text)), itemsKey...), i.text...)
}

// mergedLines is the merge by lines of the versions of an entry, where that is clean and has
// the value of the entry.
func (l *List) mergedLines(e *Entry) (string, bool) {
	text, clean := diff.MergeLines(e.Original.left(e.Without), e.Updated.left(e.Without), e.Item.left(e.Without))
	if !clean {
		return "", false
	}
	p, _ := l.parsers.Get().(*parser)
	defer l.parsers.Put(p)
	merged := &Item{text: text}
	if outline := p.outline(text, l.parts.column); outline != nil && !outline.partial {
		merged.node = p.inside[0].Content[0]
	}
	return text, (merged.node != nil || merged.parsed()) && source.SameValues(merged.node, e.Node)
}

// left is the text without an annotation, all of it where that cannot be left out.
func (i *Item) left(annotation string) string {
	before, behind, _ := i.without(annotation)
	return before + behind
}

// listOf is the document of the item with other entries in its list.
func (i *Item) listOf(entries []*yaml.Node) *yaml.Node {
	doc := *i.doc
	root := *doc.Content[0]
	list := *root.Content[1]
	list.Content = entries
	root.Content = []*yaml.Node{root.Content[0], &list}
	doc.Content = []*yaml.Node{&root}
	return &doc
}
