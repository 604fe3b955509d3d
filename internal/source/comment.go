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

// endOf gives where a value ends, with the comments below the entries of a block.
func (ed *editor) endOf(o *place) int {
	if o.block {
		return ed.tail(&o.entries[len(o.entries)-1])
	}
	return o.end
}

func (ed *editor) tail(e *entry) int {
	end, _ := tailIn(ed.stream, e)
	return end
}

// tailIn gives the end of an entry's last line, or of the last line of the
// comments below it and below the last entries inside it. own is where the
// comment of the entry itself begins, -1 if it was not found.
func tailIn(s *stream, e *entry) (end, own int) {
	if e.value.block {
		end, _ = tailIn(s, &e.value.entries[len(e.value.entries)-1])
	} else {
		end = s.lines.end(e.end)
	}
	want := commentLines(footOf(e.nodes()))
	first, last, found := s.lines.find(want, s.lines.number(end)+1, len(s.text)+1)
	if len(want) == 0 || found < len(want) {
		return end, -1
	}
	return s.lines.end(last), first
}

// comments gives a kept entry the comments of the new one above it and behind it.
func (ed *editor) comments(o *place, i int, key, value *yaml.Node) {
	e := &o.entries[i]
	oldKey, old := e.nodes()
	if oldKey == key && old == value {
		return
	}
	if was, is := headOf(oldKey, old), headOf(key, value); ed.changes(was, is) {
		ed.head(o, i, was, is)
	}
	if was, is := lineOf(oldKey, old), lineOf(key, value); ed.changes(was, is) {
		ed.line(e, was, is)
	}
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

func (ed *editor) head(o *place, i int, was, is string) {
	e := &o.entries[i]
	l := ed.stream.lines
	start, whole := headIn(ed.stream, o, i, true)
	if rest := behindLines(was, ed.front); o == ed.root && i == 0 && rest != was {
		was, whole = rest, rest == "" || len(commentLines(rest)) <= l.number(e.start)-l.number(start)
	}
	pad := spaces(o.column)
	switch {
	case was == is:
	case !whole:
		ed.refuse(e.start, "comment was not found above the entry")
	case was == "" && !l.leads(e.start):
		ed.insert(e.start, comment(is, pad)[len(pad):]+pad)
	case was == "":
		ed.insert(start, comment(is, pad))
	default:
		end := l.start(e.start)
		// Blank lines stay, except those that would become part of a text above.
		if is != "" || i == 0 || !ed.open(o.entries[i-1].value.node) {
			end = min(end, max(start, ed.aboveBlanks(end)))
		}
		ed.replaceBytes(start, end, comment(is, pad))
	}
}

// documentComments gives the document the comments of another above its value and below.
func (ed *editor) documentComments(c *chunk, doc *yaml.Node) {
	l := ed.stream.lines
	if was, is := behindLines(c.doc.HeadComment, ed.front), behindLines(doc.HeadComment, ed.front); ed.changes(was, is) {
		top := c.start
		if c.marker {
			top = l.next(c.markerAt)
		}
		ed.documentComment(c, top, was, is, comment(is, "")+"\n")
	}
	if was, is := c.doc.FootComment, doc.FootComment; ed.changes(was, is) {
		ed.documentComment(c, l.next(ed.endOf(ed.root)), was, is, ed.below(ed.root.node, is))
	}
}

// below gives the lines of a comment below a document. A blank line separates it from a
// comment below the last entry, but where a text would take that for its own.
func (ed *editor) below(root *yaml.Node, text string) string {
	if ed.open(root) {
		return comment(text, "")
	}
	return "\n" + comment(text, "")
}

// documentComment exchanges a comment that is looked for from a line on; if there was
// none, added is put there.
func (ed *editor) documentComment(c *chunk, top int, was, is, added string) {
	want := commentLines(was)
	switch from, last, k := ed.stream.lines.find(want, ed.stream.lines.number(top), c.end); {
	case len(want) == 0 && is != "":
		ed.insert(top, added)
	case k < len(want):
		ed.refuse(top, "comment of the document was not found")
	case k > 0:
		ed.replaceBytes(from, ed.stream.lines.next(last), comment(is, ""))
	}
}

// comment gives the lines of a comment, indented; blank lines between its
// paragraphs stay.
func comment(text, pad string) string {
	if len(commentLines(text)) == 0 {
		return ""
	}
	var b strings.Builder
	for _, l := range strings.Split(strings.Trim(strings.ReplaceAll(text, "\r", ""), "\n"), "\n") {
		if l = strings.TrimSpace(l); l != "" {
			b.WriteString(pad + l)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// line changes the comment behind an entry: behind its value, or behind its
// key if the value stands below.
func (ed *editor) line(e *entry, was, is string) {
	if strings.ContainsAny(is, "\r\n") {
		ed.refuse(e.start, "comment of several lines behind a value")
		return
	}
	v := e.value
	at := v.end
	switch {
	case v.block && ed.stream.lines.number(v.start) == ed.stream.lines.number(max(e.mark, e.start)):
		at = v.properties
		if v.properties == v.start {
			if was == "" && is != "" {
				ed.refuse(e.start, "no place for a comment behind the value")
			}
			return
		}
	case v.block:
		at = e.mark
	case v.header > 0:
		at = v.header
	}
	if at < 0 {
		ed.refuse(e.start, "no place for a comment behind the value")
		return
	}
	end := ed.stream.lines.end(at)
	rest := bytes.Trim(ed.stream.text[at:end], " \t")
	if string(rest) != strings.TrimSpace(was) {
		ed.refuse(at, "comment was not found behind the value")
		return
	}
	if was != "" && is != "" {
		for isBlank(ed.stream.text[at]) {
			at++
		}
		ed.add(at, end, is, rankComment)
		return
	}
	if is != "" {
		is = " " + is
	}
	ed.add(at, end, is, rankComment)
}

// foot gives a kept entry the comment of the new one below it, and below what is added
// inside.
func (ed *editor) foot(o *place, i int, key, value *yaml.Node) {
	e := &o.entries[i]
	was, is := footOf(e.nodes()), footOf(key, value)
	if ed.refused != nil || !ed.changes(was, is) {
		return
	}
	end, own := tailIn(ed.stream, e)
	l := ed.stream.lines
	pad := spaces(o.column)
	next := l.next(end)
	switch {
	case was != "" && own < 0:
		ed.refuse(e.end, "comment was not found below the entry")
	case was != "":
		ed.replaceBytes(own, next, comment(is, pad))
		if is == "" {
			ed.clearBelow(value, next, o.column)
		}
	default:
		text := comment(is, pad)
		if n := l.number(next); next < len(ed.stream.text) && len(l.trimmed(n)) > 0 {
			text += "\n"
		}
		ed.insert(next, text)
	}
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
