package source

import (
	"bytes"
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
		if o == ed.root && prev < 0 && j == first {
			key, value = ed.withoutFront(key, value)
		}
		lines := ed.entryLines(key, value, s)
		if j > first || prev >= 0 && !ed.open(o.entries[prev].value.node) {
			blank, _ := ed.blankAbove(value)
			if j == first && prev+1 < next {
				blank = ed.lacking(o, prev+1, value)
			}
			added = append(added, make([]string, blank)...)
		}
		added = append(added, lines...)
		if j == j1-1 && next < len(o.entries) && !ed.open(value) {
			added = append(added, make([]string, ed.blankInFront(o, next, value))...)
		}
	}
	return added
}

// lacking gives how many blank lines the first of the entries that stand in place
// of deleted ones lacks above it.
func (ed *editor) lacking(o *place, i int, value *yaml.Node) int {
	want, known := ed.blankAbove(value)
	from := ed.headStart(o, i, false)
	if !known || !ed.stream.lines.leads(o.entries[i].start) || from != ed.headStart(o, i, true) {
		return 0
	}
	l := ed.stream.lines
	return max(want-(l.number(from)-l.number(ed.aboveBlanks(from))), 0)
}

// blankInFront gives how many blank lines an added entry needs below it, where the
// kept one that comes next follows it in the text it is from too, and deletes those
// that are too many.
func (ed *editor) blankInFront(o *place, next int, value *yaml.Node) int {
	f, ok := ed.find(value)
	if !ok || !f.inBlock() || f.index+1 == len(f.parent.entries) || !sameEntry(&o.entries[next], &f.parent.entries[f.index+1], ed.hashes) {
		return 0
	}
	want := ed.blankBefore(f.stream, f.parent, f.index+1)
	if next == 0 {
		return want
	}
	to := ed.headStart(o, next, true)
	from := ed.aboveBlanks(to)
	if from != ed.stream.lines.next(ed.tail(&o.entries[next-1])) {
		return 0
	}
	return ed.fill(from, to, want)
}

// fill gives how many blank lines are missing between two places with nothing
// else between them, and deletes those that are too many.
func (ed *editor) fill(from, to, want int) int {
	l := ed.stream.lines
	for ; from < to && want > 0; want-- {
		from = l.next(from)
	}
	ed.add(from, to, "", rankTidy)
	return want
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

// deleteBlanks deletes the blank lines from a line on.
func (ed *editor) deleteBlanks(at int) { ed.add(at, ed.belowBlanks(at), "", rankTidy) }

// sameEntry reports whether two entries have one key, or are equal elements.
func sameEntry(a, b *entry, h hashes) bool {
	switch {
	case (a.key == nil) != (b.key == nil):
		return false
	case a.key != nil:
		return Equal(a.key.node, b.key.node)
	}
	x, y := a.value.node, b.value.node
	return lead(x) != nil && lead(x) == lead(y) || h.of(x) == h.of(y)
}

// closeGap deletes the blank lines below deleted entries that have some above
// them or were the first, or those above where nothing is left below.
func (ed *editor) closeGap(o *place, i, last int) {
	l := ed.stream.lines
	if !l.leads(o.entries[i].start) {
		return
	}
	from, to := ed.headStart(o, i, false), l.next(ed.tail(&o.entries[last]))
	if i == 0 && o == ed.root {
		from = l.start(o.entries[i].start)
	}
	above, below := ed.aboveBlanks(from), ed.belowBlanks(to)
	switch {
	case above == from && (i > 0 || last+1 == len(o.entries) || ed.isComment(from)):
	case below == len(ed.stream.text):
		ed.add(above, from, "", rankTidy)
	default:
		ed.add(to, below, "", rankTidy)
	}
}

// isComment reports whether a comment stands in the line above.
func (ed *editor) isComment(at int) bool {
	l := ed.stream.lines
	n := l.number(at)
	return n > 0 && bytes.HasPrefix(l.trimmed(n-1), []byte("#"))
}

// open reports whether a value ends in a block scalar that would take blank lines below
// it for its own.
func (ed *editor) open(n *yaml.Node) bool {
	n = lastLeaf(n)
	return n.Kind == yaml.ScalarNode && n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 && ed.keepsBreaks(n)
}

// lastLeaf gives the last value of a tree.
func lastLeaf(n *yaml.Node) *yaml.Node {
	for isCollection(n) && len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n
}

// blankAbove counts the blank lines above an entry and its comments in the text it
// comes from. ok is false if no entry precedes it.
func (ed *editor) blankAbove(value *yaml.Node) (int, bool) {
	f, ok := ed.find(value)
	if !ok || !f.inBlock() || f.index == 0 {
		return 0, false
	}
	return ed.blankBefore(f.stream, f.parent, f.index), true
}

// inBlock reports whether it is the value of an entry of a block.
func (f found) inBlock() bool { return f.parent != nil && !f.isKey && f.parent.block }

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
