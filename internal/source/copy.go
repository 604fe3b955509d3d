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
	if n.Line == 0 {
		return found{}, false
	}
	for _, s := range ed.sources() {
		if f, ok := s.find(n, func(at *place) bool { return at.node == n }); ok {
			return f, true
		}
	}
	for _, s := range ed.sources() {
		if f, ok := s.find(n, func(at *place) bool { return at.node.Kind == n.Kind && Identical(at.node, n) }); ok {
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
	end := f.stream.tail(e)
	return f.moved(start, end, s.column, f.parent.column, s.column-f.parent.column)
}

// copyInline copies the text of a scalar or of a flow collection.
func (ed *editor) copyInline(f found, s slot) (written, bool) {
	p := f.place
	if p.start == p.end {
		return written{}, true
	}
	// The lines below its first hang on the block entry the value belongs to.
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
	lines, ok := f.moved(p.start, p.end, 0, from, max(s.column, 0)-from)
	if !ok {
		return written{}, false
	}
	if p.header > 0 {
		// A comment behind the header is the entry's.
		lines[0] = string(f.stream.text[p.start:p.header])
	}
	return written{inline: strings.TrimLeft(lines[0], " "), rest: lines[1:], closed: p.header == 0}, true
}

// moved gives the lines of a text from start to end, so many columns further right. The
// first one begins in column even if start lies within its line. It is false where a line
// that is no comment stands less deep than from, where the entry that is moved begins.
func (f found) moved(start, end, column, from, by int) ([]string, bool) {
	l := f.stream.lines
	var out []string
	for n := l.number(start); n <= l.number(end); n++ {
		s := l.starts[n]
		inside := s < start
		s = max(s, start)
		raw := f.stream.text[s:min(l.end(s), end)]
		indent := len(raw) - len(bytes.TrimLeft(raw, " "))
		text := string(raw[indent:])
		switch {
		case inside:
			out = append(out, spaces(column)+string(raw))
		case text == "":
			out = append(out, spaces(max(indent+by, 0)*min(indent, 1)))
		case text[0] != '#' && (indent < from || indent+by < 0):
			return nil, false
		default:
			out = append(out, spaces(indent+by)+text)
		}
		if next := s + len(raw); next < end && f.stream.text[next] >= utf8.RuneSelf {
			return nil, false // A line break that is a character of a text.
		}
	}
	return out, true
}
