package source

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// addedLines gives the lines of new children that come between two kept
// entries. They bring the blank lines along that stand above them where they
// come from.
func (ed *editor) addedLines(o *place, n *yaml.Node, s slot, prev, next, j, j1 int) []string {
	var added []string
	for first := j; j < j1; j++ {
		key, value := child(n, j)
		lines := ed.entryLines(key, value, s)
		if j > first || prev >= 0 && prev+1 == next && !ed.open(o.entries[prev].value.node) {
			added = append(added, make([]string, ed.blankAbove(value))...)
		}
		added = append(added, lines...)
		if prev < 0 && j == j1-1 && next == 0 && !ed.open(value) {
			added = append(added, make([]string, ed.blankBelow(value))...)
		}
	}
	return added
}

// closeGap deletes the blank lines below deleted entries that have some above
// them, or those above where nothing is left below.
func (ed *editor) closeGap(o *place, i, last int) {
	l := ed.stream.lines
	from, to := ed.headStart(o, i, false), l.next(ed.tail(&o.entries[last]))
	if i == 0 && o == ed.root || !l.leads(o.entries[i].start) {
		return
	}
	above, below := from, to
	for above > 0 && len(l.trimmed(l.number(above)-1)) == 0 {
		above = l.starts[l.number(above)-1]
	}
	for below < len(ed.stream.text) && len(l.trimmed(l.number(below))) == 0 {
		below = l.next(below)
	}
	switch {
	case above == from:
	case below == len(ed.stream.text):
		ed.add(above, from, "", rankTidy)
	default:
		ed.add(to, below, "", rankTidy)
	}
}

// open says that a value ends in a block scalar that would take blank lines
// below it for its own.
func (ed *editor) open(n *yaml.Node) bool {
	for isCollection(n) && len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 && ed.keepsBreaks(n)
}

// blankAbove counts the blank lines above an entry and its comments in the
// text it comes from, blankBelow those between it and the next.
func (ed *editor) blankAbove(value *yaml.Node) int {
	f, ok := ed.find(value)
	if !ok || f.parent == nil || f.isKey || !f.parent.block || f.index == 0 {
		return 0
	}
	return ed.blankBefore(f.stream, f.parent, f.index)
}

func (ed *editor) blankBelow(value *yaml.Node) int {
	f, ok := ed.find(value)
	if !ok || f.parent == nil || f.isKey || !f.parent.block || f.index+1 == len(f.parent.entries) {
		return 0
	}
	return ed.blankBefore(f.stream, f.parent, f.index+1)
}

func (ed *editor) blankBefore(s *stream, o *place, i int) int {
	if ed.open(o.entries[i-1].value.node) {
		return 0
	}
	start, _ := headIn(s, o, i, true)
	n := 0
	for line := s.lines.number(start) - 1; line >= 0 && strings.TrimSpace(string(s.lines.trimmed(line))) == ""; line-- {
		n++
	}
	return n
}
