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

// appendTo appends the lines of a value behind a mark, and the comment in its line.
func (w written) appendTo(lines []string, mark, comment string) []string {
	at := len(lines)
	if mark+w.inline != "" || len(w.rest) == 0 {
		lines = append(lines, mark+w.behind(mark))
	}
	lines = append(lines, w.rest...)
	if w.closed {
		at = len(lines) - 1
	}
	if comment != "" {
		lines[at] += " " + strings.Join(commentLines(comment), " ")
	}
	return lines
}

// behind is what stands in the line of a mark behind it.
func (w written) behind(mark string) string {
	if w.inline == "" || mark == "" {
		return w.inline
	}
	return " " + w.inline
}

// replace writes another value in place of an old one. What stands on the line
// behind the old value, a comment, stays there. An entry of more than one line is written
// again as a whole.
func (ed *editor) replace(e *entry, o *place, n *yaml.Node, s slot) {
	w := ed.render(n, s)
	switch {
	case e == nil:
		ed.refuse(o.start, "another document")
	case o.header > 0 && ed.replaceLiteral(e, o, n):
	case len(w.rest) > 0 || o.block || o.header > 0 || e.mark < 0:
		ed.refuse(e.start, "value of several lines, or key without a place for its value")
	case o.start < o.end && w.inline != "":
		ed.replaceBytes(o.start, o.end, w.inline)
	default:
		ed.replaceBytes(e.mark, max(e.mark, o.end), w.behind(":"))
	}
}

// replaceLiteral replaces a block scalar by a literal one, whose lines stay in their column.
func (ed *editor) replaceLiteral(e *entry, o *place, n *yaml.Node) bool {
	l := ed.stream.lines
	w, ok := literal(n, l.columnBehindBlanks(l.number(o.header)+1))
	if !ok || e.explicit || l.number(o.start) != l.number(e.mark) {
		return false
	}
	ed.replaceBytes(e.mark, o.header, w.behind(":"))
	from := l.end(o.header)
	ed.replaceBytes(from, max(from, o.end), "\n"+strings.Join(w.rest, "\n"))
	return true
}
