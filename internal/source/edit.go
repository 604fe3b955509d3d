package source

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"go.yaml.in/yaml/v3"
)

// edit replaces the bytes from start to end.
type edit struct {
	start, end int
	text       string
	// rank orders insertions at one place.
	rank rank
}

type rank uint8

const (
	rankValue   rank = iota // a value behind its key, and whole entries
	rankComment             // the comment behind it
	rankBelow               // the lines below
)

// editor collects the edits that make a document's text say what a new tree
// says. The first thing it cannot do in place ends it.
type editor struct {
	stream *stream
	root   *place
	// marker is where the --- of the document stands, -1 without.
	marker int
	// sources gives the texts to copy from.
	sources func() []*stream
	habits  habits
	// copying: new text is copied from the sources where they have it.
	copying, copied bool
	// rewritten counts entries written as a whole.
	rewritten int
	edits     []edit
	// kept are comment lines of nodes that go, which stay in the text.
	kept    []string
	refused error
}

func (ed *editor) refuse(at int, format string, args ...any) {
	if ed.refused == nil {
		ed.refused = &refusal{line: ed.stream.lines.number(at) + 1, reason: fmt.Sprintf(format, args...)}
	}
}

func (ed *editor) replaceBytes(start, end int, text string) {
	ed.add(start, end, text, rankValue)
}

func (ed *editor) add(start, end int, text string, r rank) {
	if start == end && text == "" {
		return
	}
	if end < start {
		ed.refuse(start, "edit that ends before it starts")
		return
	}
	ed.edits = append(ed.edits, edit{start, end, text, r})
}

func (ed *editor) insert(at int, text string) { ed.replaceBytes(at, at, text) }

var errOverlap = errors.New("edits overlap")

// apply gives the bytes from start to end with the edits made.
func (ed *editor) apply(start, end int) ([]byte, error) {
	if ed.refused != nil {
		return nil, ed.refused
	}
	edits := ed.edits
	sort.SliceStable(edits, func(i, j int) bool {
		a, b := edits[i], edits[j]
		if a.start != b.start {
			return a.start < b.start
		}
		if aInserts, bInserts := a.end == a.start, b.end == b.start; aInserts != bInserts {
			return aInserts
		}
		return a.rank < b.rank
	})
	size := end - start
	for _, e := range edits {
		size += len(e.text)
	}
	out := make([]byte, 0, size)
	at := start
	for _, e := range edits {
		if e.start < at || e.end > end {
			return nil, errOverlap
		}
		out = append(out, ed.stream.text[at:e.start]...)
		out = append(out, ed.newlines(e.text)...)
		at = e.end
	}
	return append(out, ed.stream.text[at:end]...), nil
}

func (ed *editor) newlines(s string) string {
	if ed.habits.newline == "\n" {
		return s
	}
	return strings.ReplaceAll(s, "\n", ed.habits.newline)
}

// slot is where a value stands: below the entry of a block collection in that
// column, behind a dash if it is a list, or at the root (column -1).
type slot struct {
	column int
	list   bool
}

func (s slot) root() bool { return s.column < 0 }

// value makes the value of an entry (nil at the root) say what n says.
func (ed *editor) value(e *entry, o *place, n *yaml.Node, s slot) {
	if o.node == n || ed.refused != nil {
		return
	}
	if isCollection(n) && len(n.Content) > 0 && len(o.entries) > 0 && sameShape(o.node, n) {
		if !o.block {
			if !ed.flow(o, n) {
				ed.replaceBytes(o.body, o.end, ed.flowAgain(o, n))
				ed.goes(o.body, o.end, o.node)
			}
			return
		}
		if ed.block(o, n) {
			return
		}
	} else if Equal(o.node, n) {
		return
	}
	ed.replace(e, o, n, s)
}

func isCollection(n *yaml.Node) bool {
	return n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode
}

// align says for each new child which old one it is; false if nothing can be
// kept or keys stand twice.
func align(o, n *yaml.Node) ([]int, bool) {
	var match []int
	if o.Kind == yaml.MappingNode {
		var ok bool
		if match, ok = alignFields(o.Content, n.Content); !ok {
			return nil, false
		}
	} else {
		match = alignElements(o.Content, n.Content)
	}
	last, increasing, kept := -1, true, false
	for _, i := range match {
		if i >= 0 {
			kept = true
			increasing = increasing && i > last
			last = i
		}
	}
	if !increasing {
		keepIncreasing(match)
	}
	return match, kept
}

// child gives key and value of a new collection's child.
func child(n *yaml.Node, j int) (key, value *yaml.Node) {
	if n.Kind == yaml.MappingNode {
		return n.Content[2*j], n.Content[2*j+1]
	}
	return nil, n.Content[j]
}

// block edits the entries of a block collection; false if it must be written
// anew.
func (ed *editor) block(o *place, n *yaml.Node) bool {
	match, ok := align(o.node, n)
	if !ok {
		return false
	}
	s := slot{column: o.column, list: n.Kind == yaml.SequenceNode}
	prev := -1
	for j := 0; j <= len(match); {
		j1 := j
		for j1 < len(match) && match[j1] < 0 {
			j1++
		}
		next := len(o.entries)
		if j1 < len(match) {
			next = match[j1]
		}
		ed.between(o, n, s, prev, next, j, j1)
		if j1 < len(match) {
			key, value := child(n, j1)
			ed.entry(o, next, key, value, s)
		}
		prev, j = next, j1+1
	}
	return true
}

// entry makes a kept entry say what the new one says. What cannot be edited
// is written again as a whole.
func (ed *editor) entry(o *place, i int, key, value *yaml.Node, s slot) {
	if ed.refused != nil {
		return
	}
	edits, kept := len(ed.edits), len(ed.kept)
	e := &o.entries[i]
	ed.comments(o, i, key, value)
	ed.value(e, e.value, value, s)
	if ed.refused == nil {
		return
	}
	ed.edits, ed.kept, ed.refused = ed.edits[:edits], ed.kept[:kept], nil
	lines := ed.entryLines(key, value, s)
	if ed.refused != nil {
		return
	}
	ed.rewritten++
	text := strings.Join(lines, "\n")
	end := ed.tail(e)
	start := ed.headStart(o, i, true)
	if !ed.stream.lines.leads(e.start) {
		start, text = e.start, strings.TrimPrefix(text, spaces(o.column))
	}
	ed.replaceBytes(start, end, text)
	ed.goneEntries(o, i, i+1, start, end)
}

// between deletes the old entries between prev and next, both kept, and
// inserts the new children from j to j1.
func (ed *editor) between(o *place, n *yaml.Node, s slot, prev, next, j, j1 int) {
	if prev+1 == next && j == j1 {
		return
	}
	var added []string
	for ; j < j1; j++ {
		key, value := child(n, j)
		added = append(added, ed.entryLines(key, value, s)...)
	}
	first := &o.entries[0]
	if prev < 0 && !ed.stream.lines.leads(first.start) {
		ed.lead(o, next, added)
		return
	}
	for i := prev + 1; i < next; i++ {
		ed.deleteLines(o, i)
	}
	if len(added) == 0 {
		if prev >= 0 {
			ed.clearBelow(o.entries[prev].value.node, ed.stream.lines.next(ed.tail(&o.entries[next-1])))
		}
		return
	}
	var at int
	switch {
	case prev+1 < next:
		at = ed.stream.lines.next(ed.tail(&o.entries[next-1]))
	case prev >= 0:
		at = ed.stream.lines.next(ed.tail(&o.entries[prev]))
	default:
		at = ed.stream.lines.start(first.start)
		if o != ed.root {
			at = ed.headStart(o, 0, false)
		}
	}
	ed.insert(at, strings.Join(added, "\n")+"\n")
	_, last := child(n, j1-1)
	ed.clearBelow(last, at)
}

// clearBelow deletes the blank lines from a place on that a block scalar in
// front of them would take for its own.
func (ed *editor) clearBelow(n *yaml.Node, at int) {
	for isCollection(n) && len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	if n.Kind != yaml.ScalarNode || n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		return
	}
	keeps := strings.HasSuffix(n.Value, "\n\n") || strings.Trim(n.Value, "\n") == "" && n.Value != ""
	l := ed.stream.lines
	for line := l.number(at); line < len(l.starts) && l.starts[line] < len(ed.stream.text); line++ {
		s := l.starts[line]
		if len(l.trimmed(line)) > 0 {
			return
		}
		if keeps || l.end(s) > s {
			ed.replaceBytes(s, l.next(s), "")
		}
	}
}

// lead changes what stands in front of a kept entry where the first entry
// shares its line with the dash of the list around it.
func (ed *editor) lead(o *place, next int, added []string) {
	first := &o.entries[0]
	pad := spaces(o.column)
	text := strings.TrimPrefix(strings.Join(added, "\n"), pad)
	switch {
	case next == 0:
		ed.insert(first.start, text+"\n"+pad)
	case len(added) > 0:
		end := ed.tail(&o.entries[next-1])
		ed.replaceBytes(first.start, end, text)
		ed.goneEntries(o, 0, next, first.start, end)
	default:
		to := o.entries[next].start
		from := first.start
		if h := ed.headStart(o, next, true); h < ed.stream.lines.start(to) {
			to = ed.stream.lines.end(ed.tail(&o.entries[next-1]))
			for from > 0 && isBlank(ed.stream.text[from-1]) {
				from--
			}
		}
		ed.replaceBytes(from, to, "")
		ed.goneEntries(o, 0, next, from, to)
	}
}

// deleteLines deletes an entry with its lines and comments. The comments above
// the first entry of a document stay: they are about the file.
func (ed *editor) deleteLines(o *place, i int) {
	e := &o.entries[i]
	from := ed.stream.lines.start(e.start)
	if i > 0 || o != ed.root {
		from = ed.headStart(o, i, false)
	}
	to := ed.stream.lines.next(ed.tail(e))
	ed.replaceBytes(from, to, "")
	ed.goneEntries(o, i, i+1, from, to)
}

func (ed *editor) goneEntries(o *place, i, i1, from, to int) {
	for ; i < i1; i++ {
		e := &o.entries[i]
		if e.key != nil {
			ed.goes(from, to, e.key.node, e.value.node)
		} else {
			ed.goes(from, to, e.value.node)
		}
	}
}

// goes notes which comments of nodes that go are not in the text that goes.
func (ed *editor) goes(from, to int, nodes ...*yaml.Node) {
	var of []string
	for _, n := range nodes {
		of = appendComments(of, n)
	}
	if len(of) == 0 {
		return
	}
	in := map[string]int{}
	for _, line := range strings.FieldsFunc(string(ed.stream.text[from:to]), func(r rune) bool { return r == '\n' || r == '\r' }) {
		for i := range len(line) {
			if line[i] == '#' && (i == 0 || isBlank(line[i-1])) {
				in[strings.TrimSpace(line[i:])]++
			}
		}
	}
	for _, c := range of {
		if in[c] > 0 {
			in[c]--
		} else {
			ed.kept = append(ed.kept, c)
		}
	}
}

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }
