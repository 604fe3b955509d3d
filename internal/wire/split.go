package wire

import (
	"strings"
	"sync"
	"sync/atomic"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/merge"
)

// parts are the places of the items of a list.
type parts struct {
	// head is all in front of the first item, tail all behind the last.
	head, tail string
	// around is head, one empty item, and tail.
	around string
	// column is where the dashes of the items stand.
	column int
}

const itemsKey = "items:\n"

// split reads a list item by item, by its lines: the items are what stands
// between one dash and the next. It gives nil for a list that has to be parsed
// as a whole, a faulty one among them.
//
// Lines alone do not show where a quoted text of several lines ends, or what an alias
// means. But a text cut in two there is not YAML, and every part is parsed or outlined.
func split(text string) *List {
	if strings.HasPrefix(text, "%") || !strings.HasSuffix(text, "\n") {
		return nil
	}
	at := strings.Index(text, "\n"+itemsKey) + 1
	if at == 0 && !strings.HasPrefix(text, itemsKey) {
		return nil
	}
	at += len(itemsKey)
	column := leadingSpaces(text[at:])
	items, end := itemTexts(text, at, column)
	if len(items) == 0 {
		return nil
	}
	p := &parts{head: text[:at], tail: text[end:], column: column}
	if strings.HasPrefix(p.tail, "#") || hasOddBreaks(p.head) || hasOddBreaks(p.tail) {
		return nil
	}
	p.around = p.head + strings.Repeat(" ", column) + emptyItem + p.tail
	l := &List{text: text, parts: p, parsers: sync.Pool{New: func() any { return new(parser) }}}
	if !l.readAround() || !l.readItems(items) {
		return nil
	}
	return l
}

const emptyItem = "- {}\n"

// hasOddBreaks reports whether YAML sees other lines in a text than those that end in a
// line feed, or a byte order mark.
func hasOddBreaks(text string) bool {
	return strings.ContainsAny(text, "\r\u0085\u2028\u2029\ufeff")
}

// leadingSpaces counts the spaces that a text begins with.
func leadingSpaces(text string) int {
	n := 0
	for n < len(text) && text[n] == ' ' {
		n++
	}
	return n
}

// itemTexts gives the lines of each item, nil if a line is none's or is between
// two, and where the line behind the last begins.
func itemTexts(text string, at, column int) (items []string, end int) {
	from := at
	blank := true // the line before is blank, or there is none
	for at < len(text) {
		next := at + strings.IndexByte(text[at:], '\n') + 1
		indent := leadingSpaces(text[at:])
		first := at + indent
		switch c := text[first]; {
		case c == '\n':
			blank = true
		case indent > column:
			if from == at {
				return nil, 0
			}
			blank = false
		case indent == column && c == '-' && text[first+1] == ' ':
			if from < at {
				if blank {
					return nil, 0
				}
				items = append(items, text[from:at])
			}
			from, blank = at, false
		case indent == 0 && from < at && !blank:
			return append(items, text[from:at]), at
		default:
			return nil, 0
		}
		at = next
	}
	if from == at || blank {
		return nil, 0
	}
	return append(items, text[from:at]), at
}

// readAround parses what stands around the items.
func (l *List) readAround() bool {
	doc, err := only(l.parts.around)
	if err != nil {
		return false
	}
	l.doc = doc
	if l.isList() != nil || merge.Check(doc) != nil || l.take() != nil {
		return false
	}
	if l.field("results") != nil {
		// New ones are written as these are, and these as the whole list.
		return false
	}
	items := l.field("items")
	if len(l.Items) != 1 || len(l.Items[0].node.Content) != 0 || items.Column != l.parts.column+1 ||
		items.Line != 1+strings.Count(l.parts.head, "\n") {
		return false
	}
	for n := range node.All(doc) {
		if n.Kind == yaml.AliasNode || n.Anchor != "" {
			return false // Items may refer to it, or it to them.
		}
	}
	return true
}

// readItems outlines the items, and parses those for which that is not enough.
func (l *List) readItems(texts []string) bool {
	items := make([]Item, len(texts))
	l.Items = make([]*Item, len(texts))
	var bad atomic.Bool
	parallel.Each(len(texts), func(i int) {
		item := &items[i]
		item.text = texts[i]
		l.Items[i] = item
		p, _ := l.parsers.Get().(*parser)
		item.outline = p.outline(item.text, l.parts.column)
		l.parsers.Put(p)
		if item.outline != nil || bad.Load() {
			return
		}
		if hasOddBreaks(item.text) || !item.parsed() {
			bad.Store(true)
		} else if err := merge.Check(item.node); err != nil && !merge.RepeatsKey(err) {
			bad.Store(true)
		}
	})
	return !bad.Load()
}
