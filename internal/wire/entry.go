package wire

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/source"
)

// Entry is an item of a list that is written.
type Entry struct {
	// Item is what it was made from: the text to edit, or to add another like
	// it. It is nil for a value that comes from elsewhere.
	Item *Item
	// Node is the value as it shall be. It may be nil for the item's own.
	Node *yaml.Node
	// Added says that the item is not edited but stays another's.
	Added bool
	// Without is an annotation that an entry without Node leaves out.
	Without string
	// Others are items whose text parts of the value may be copied from.
	Others []*Item
}

func entriesOf(items []*Item) []Entry {
	entries := make([]Entry, len(items))
	for i, item := range items {
		entries[i] = Entry{Item: item}
	}
	return entries
}

// printParts puts a list that was read item by item together again.
func (l *List) printParts(entries []Entry, results []*yaml.Node) ([]byte, error) {
	head, tail, err := l.around(results)
	if err != nil {
		return nil, err
	}
	texts := make([][2]string, len(entries))
	errs := make([]error, len(entries))
	Parallel(len(entries), func(i int) { texts[i], errs[i] = l.print(&entries[i]) })
	size := len(head) + len(tail)
	for i, text := range texts {
		if errs[i] != nil {
			return nil, errs[i]
		}
		size += len(text[0]) + len(text[1])
	}
	if len(entries) == 0 {
		head = strings.TrimSuffix(head, "\n") + " []\n"
	}
	out := append(make([]byte, 0, size+len(" []")), head...)
	for _, text := range texts {
		out = append(append(out, text[0]...), text[1]...)
	}
	return append(out, tail...), nil
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
	tail, found := strings.CutPrefix(string(text), before)
	if !found {
		return "", "", errors.New("the results would stand in front of the items")
	}
	return p.head, tail, nil
}

// print gives the text of an entry, in two parts. It is that of its item, edited
// where its value is another.
func (l *List) print(e *Entry) (text [2]string, err error) {
	switch {
	case e.Without != "":
		text[0], text[1], _ = e.Item.without(e.Without)
	case e.Node == nil, e.Item != nil && e.Node == e.Item.node && !e.Added:
		text[0] = e.Item.text
	default:
		text[0], err = l.edit(e)
	}
	return text, err
}

// edit gives the text of an entry that has another value than its item.
func (l *List) edit(e *Entry) (string, error) {
	like := e.Item
	if like == nil {
		like = l.Items[0]
	}
	like.Node()
	var from []source.Text
	for _, o := range e.Others {
		if o != nil && o.doc != nil && o != like {
			from = append(from, source.Text{Bytes: []byte(itemsKey + o.text), Docs: []*yaml.Node{o.doc}})
		}
	}
	entries := []*yaml.Node{e.Node}
	if e.Added || e.Item == nil {
		entries = []*yaml.Node{like.node, e.Node}
	}
	text := []byte(itemsKey + like.text)
	doc := like.listOf(entries)
	printed, _, err := source.Print(text, []source.Change{{Old: like.doc, New: doc}}, from...)
	if err != nil {
		return "", fmt.Errorf("cannot write an item: %w", err)
	}
	before := itemsKey
	if e.Added || e.Item == nil {
		before += like.text
	}
	item, found := strings.CutPrefix(string(printed), before)
	if !found {
		return "", errors.New("cannot write an item: more than itself would change")
	}
	return item, nil
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
