package source

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// place is a node and where it stands in the text.
type place struct {
	node *yaml.Node
	// start is where the node begins, with its anchor and tag. properties is
	// where those end (start if there are none), body where its content
	// begins, end the place behind its last byte. A block scalar ends in front
	// of its last line break.
	start, properties, body, end int
	// header is where the first line of a block scalar ends.
	header int
	// column is the byte column of a block collection's entries.
	column int
	// block: a block collection; bare: a pair in a flow sequence without braces.
	block, bare bool
	entries     []entry
}

// entry is an entry of a collection. key is nil in a sequence.
type entry struct {
	// start is where the key, the ? or the - stands, mark the place behind
	// the : or the - (-1 without), end that behind the last byte.
	start, mark, end int
	key, value       *place
	explicit         bool
}

// nodes gives the nodes of an entry; key is nil in a sequence.
func (e *entry) nodes() (key, value *yaml.Node) {
	if e.key != nil {
		key = e.key.node
	}
	return key, e.value.node
}

// refusal is why the text and the tree do not fit together.
type refusal struct {
	line   int
	reason string
}

func (r *refusal) Error() string { return fmt.Sprintf("line %d: %s", r.line, r.reason) }

// walker goes through the text in the order of the tree: the tree determines what must
// come next, the text where it ends. Where they do not fit together, the first refusal
// ends it.
type walker struct {
	text    []byte
	lines   *lines
	at      int
	refused error
	// slab holds places to come, as many as were asked for at a time.
	slab []place
	size int
}

func (w *walker) refuse(format string, args ...any) {
	if w.refused == nil {
		w.refused = &refusal{line: w.lines.number(w.at) + 1, reason: fmt.Sprintf(format, args...)}
	}
}

func (w *walker) place(n *yaml.Node) *place {
	if len(w.slab) == 0 {
		w.size = min(max(2*w.size, 8), 256)
		w.slab = make([]place, w.size)
	}
	p := &w.slab[0]
	w.slab = w.slab[1:]
	p.node = n
	return p
}

// value finds the node that stands at or behind the cursor. parent is the
// column of the block collection around it, -1 at the root.
func (w *walker) value(n *yaml.Node, parent int) *place {
	p := w.place(n)
	p.start, p.properties, p.body, p.end = w.at, w.at, w.at, w.at
	if w.refused != nil || isEmptyPlain(n) && n.Anchor == "" && n.Style&yaml.TaggedStyle == 0 {
		return p
	}
	w.trivia()
	p.start = w.at
	if w.lines.offset(n.Line, n.Column) != w.at {
		w.refuse("expected the value of line %d, column %d here", n.Line, n.Column)
		return p
	}
	w.takeProperties(p)
	if w.at > p.start && !isEmptyPlain(n) {
		w.trivia()
	}
	p.body = w.at
	switch n.Kind {
	case yaml.AliasNode:
		w.expect('*')
		w.at += len(n.Value)
	case yaml.ScalarNode:
		w.scalar(p, parent)
	default:
		w.collection(p)
	}
	if w.at > len(w.text) {
		w.refuse("value goes beyond the end of the text")
	}
	p.end = w.at
	return p
}

const quotedOrBlock = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

// isEmptyPlain reports whether a node has no text of its own.
func isEmptyPlain(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style&quotedOrBlock == 0
}

// takeProperties goes over as many properties as the node has: those of a
// mapping's first key may follow directly.
func (w *walker) takeProperties(p *place) {
	p.properties = w.at
	n := p.node
	anchor, tag := n.Anchor != "", true
	switch n.Kind {
	case yaml.AliasNode:
		return
	case yaml.MappingNode, yaml.SequenceNode:
		tag = n.Style&(yaml.TaggedStyle|yaml.FlowStyle) != 0
	}
	for {
		switch {
		case anchor && w.is('&'):
			anchor = false
			w.at += 1 + len(n.Anchor)
		case tag && w.is('!'):
			tag = false
			for w.at < len(w.text) && !isBlank(w.text[w.at]) && breakAt(w.text, w.at) == 0 {
				w.at++
			}
		default:
			w.at = p.properties
			return
		}
		w.at = min(w.at, len(w.text))
		p.properties = w.at
		w.trivia()
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func (w *walker) is(c byte) bool { return w.at < len(w.text) && w.text[w.at] == c }

func (w *walker) expect(c byte) {
	if !w.is(c) {
		w.refuse("expected %q", c)
	}
	w.at++
}

// indicator reports whether c stands at the cursor with a blank or a break behind.
func (w *walker) indicator(c byte) bool {
	if !w.is(c) {
		return false
	}
	i := w.at + 1
	return i >= len(w.text) || isBlank(w.text[i]) || breakAt(w.text, i) > 0
}

// trivia goes over blanks, line breaks and comments.
func (w *walker) trivia() {
	for w.at < len(w.text) {
		switch c := w.text[w.at]; {
		case isBlank(c):
			w.at++
		case c == '#':
			w.at = w.lines.end(w.at)
		default:
			n := breakAt(w.text, w.at)
			if n == 0 {
				return
			}
			w.at += n
		}
	}
}

// collection finds the entries of a block or flow collection.
func (w *walker) collection(p *place) {
	n := p.node
	count := entryCount(n)
	open, end := byte('['), byte(']')
	if n.Kind == yaml.MappingNode {
		open, end = '{', '}'
		p.bare = count == 1 && (n.Content[0].Line == n.Line && n.Content[0].Column == n.Column || w.indicator('?'))
	}
	p.block = n.Style&yaml.FlowStyle == 0
	p.bare = p.bare && !p.block
	braced := !p.block && !p.bare
	if braced {
		w.expect(open)
	}
	p.entries = make([]entry, 0, count)
	for i := 0; i < count && w.refused == nil; i++ {
		w.entry(p, i)
		if braced {
			if w.trivia(); i+1 < count || !w.is(end) {
				w.expect(',')
			}
		}
	}
	if braced {
		w.trivia()
		w.expect(end)
	}
}

// entry finds an entry of a collection.
func (w *walker) entry(p *place, i int) {
	w.trivia()
	e := entry{start: w.at, mark: -1}
	column := w.lines.columnOf(w.at)
	switch {
	case p.block && i == 0:
		p.column = column
	case p.block && (column != p.column || !w.lines.leads(w.at)):
		w.refuse("expected an entry in column %d", p.column+1)
	}
	key, value := child(p.node, i)
	if key != nil {
		w.key(p, &e, key, value)
	} else {
		if p.block {
			w.expect('-')
		}
		e.mark = w.at
	}
	e.value = w.value(value, p.column)
	e.end = w.at
	p.entries = append(p.entries, e)
}

// key finds a key and the : behind it, which may be left out where there is no value.
func (w *walker) key(p *place, e *entry, key, value *yaml.Node) {
	if e.explicit = w.indicator('?'); e.explicit {
		w.at++
	}
	e.key = w.value(key, p.column)
	after := w.at
	w.trivia()
	switch {
	case w.is(':') && !(p.block && e.explicit && w.lines.columnOf(w.at) != p.column):
		w.at++
		e.mark = w.at
	case isEmptyPlain(value):
		w.at = after
	default:
		w.refuse("expected the value of a key")
	}
}
