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
	if was, is := headOf(oldKey, old), headOf(key, value); was != is {
		ed.head(o, i, was, is)
	}
	if was, is := lineOf(oldKey, old), lineOf(key, value); was != is {
		ed.line(e, was, is)
	}
}

func (ed *editor) head(o *place, i int, was, is string) {
	e := &o.entries[i]
	l := ed.stream.lines
	start, whole := headIn(ed.stream, o, i, true)
	if o == ed.root && i == 0 {
		var split bool
		if was, is, split = ed.aboveFirst(was, is); split {
			whole = true
		}
	}
	pad := spaces(o.column)
	switch {
	case was == is, ed.received(e, was, is):
	case !whole:
		ed.refuse(e.start, "comment was not found above the entry")
	case was == "" && ed.stands(is):
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

// passing is a comment between two entries that is taken from one and given
// to the other: the library decides by what stands around it to which of them
// it belongs. It stays where it is.
type passing struct {
	// to is where the lower entry starts.
	to      int
	comment string
	// taken from the upper one by an edit, or (given) from the lower one.
	given bool
	edit  int
}

// passed notes a change of the comment below an entry, with the entry below. It reports
// whether nothing is to be done, because the comment is already there as that entry's.
func (ed *editor) passed(o *place, below int, was, is string) bool {
	e := &o.entries[below]
	switch {
	case is == "":
		ed.passing = passing{to: e.start, comment: strings.Join(commentLines(was), "\n")}
	case was == "":
		comment := strings.Join(commentLines(is), "\n")
		if comment == strings.Join(commentLines(headOf(e.nodes())), "\n") {
			ed.passing = passing{to: e.start, comment: comment, given: true}
			return true
		}
	}
	return false
}

// received reports whether a change of the comment above an entry is the other half of
// what was noted, and undoes the first half.
func (ed *editor) received(e *entry, was, is string) bool {
	p := ed.passing
	if p.comment == "" || p.to != e.start || p.given && is != "" || !p.given && was != "" {
		return false
	}
	if p.comment != strings.Join(commentLines(was+is), "\n") {
		return false
	}
	if !p.given {
		if p.edit >= len(ed.edits) {
			return false
		}
		ed.edits[p.edit].end, ed.edits[p.edit].text = ed.edits[p.edit].start, ""
	}
	ed.passing = passing{}
	return true
}

// stands reports whether a comment is still there from an entry that went, to which the
// library had given it.
func (ed *editor) stands(comment string) bool {
	kept := slices.Clone(ed.kept)
	for _, l := range commentLines(comment) {
		i := slices.Index(kept, l)
		if i < 0 {
			return false
		}
		kept = slices.Delete(kept, i, i+1)
	}
	ed.kept = kept
	return true
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
	if was == is || ed.refused != nil {
		return
	}
	if i+1 < len(o.entries) && ed.passed(o, i+1, was, is) {
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
		ed.passing.edit = len(ed.edits)
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
