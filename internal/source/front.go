package source

import (
	"bytes"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// leadWith reports whether a document begins with some lines of comments.
func leadWith(lines []string, doc, root *yaml.Node) bool {
	var all []string
	if doc != nil {
		all = commentLines(doc.HeadComment)
	}
	for n := root; n != nil; n = n.Content[0] {
		all = append(all, commentLines(n.HeadComment)...)
		if len(n.Content) == 0 {
			break
		}
	}
	return len(all) >= len(lines) && slices.Equal(all[:len(lines)], lines)
}

// aboveFirst splits a change of the comment above the first entry into what stands in
// front of the marker, what stands behind it in its line, and the rest. split: there is
// more than the rest.
func (ed *editor) aboveFirst(was, is string) (restWas, restIs string, split bool) {
	was, is, front := ed.frontComment(was, is)
	was, is, beside := ed.markerComment(was, is)
	return was, is, front || beside
}

// markerComment changes a comment behind the marker, in its line, if the library counts it
// to the first entry and that one's comment changes.
func (ed *editor) markerComment(was, is string) (restWas, restIs string, split bool) {
	if ed.marker < 0 {
		return was, is, false
	}
	from, to := ed.marker+len("---"), ed.stream.lines.end(ed.marker)
	beside := string(bytes.TrimSpace(ed.stream.text[from:to]))
	lines, wanted := commentLines(was), commentLines(is)
	if len(lines) == 0 || beside != lines[0] || !strings.HasPrefix(beside, "#") {
		return was, is, false
	}
	restWas = behindLines(was, lines[:1])
	if restIs = behindLines(is, lines[:1]); restIs != is {
		return restWas, restIs, true
	}
	now := ""
	if len(wanted) > 0 && !slices.Equal(wanted, commentLines(restWas)) {
		now, restIs = " "+wanted[0], behindLines(is, wanted[:1])
	}
	ed.replaceBytes(from, to, now)
	return restWas, restIs, true
}

// frontComment splits a change of a comment at the marker of the first document, if some
// of the comment stands in front of it: the library counts that to what comes behind. What
// is to stand there is ed.fronted. A new comment is split where the part behind the marker
// stays the same, else behind as many lines as there were.
func (ed *editor) frontComment(was, is string) (restWas, restIs string, split bool) {
	restWas = behindLines(was, ed.front)
	if restWas == was {
		return was, is, false
	}
	lines, behind := commentLines(is), commentLines(restWas)
	if rest := behindLines(is, ed.front); rest != is || !ed.leads {
		return restWas, rest, true
	}
	n := min(len(ed.front), len(lines))
	if k := len(lines) - len(behind); len(behind) > 0 && k >= 0 && slices.Equal(lines[k:], behind) {
		n = k
	}
	front, at := "", 0
	for rest := n; rest > 0; rest-- {
		at += strings.Index(is[at:], lines[n-rest]) + len(lines[n-rest])
	}
	front = is[:at]
	ed.fronted = &front
	return restWas, strings.Trim(is[at:], "\r\n"), true
}

// frontText is what stands in front of the marker of the first document after its edits.
func (ed *editor) frontText(text []byte) []byte {
	if ed.fronted == nil {
		return text
	}
	l := ed.stream.lines
	from, last, found := l.find(ed.front, 0, len(text))
	if found < len(ed.front) {
		return text
	}
	to := l.next(last)
	for *ed.fronted == "" && breakAt(text, to) > 0 {
		to += breakAt(text, to)
	}
	return append(append(append([]byte{}, text[:from]...), ed.newlines(comment(*ed.fronted, ""))...), text[to:]...)
}
