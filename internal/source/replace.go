package source

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// written is the text of a value: what stands behind the : or the - on its
// line, and the lines below.
type written struct {
	inline string
	rest   []string
	// closed: a comment stands behind the last line of the text, not behind the
	// first as that of a block does.
	closed bool
}

func (w written) behindMark() string {
	if w.inline == "" {
		return ""
	}
	return " " + w.inline
}

// closedBelow reports whether a comment stands behind the last line, and that is not
// the first.
func (w written) closedBelow() bool { return w.closed && len(w.rest) > 0 }

func (w written) below() string {
	if len(w.rest) == 0 {
		return ""
	}
	return "\n" + strings.Join(w.rest, "\n")
}

// replace writes another value in place of an old one. What stands on the line
// behind the old value, a comment, stays there.
func (ed *editor) replace(e *entry, o *place, n *yaml.Node, s slot) {
	w := ed.render(n, s)
	if o.header > 0 {
		// Its lines stay in their column.
		if same, ok := literal(n, ed.stream.lines.columnBehindBlanks(ed.stream.lines.number(o.header)+1)); ok {
			w = same
		}
	}
	if ed.refused != nil {
		return
	}
	ed.clearBelow(n, ed.stream.lines.next(ed.endOf(o)), s.column)
	switch {
	case e == nil:
		ed.replaceRoot(o, n, w)
	case len(w.rest) == 0 && !o.block && o.header == 0:
		ed.replaceInline(e, o, w)
	case e.explicit || e.mark < 0:
		ed.refuse(e.start, "value of an explicit key")
	case o.block:
		ed.replaceBlock(e, o, w)
	case o.header > 0:
		ed.replaceBlockScalar(e, o, w)
	default:
		ed.replaceInlineByLines(e, o, w)
	}
}

// isBelow reports whether a value begins in a line below that of its mark.
func (ed *editor) isBelow(e *entry, o *place) bool {
	return ed.stream.lines.number(o.start) != ed.stream.lines.number(e.mark)
}

// replaceInlineByLines replaces a scalar or a flow collection by a value of several lines.
func (ed *editor) replaceInlineByLines(e *entry, o *place, w written) {
	l, below := ed.stream.lines, ed.isBelow(e, o)
	switch {
	case w.closed && o.start < o.end && !below:
		ed.replaceBytes(o.start, o.end, w.inline+w.below())
	case below && w.inline != "":
		ed.refuse(o.start, "value that begins below its key")
	case below:
		ed.replaceBytes(l.start(o.start), l.end(o.end), strings.Join(w.rest, "\n"))
	default:
		ed.replaceBytes(e.mark, o.end, w.behindMark())
		ed.add(l.end(o.end), l.end(o.end), w.below(), rankBelow)
	}
}

// replaceBlockScalar replaces a block scalar.
func (ed *editor) replaceBlockScalar(e *entry, o *place, w written) {
	l := ed.stream.lines
	switch {
	case w.closedBelow() && l.hasComment(o.header):
		ed.refuse(e.start, "comment in the middle of a value")
	case ed.isBelow(e, o):
		ed.refuse(o.start, "value that begins below its key")
	default:
		ed.replaceBytes(e.mark, o.header, w.behindMark())
		from := l.end(o.header)
		ed.add(from, max(from, o.end), w.below(), rankBelow)
	}
}

// replaceInline replaces a scalar or a flow collection by a value of one line.
func (ed *editor) replaceInline(e *entry, o *place, w written) {
	switch {
	case o.start < o.end && w.inline != "":
		ed.replaceBytes(o.start, o.end, w.inline)
	case e.mark < 0:
		ed.refuse(e.start, "key without a place for its value")
	case o.start == o.end:
		ed.insert(e.mark, w.behindMark())
	case ed.isBelow(e, o):
		ed.replaceBytes(o.start, o.end, "null")
	default:
		ed.replaceBytes(e.mark, o.end, "")
	}
}

// replaceBlock replaces a block collection.
func (ed *editor) replaceBlock(e *entry, o *place, w written) {
	l, below := ed.stream.lines, ed.isBelow(e, o)
	if w.closedBelow() && below && l.hasComment(e.mark) {
		ed.refuse(e.start, "comment in the middle of a value")
		return
	}
	end := ed.endOf(o)
	if l.number(o.entries[0].start) == l.number(e.mark) {
		ed.replaceBytes(e.mark, end, w.behindMark()+w.below())
		return
	}
	at := e.mark
	if !below {
		at = o.properties
	}
	ed.replaceBytes(e.mark, at, w.behindMark())
	from := l.end(at)
	ed.add(from, max(from, end), w.below(), rankBelow)
}

// replaceRoot writes another value in place of the document's.
func (ed *editor) replaceRoot(o *place, n *yaml.Node, w written) {
	l := ed.stream.lines
	end := ed.endOf(o)
	if w.inline == "" && len(w.rest) == 0 {
		w.inline = "null"
	}
	w.rest = w.rest[ed.standsAbove(o, w.rest):]
	text := rootText(o.node, n, w)
	switch {
	case o.start == o.end && ed.marker < 0:
		ed.refuse(o.start, "empty document without ---")
	case o.start == o.end:
		ed.insert(l.next(ed.marker), text+"\n")
	case o.block && ed.marker >= 0 && o.properties > o.start && l.number(o.start) == l.number(ed.marker):
		ed.replaceBytes(ed.marker+len("---"), o.properties, "")
		ed.replaceBytes(l.start(o.entries[0].start), end, text)
	case l.leads(o.start) || text == w.inline:
		ed.replaceBytes(o.start, end, text)
	case ed.marker >= 0:
		ed.replaceBytes(ed.marker+len("---"), end, "\n"+text)
	default:
		ed.refuse(o.start, "document that does not begin its line")
	}
}

// standsAbove counts the lines at the beginning of a new root that are the comment above
// the old one's first entry, which stays.
func (ed *editor) standsAbove(o *place, lines []string) int {
	if !o.block {
		return 0
	}
	above := commentLines(headOf(o.entries[0].nodes()))
	if _, whole := headIn(ed.stream, o, 0, true); !whole || len(lines) < len(above) || !slices.Equal(lines[:len(above)], above) {
		return 0
	}
	return len(above)
}

// rootText is the text of a document's value, with comments that the old value lacks.
func rootText(old, n *yaml.Node, w written) string {
	var lines []string
	if n.HeadComment != old.HeadComment {
		lines = commentLines(n.HeadComment)
	}
	if w.inline != "" {
		lines = append(lines, w.inline)
	}
	if n.LineComment != old.LineComment && n.LineComment != "" {
		last := &lines[len(lines)-1]
		*last += " " + strings.Join(commentLines(n.LineComment), " ")
	}
	return strings.Join(append(lines, w.rest...), "\n")
}
