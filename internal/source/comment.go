package source

import (
	"bytes"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// The YAML library gives the text of a comment, not its place. So comments are searched
// for in the text of the document.

// headOf gives the comment above an entry, footOf that below it, lineOf the
// one behind it.
func headOf(key, value *yaml.Node) string {
	return joined(key, value, func(n *yaml.Node) string { return n.HeadComment })
}

func footOf(key, value *yaml.Node) string {
	return joined(key, value, func(n *yaml.Node) string { return n.FootComment })
}

func lineOf(key, value *yaml.Node) string {
	return joined(key, value, func(n *yaml.Node) string { return n.LineComment })
}

func joined(key, value *yaml.Node, comment func(*yaml.Node) string) string {
	if key == nil {
		return comment(value)
	}
	return strings.Trim(comment(key)+"\n"+comment(value), "\n")
}

// commentLines gives the lines of a comment that are not blank.
func commentLines(comment string) []string {
	if comment == "" {
		return nil
	}
	var lines []string
	for _, l := range strings.FieldsFunc(comment, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

// CommentLines gives the comment lines of a tree, trimmed, in its order.
func CommentLines(n *yaml.Node) []string { return appendComments(nil, n) }

// appendComments appends the comment lines of a tree.
func appendComments(to []string, n *yaml.Node) []string {
	to = append(to, commentLines(n.HeadComment)...)
	to = append(to, commentLines(n.LineComment)...)
	for _, c := range n.Content {
		to = appendComments(to, c)
	}
	return append(to, commentLines(n.FootComment)...)
}

// headStart gives the start of the lines of the comment directly above an
// entry, that of the entry's own line if there is none. across: paragraphs
// above a blank line belong to it too.
func (ed *editor) headStart(o *place, i int, across bool) int {
	start, _ := headIn(ed.stream, o, i, across)
	return start
}

// headIn also reports whether the whole comment was found.
func headIn(s *stream, o *place, i int, across bool) (start int, whole bool) {
	e := &o.entries[i]
	l := s.lines
	start = l.start(e.start)
	want := commentLines(headOf(e.nodes()))
	if len(want) > 0 && !l.leads(e.start) {
		return start, false
	}
	k := len(want) - 1
	for n := l.number(e.start) - 1; n >= 0 && k >= 0; n-- {
		t := l.trimmed(n)
		if len(t) == 0 {
			if !across {
				break
			}
			continue
		}
		if string(t) != want[k] {
			break
		}
		k--
		start = l.starts[n]
	}
	return start, k < 0
}

// tail gives the end of an entry's last line, or of the last line of the comments below it
// and below the last entries inside it.
func (s *stream) tail(e *entry) int {
	end := s.bottom(e)
	want := commentLines(footOf(e.nodes()))
	if last, found := s.lines.find(want, s.lines.number(end)+1, len(s.text)+1); len(want) > 0 && found == len(want) {
		return s.lines.end(last)
	}
	return end
}

// bottom is tail without the comments below the entry itself.
func (s *stream) bottom(e *entry) int {
	if e.value.block {
		return s.tail(&e.value.entries[len(e.value.entries)-1])
	}
	return s.lines.end(e.end)
}

// comments gives a kept entry other comments.
func (ed *editor) comments(o *place, i int, key, value *yaml.Node) {
	e := &o.entries[i]
	oldKey, old := e.nodes()
	if oldKey == key && old == value {
		return
	}
	s, l := ed.stream, ed.stream.lines
	was, is := headOf(oldKey, old), headOf(key, value)
	if o == ed.root && i == 0 {
		was = behindLines(was, ed.front)
	}
	if ed.changes(was, is) {
		start, whole := headIn(s, o, i, true)
		if !whole || !l.leads(e.start) {
			ed.refuse(e.start, "other comments")
		}
		ed.replaceBytes(start, l.start(e.start), inColumn(is, o.column))
	}
	if ed.changes(lineOf(oldKey, old), lineOf(key, value)) {
		ed.lineComment(e, lineOf(key, value))
	}
	if ed.changes(footOf(oldKey, old), footOf(key, value)) {
		ed.replaceBytes(l.next(s.bottom(e)), l.next(s.tail(e)), inColumn(footOf(key, value), o.column))
	}
}

// lineComment gives an entry another comment in its line.
func (ed *editor) lineComment(e *entry, comment string) {
	s, l, at := ed.stream, ed.stream.lines, e.end
	switch v := e.value; {
	case v.block && v.properties > v.start:
		at = v.properties
	case v.block:
		at = e.mark
	case v.header > 0:
		at = v.header
	}
	behind := bytes.TrimSpace(s.text[at:l.end(at)])
	if len(behind) > 0 && behind[0] != '#' {
		ed.refuse(at, "comment in a line with more")
	}
	ed.replaceBytes(at, l.end(at), strings.TrimSuffix(" "+strings.Join(commentLines(comment), " "), " "))
}

// inColumn are the lines of a comment in a column.
func inColumn(comment string, column int) string {
	text := ""
	for _, line := range commentLines(comment) {
		text += spaces(column) + line + "\n"
	}
	return text
}

// changes reports whether a comment is to become another one. It is not where the document
// has all lines of both as often as it shall: the library decides by what stands around a
// comment to which node it belongs, and it stays where it is.
func (ed *editor) changes(was, is string) bool {
	if was == is || ed.lacks == nil {
		return was != is
	}
	for _, l := range commentLines(is) {
		if ed.lacks[l] > 0 {
			return true
		}
	}
	for _, l := range commentLines(was) {
		if ed.lacks[l] < 0 {
			return true
		}
	}
	return false
}

// behindLines is a comment without the lines it begins with, or the comment itself if
// it does not begin with them.
func behindLines(comment string, lines []string) string {
	has := commentLines(comment)
	if len(lines) == 0 || len(has) < len(lines) || !slices.Equal(has[:len(lines)], lines) {
		return comment
	}
	return strings.Join(has[len(lines):], "\n")
}

// withoutLines is a tree without the lines that the comment above it begins with.
func withoutLines(n *yaml.Node, lines []string) *yaml.Node {
	if len(lines) == 0 {
		return n
	}
	c := *n
	if c.HeadComment = behindLines(n.HeadComment, lines); c.HeadComment != n.HeadComment {
		return &c
	}
	if len(n.Content) == 0 {
		return n
	}
	c.Content = slices.Clone(n.Content)
	if c.Content[0] = withoutLines(n.Content[0], lines); c.Content[0] == n.Content[0] {
		return n
	}
	return &c
}
