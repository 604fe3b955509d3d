package source

import (
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

// replace writes another value in place of an old one. What stands on the line
// behind the old value, a comment, stays there. An entry of more than one line is written
// again as a whole.
func (ed *editor) replace(e *entry, o *place, n *yaml.Node, s slot) {
	w := ed.render(n, s)
	switch {
	case ed.refused != nil:
	case e == nil:
		ed.refuse(o.start, "another document")
	case len(w.rest) == 0 && !o.block && o.header == 0:
		ed.replaceInline(e, o, w)
	case o.header > 0 && ed.replaceLiteral(e, o, n):
		ed.clearBelow(n, ed.stream.lines.next(o.end), s.column)
	default:
		ed.refuse(e.start, "value of several lines")
	}
}

// isBelow reports whether a value begins in a line below that of its mark.
func (ed *editor) isBelow(e *entry, o *place) bool {
	return ed.stream.lines.number(o.start) != ed.stream.lines.number(e.mark)
}

// replaceLiteral replaces a block scalar by a literal one, whose lines stay in their column.
func (ed *editor) replaceLiteral(e *entry, o *place, n *yaml.Node) bool {
	l := ed.stream.lines
	w, ok := literal(n, l.columnBehindBlanks(l.number(o.header)+1))
	if !ok || ed.isBelow(e, o) || e.explicit {
		return false
	}
	ed.replaceBytes(e.mark, o.header, w.behindMark())
	from := l.end(o.header)
	ed.replaceBytes(from, max(from, o.end), "\n"+strings.Join(w.rest, "\n"))
	return true
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
