package source

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// find looks for a node in the texts: the very node, else one at its position
// that is written alike (a copy of it).
func (ed *editor) find(n *yaml.Node) (found, bool) {
	if !ed.copying || n.Line == 0 {
		return found{}, false
	}
	for _, s := range ed.sources() {
		if f, ok := s.find(n, func(at *place) bool { return at.node == n }); ok {
			ed.copied = true
			return f, true
		}
	}
	for _, s := range ed.sources() {
		if f, ok := s.find(n, func(at *place) bool { return at.node.Kind == n.Kind && Identical(at.node, n) }); ok {
			ed.copied = true
			return f, true
		}
	}
	return found{}, false
}

// foreign reports whether a node is one of another text.
func (ed *editor) foreign(n *yaml.Node) bool {
	for _, s := range ed.sources()[1:] {
		if _, ok := s.find(n, func(at *place) bool { return at.node == n }); ok {
			return true
		}
	}
	return false
}

// copyEntry copies a whole entry with its comments, if a text has it below the
// same key.
func (ed *editor) copyEntry(key, value *yaml.Node, s slot) ([]string, bool) {
	f, ok := ed.find(value)
	if !ok || f.parent == nil || f.isKey || !f.parent.block {
		return nil, false
	}
	e := &f.parent.entries[f.index]
	if (e.key == nil) != s.list {
		return nil, false
	}
	if key != nil && e.key.node != key && !Identical(e.key.node, key) {
		return nil, false
	}
	if s.list && !sameComments(f.place.node, value) {
		return nil, false
	}
	start, whole := headIn(f.stream, f.parent, f.index, true)
	if !whole {
		return nil, false
	}
	if !f.stream.lines.leads(e.start) {
		start = e.start
	}
	end, _ := tailIn(f.stream, e)
	c := ed.copier(f)
	c.entry(f.parent, e, s.column)
	return c.lines(start, end, s.column)
}

// copyBlock copies the entries of a block collection to that column.
func (ed *editor) copyBlock(f found, column int) ([]string, bool) {
	p := f.place
	first, last := &p.entries[0], &p.entries[len(p.entries)-1]
	start, whole := headIn(f.stream, p, 0, true)
	if !whole {
		return nil, false
	}
	if !f.stream.lines.leads(first.start) {
		start = first.start
	}
	end, _ := tailIn(f.stream, last)
	c := ed.copier(f)
	c.entries(p, column)
	return c.lines(start, end, column)
}

// copyInline copies the text of a scalar or of a flow collection.
func (ed *editor) copyInline(f found, s slot) (written, bool) {
	p := f.place
	if p.start == p.end {
		return written{}, true
	}
	// The lines below its first hang on the block entry the value belongs to.
	l := f.stream.lines
	if text := string(f.stream.text[p.start:p.end]); !strings.ContainsAny(text, "\r\n") && p.header == 0 {
		return written{inline: text}, true
	}
	from := 0
	if f.parent != nil {
		if !f.parent.block {
			return written{}, false
		}
		from = f.parent.column
	}
	c := ed.copier(f)
	c.shifts = append(c.shifts, shift{line: l.number(p.start), by: max(s.column, 0) - from, column: from})
	lines, ok := c.lines(p.start, p.end, 0)
	if !ok {
		return written{}, false
	}
	if p.header > 0 {
		// A comment behind the header is the entry's.
		lines[0] = string(f.stream.text[p.start:p.header])
	}
	return written{inline: strings.TrimLeft(lines[0], " "), rest: lines[1:], closed: p.header == 0}, true
}

// copier moves lines of a text to other columns, in our habits.
type copier struct {
	stream *stream
	habits habits
	shifts []shift
}

// shift reports whether from a line on, lines stand further right by some columns.
type shift struct {
	line, by int
	// column is where the entry that begins on the line stands in its text.
	column int
}

func (ed *editor) copier(f found) *copier {
	c := &copier{stream: f.stream, habits: ed.habits}
	if ed.sharesHabits(f) {
		c.habits.step, c.habits.lists = 0, listsUnknown
	}
	return c
}

// sharesHabits reports whether a text is mostly written as ours is: where it is not, in
// a list that stands less deep than the others, that is on purpose.
func (ed *editor) sharesHabits(f found) bool {
	c := &f.stream.chunks[f.chunk]
	if c.habits == nil {
		h := habitsOf(f.stream, c.root)
		c.habits = &h
	}
	return c.habits.step == ed.habits.step && c.habits.lists == ed.habits.lists
}

func (c *copier) entries(p *place, column int) {
	for i := range p.entries {
		c.entry(p, &p.entries[i], column)
	}
}

func (c *copier) entry(p *place, e *entry, column int) {
	l := c.stream.lines
	by := column - p.column
	if len(c.shifts) == 0 || l.leads(e.start) {
		c.shifts = append(c.shifts, shift{line: l.number(e.start), by: by, column: p.column})
	}
	if e.key != nil && e.key.block {
		c.entries(e.key, e.key.column+by)
	}
	v := e.value
	switch {
	case !v.block:
	case e.key == nil || e.explicit || l.number(v.entries[0].start) == l.number(e.start):
		c.entries(v, v.column+by)
	case v.node.Kind == yaml.MappingNode:
		c.entries(v, column+c.habits.stepOr(v.column-p.column))
	default:
		c.entries(v, column+c.habits.listStepOr(v.column-p.column))
	}
}

// lines gives the lines from start to end, moved. The first one begins in
// column even if start lies within its line.
func (c *copier) lines(start, end, column int) ([]string, bool) {
	l := c.stream.lines
	var out []string
	next, glue := 0, ""
	by, from := 0, 0
	if len(c.shifts) > 0 {
		by, from = c.shifts[0].by, c.shifts[0].column
	}
	for n := l.number(start); n <= l.number(end); n++ {
		s := l.starts[n]
		inside := s < start
		s = max(s, start)
		raw := c.stream.text[s:min(l.end(s), end)]
		for next < len(c.shifts) && c.shifts[next].line <= n {
			by, from = c.shifts[next].by, c.shifts[next].column
			next++
		}
		if glue != "" {
			out[len(out)-1] += glue + string(raw)
			glue = oddBreak(c.stream.text, s+len(raw), end)
			continue
		}
		glue = oddBreak(c.stream.text, s+len(raw), end)
		if inside {
			out = append(out, spaces(column)+string(raw))
			continue
		}
		indent := len(raw) - len(bytes.TrimLeft(raw, " "))
		text := raw[indent:]
		switch {
		case len(text) == 0:
			out = append(out, spaces(max(indent+by, 0)*min(indent, 1)))
			continue
		case text[0] == '#':
			indent += c.commentShift(next, indent, by)
		default:
			if indent < from {
				return nil, false
			}
			indent += by
		}
		if indent < 0 {
			return nil, false
		}
		out = append(out, spaces(indent)+string(text))
	}
	return out, true
}

// oddBreak gives a line break that is a character of the text: all but \n and
// \r.
func oddBreak(text []byte, at, end int) string {
	if n := breakAt(text, at); n > 0 && at < end && text[at] >= utf8.RuneSelf {
		return string(text[at : at+n])
	}
	return ""
}

// commentShift moves a comment with the entry below it if it stands in its
// column, else with the nearest one above that does.
func (c *copier) commentShift(next, indent, by int) int {
	if next < len(c.shifts) && c.shifts[next].column == indent {
		return c.shifts[next].by
	}
	for i := next - 1; i >= 0 && i >= next-64; i-- {
		if c.shifts[i].column == indent {
			return c.shifts[i].by
		}
	}
	return max(by, -indent)
}

func (h habits) stepOr(relative int) int {
	if h.step > 0 {
		return h.step
	}
	return relative
}

func (h habits) listStepOr(relative int) int {
	switch h.lists {
	case listsCompact:
		return 0
	case listsWide:
		return max(h.step, 1)
	case listsUnknown:
	}
	return relative
}
