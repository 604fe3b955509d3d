package source

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// between puts the new children from j to j1 in the place of the old entries between prev
// and next, which are both kept. The comments above the first entry of a document stay,
// unless it moves: they are about the file.
func (ed *editor) between(o *place, n *yaml.Node, s slot, prev, next, j, j1 int) {
	first, l := &o.entries[0], ed.stream.lines
	if prev < 0 && !l.leads(first.start) {
		ed.refuse(first.start, "entry behind the dash of the list around it")
		return
	}
	var added []string
	for at := j; at < j1; at++ {
		key, value := child(n, at)
		added = append(added, ed.entryLines(key, value, s)...)
	}
	moves := func() bool {
		return slices.ContainsFunc(n.Content, func(c *yaml.Node) bool { return first.key != nil && Equal(first.key.node, c) })
	}
	var start int
	switch {
	case prev >= 0:
		start = l.next(ed.stream.tail(&o.entries[prev]))
	case o == ed.root && !(next > 0 && moves()):
		start = l.start(first.start)
	default:
		start = ed.headStart(o, 0, false)
	}
	end := start
	if prev+1 < next {
		if prev >= 0 {
			start = ed.headStart(o, prev+1, false)
		}
		end = l.next(ed.stream.tail(&o.entries[next-1]))
	}
	if len(added) > 0 {
		ed.replaceBytes(start, end, strings.Join(added, "\n")+"\n")
		return
	}
	if prev < 0 || ed.aboveBlanks(start) < start {
		end = ed.belowBlanks(end)
	}
	ed.replaceBytes(start, end, "")
}

// aboveBlanks gives the start of the blank lines above a line.
func (ed *editor) aboveBlanks(at int) int {
	l := ed.stream.lines
	for at > l.starts[0] && len(l.trimmed(l.number(at)-1)) == 0 {
		at = l.starts[l.number(at)-1]
	}
	return at
}

// belowBlanks gives the end of the blank lines from a line on.
func (ed *editor) belowBlanks(at int) int {
	l := ed.stream.lines
	for at < len(ed.stream.text) && len(l.trimmed(l.number(at))) == 0 {
		at = l.next(at)
	}
	return at
}

// lastLeaf gives the last value of a tree.
func lastLeaf(n *yaml.Node) *yaml.Node {
	for isCollection(n) && len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n
}
