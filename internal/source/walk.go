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

// refusal says why the text and the tree do not fit together.
type refusal struct {
	line   int
	reason string
}

func (r *refusal) Error() string { return fmt.Sprintf("line %d: %s", r.line, r.reason) }

// walker goes through the text in the order of the tree: the tree says what
// must come next, the text says where it ends.
type walker struct {
	text  []byte
	lines *lines
	at    int
	// slab holds places to come, as many as were asked for at a time.
	slab []place
	size int
}

func (w *walker) refuse(format string, args ...any) error {
	return &refusal{line: w.lines.number(w.at) + 1, reason: fmt.Sprintf(format, args...)}
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
func (w *walker) value(n *yaml.Node, parent int, flow bool) (*place, error) {
	p := w.place(n)
	if isEmptyPlain(n) && n.Anchor == "" && n.Style&yaml.TaggedStyle == 0 {
		p.start, p.properties, p.body, p.end = w.at, w.at, w.at, w.at
		return p, nil
	}
	w.trivia()
	p.start = w.at
	if w.lines.offset(n.Line, n.Column) != w.at {
		return nil, w.refuse("expected the value of line %d, column %d here", n.Line, n.Column)
	}
	w.takeProperties(p)
	if w.at > p.start && isEmptyPlain(n) {
		p.body, p.end = w.at, w.at
		return p, nil
	}
	if w.at > p.start {
		w.trivia()
	}
	p.body = w.at
	var err error
	switch n.Kind {
	case yaml.AliasNode:
		err = w.expect('*')
		w.at += len(n.Value)
	case yaml.ScalarNode:
		err = w.scalar(p, parent)
	case yaml.MappingNode:
		switch {
		case n.Style&yaml.FlowStyle != 0:
			err = w.flowMapping(p)
		case flow:
			err = w.refuse("block mapping inside a flow collection")
		default:
			return p, w.blockMapping(p)
		}
	case yaml.SequenceNode:
		switch {
		case n.Style&yaml.FlowStyle != 0:
			err = w.flowSequence(p)
		case flow:
			err = w.refuse("block sequence inside a flow collection")
		default:
			return p, w.blockSequence(p)
		}
	default:
		err = w.refuse("node of unknown kind %d", n.Kind)
	}
	if w.at > len(w.text) {
		return nil, w.refuse("value goes beyond the end of the text")
	}
	p.end = w.at
	return p, err
}

const quotedOrBlock = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

// isEmptyPlain says that a node has no text of its own.
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

func (w *walker) expect(c byte) error {
	if !w.is(c) {
		return w.refuse("expected %q", c)
	}
	w.at++
	return nil
}

// indicator says that c stands at the cursor with a blank or a break behind.
func (w *walker) indicator(c byte) bool {
	if !w.is(c) {
		return false
	}
	i := w.at + 1
	return i >= len(w.text) || isBlank(w.text[i]) || breakAt(w.text, i) > 0
}

func (w *walker) blanks() {
	for w.at < len(w.text) && isBlank(w.text[w.at]) {
		w.at++
	}
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

func (w *walker) blockMapping(p *place) error {
	p.block = true
	n := p.node
	if len(n.Content) == 0 || len(n.Content)%2 != 0 {
		return w.refuse("block mapping without entries")
	}
	p.entries = make([]entry, 0, len(n.Content)/2)
	for i := 0; i < len(n.Content); i += 2 {
		w.trivia()
		e := entry{start: w.at, mark: -1}
		if err := w.sameColumn(p, i == 0); err != nil {
			return err
		}
		key := n.Content[i]
		if w.indicator('?') {
			e.explicit = true
			w.at++
		}
		var err error
		if e.key, err = w.value(key, p.column, false); err != nil {
			return err
		}
		after := w.at
		if e.explicit {
			w.trivia()
		} else {
			w.blanks()
		}
		switch {
		case e.explicit && !(w.indicator(':') && w.lines.columnOf(w.at) == p.column):
			w.at = after
			if !isEmptyPlain(n.Content[i+1]) {
				return w.refuse("expected the value of an explicit key")
			}
		default:
			if err = w.expect(':'); err != nil {
				return err
			}
			e.mark = w.at
		}
		if e.value, err = w.value(n.Content[i+1], p.column, false); err != nil {
			return err
		}
		e.end = e.value.end
		p.entries = append(p.entries, e)
	}
	p.end = p.entries[len(p.entries)-1].end
	return nil
}

func (w *walker) blockSequence(p *place) error {
	p.block = true
	n := p.node
	if len(n.Content) == 0 {
		return w.refuse("block sequence without entries")
	}
	p.entries = make([]entry, 0, len(n.Content))
	for i, item := range n.Content {
		w.trivia()
		e := entry{start: w.at}
		if err := w.sameColumn(p, i == 0); err != nil {
			return err
		}
		if !w.indicator('-') {
			return w.refuse("expected an element of the list")
		}
		w.at++
		e.mark = w.at
		var err error
		if e.value, err = w.value(item, p.column, false); err != nil {
			return err
		}
		e.end = e.value.end
		p.entries = append(p.entries, e)
	}
	p.end = p.entries[len(p.entries)-1].end
	return nil
}

// sameColumn checks that the cursor is in the column of the collection.
func (w *walker) sameColumn(p *place, first bool) error {
	c := w.lines.columnOf(w.at)
	if first {
		p.column = c
		return nil
	}
	if c != p.column || !w.lines.leads(w.at) {
		return w.refuse("expected an entry in column %d", p.column+1)
	}
	return nil
}
