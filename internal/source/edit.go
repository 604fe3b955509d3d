package source

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// edit replaces the bytes from start to end.
type edit struct {
	start, end int
	text       string
	// tidy: it is not needed where another edit is.
	tidy bool
}

// editor collects the edits that give a document's text the value of a new tree. The
// first thing it cannot do in place ends it.
type editor struct {
	stream *stream
	root   *place
	// marker is where the --- of the document stands, -1 without.
	marker int
	// sources gives the texts to copy from.
	sources func() []*stream
	habits  habits
	// rewritten counts entries written as a whole.
	rewritten int
	edits     []edit
	hashes    hashes
	// front are the comment lines in front of the marker of the first document, which the
	// library counts to the first entry. They stay.
	front []string
	// lacks counts, by line, the comments that the document has too few times, below zero
	// those that it has too often; nil where each comment goes to its node.
	lacks   map[string]int
	refused error
}

func (ed *editor) refuse(at int, format string, args ...any) {
	if ed.refused == nil {
		ed.refused = &refusal{line: ed.stream.lines.number(at) + 1, reason: fmt.Sprintf(format, args...)}
	}
}

func (ed *editor) replaceBytes(start, end int, text string) {
	if start == end && text == "" {
		return
	}
	if end < start {
		ed.refuse(start, "edit that ends before it starts")
		return
	}
	ed.edits = append(ed.edits, edit{start, end, text, false})
}

// tidy replaces bytes where no other edit does.
func (ed *editor) tidy(start, end int, text string) {
	ed.edits = append(ed.edits, edit{start, end, text, true})
}

func (ed *editor) insert(at int, text string) { ed.replaceBytes(at, at, text) }

var errOverlap = errors.New("edits overlap")

// apply gives the bytes from start to end with the edits made.
func (ed *editor) apply(start, end int) (out []byte, err error) {
	if ed.refused != nil {
		return nil, ed.refused
	}
	edits := ed.edits
	// Of two edits in one place the one that only inserts comes first, then the one that is needed.
	rank := func(e edit) int {
		if e.tidy {
			return 2
		}
		return min(e.end-e.start, 1)
	}
	slices.SortStableFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(rank(a), rank(b)))
	})
	size := end - start
	for _, e := range edits {
		size += len(e.text)
	}
	out = make([]byte, 0, size)
	at := start
	for _, e := range edits {
		if e.tidy && e.start < at {
			continue
		}
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

// value makes n the value of an entry (nil at the root).
func (ed *editor) value(e *entry, o *place, n *yaml.Node, s slot) {
	if o.node == n || ed.refused != nil {
		return
	}
	if isCollection(n) && len(n.Content) > 0 && len(o.entries) > 0 && sameShape(o.node, n) {
		if !o.block {
			ed.flow(o, n)
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
	match, ok := align(o.node, n, ed.hashes, ed.foreign)
	if !ok {
		return false
	}
	s := slot{column: o.column, list: n.Kind == yaml.SequenceNode}
	runs(match, len(o.entries), func(prev, next, j, j1 int) {
		ed.between(o, n, s, prev, next, j, j1)
	}, func(i, j int) {
		key, value := child(n, j)
		ed.entry(o, i, key, value, s)
	})
	return true
}

// runs gives what is between two kept entries, prev and next, as the new children from
// j to j1, and then the lower of the two with its new child. size entries are old.
func runs(match []int, size int, between func(prev, next, j, j1 int), kept func(i, j int)) {
	prev, from := -1, 0
	for j, i := range match {
		if i >= 0 {
			between(prev, i, from, j)
			kept(i, j)
			prev, from = i, j+1
		}
	}
	between(prev, size, from, len(match))
}

// entry makes a kept entry equal to the new one. What cannot be edited is written again
// as a whole.
func (ed *editor) entry(o *place, i int, key, value *yaml.Node, s slot) {
	if ed.refused != nil {
		return
	}
	edits := len(ed.edits)
	e := &o.entries[i]
	ed.comments(o, i, key, value)
	ed.value(e, e.value, value, s)
	if ed.refused == nil {
		return
	}
	ed.edits, ed.refused = ed.edits[:edits], nil
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
	ed.clearBelow(value, ed.stream.lines.next(end), o.column)
}

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }
