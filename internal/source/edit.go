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
}

// editor collects the edits that give a document's text the value of a new tree. The
// first thing it cannot do in place ends it.
type editor struct {
	*printer
	// root is where the document's value stands, nil where there is none to edit.
	root *place
	// step is how much deeper a map in a map is indented.
	step int
	// json: all keys and strings are double quoted, and no collection is a block.
	json   bool
	edits  []edit
	hashes hashes
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
	ed.edits = append(ed.edits, edit{start, end, text})
}

var errOverlap = errors.New("edits overlap")

// apply gives the bytes from start to end with the edits made.
func (ed *editor) apply(start, end int) (out []byte, err error) {
	if ed.refused != nil {
		return nil, ed.refused
	}
	edits := ed.edits
	// Of two edits in one place the one that only inserts comes first.
	slices.SortStableFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(min(a.end-a.start, 1), min(b.end-b.start, 1)))
	})
	size := end - start
	for _, e := range edits {
		size += len(e.text)
	}
	out = make([]byte, 0, size)
	at := start
	for _, e := range edits {
		if e.start < at || e.end > end {
			return nil, errOverlap
		}
		out = append(out, ed.stream.text[at:e.start]...)
		out = append(out, ed.broken([]byte(e.text))...)
		at = e.end
	}
	return append(out, ed.stream.text[at:end]...), nil
}

// slot is where a value stands: below the entry of a block collection in that
// column, behind a dash if it is a list, at the root (column -1), or in a flow collection.
type slot struct {
	column     int
	list, flow bool
}

func (s slot) root() bool { return s.column < 0 }

// value makes n the value of an entry (nil at the root).
func (ed *editor) value(e *entry, o *place, n *yaml.Node, s slot) {
	if o.node == n || ed.refused != nil {
		return
	}
	if isCollection(n) && len(n.Content) > 0 && len(o.entries) > 0 && sameShape(o.node, n) {
		if ed.entries(o, n) {
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

// entries edits the entries of a collection; false if it must be written anew.
func (ed *editor) entries(o *place, n *yaml.Node) bool {
	match, ok := align(o.node, n, ed.hashes, ed.foreign)
	if !ok {
		return false
	}
	s := slot{column: o.column, list: n.Kind == yaml.SequenceNode, flow: !o.block}
	between := ed.between
	if s.flow {
		between = ed.betweenFlow
	}
	// What is between two kept entries, prev and i, are the new children from from to j.
	prev, from := none, 0
	for j, i := range append(match, len(o.entries)) {
		if i == none {
			continue
		}
		if prev+1 < i || from < j {
			between(o, n, s, prev, i, from, j)
		}
		if prev, from = i, j+1; j < len(match) {
			key, value := child(n, j)
			ed.entry(o, i, key, value, s)
		}
	}
	return true
}

// entry makes a kept entry equal to the new one. What cannot be edited is written again
// as a whole.
func (ed *editor) entry(o *place, i int, key, value *yaml.Node, s slot) {
	if ed.refused != nil {
		return
	}
	edits := len(ed.edits)
	e := &o.entries[i]
	ed.value(e, e.value, value, s)
	if s.flow {
		return
	}
	ed.comments(o, i, key, value) // Of two edits in one place that of the comment below is the second.
	if ed.refused == nil {
		return
	}
	ed.edits, ed.refused = ed.edits[:edits], nil
	lines := ed.entryLines(key, value, s)
	if ed.refused != nil {
		return
	}
	text := strings.Join(lines, "\n")
	end := ed.stream.tail(e)
	start := ed.headStart(o, i, true)
	if !ed.stream.lines.leads(e.start) {
		start, text = e.start, strings.TrimPrefix(text, spaces(o.column))
	}
	ed.replaceBytes(start, end, text)
}

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }
