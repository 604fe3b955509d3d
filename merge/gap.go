package merge

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// gaps are the comments between the leaves of a document, which are its keys and its
// values without children. Whether a comment there is one below what precedes it or one
// above what follows depends on blank lines, markers and indentation: it is one all the
// same.
type gaps struct {
	// ends are the gaps above and below a node.
	ends map[*yaml.Node][2]int
	// lines are the comment lines of a gap.
	lines [][]string
}

// end says on which side of a spot a comment stands.
type end uint8

const (
	above end = iota
	below
)

// read adds a document or a value. The cost is linear.
func (g *gaps) read(n *yaml.Node) {
	first := g.add(n.HeadComment)
	switch {
	case len(n.Content) == 0:
		g.lines = append(g.lines, nil)
	case n.Kind == yaml.MappingNode:
		for key, value := range node.Pairs(n.Content) {
			start := g.add(key.HeadComment)
			g.lines = append(g.lines, nil)
			g.read(value)
			g.ends[key] = [2]int{start, g.add(key.FootComment)}
		}
	default:
		for _, c := range n.Content {
			g.read(c)
		}
	}
	g.ends[n] = [2]int{first, g.add(n.FootComment)}
}

// add puts a comment into the gap at hand, and gives it.
func (g *gaps) add(comment string) int {
	at := len(g.lines) - 1
	g.lines[at] = append(g.lines[at], commentLines(comment)...)
	return at
}

func commentLines(comment string) []string {
	return slices.DeleteFunc(strings.Split(strings.ReplaceAll(comment, "\r", ""), "\n"), func(line string) bool {
		return strings.TrimSpace(line) == ""
	})
}

// at counts the lines of the gap at an end of a spot.
func (g *gaps) at(p spot, at end) map[string]int {
	first := p.value
	if p.key != nil {
		first = p.key
	}
	ends, known := g.ends[first]
	if !known {
		return nil
	}
	return counted(g.lines[ends[at]])
}

// counted tells how often each line occurs.
func counted(lines []string) map[string]int {
	times := make(map[string]int, len(lines))
	for _, line := range lines {
		times[line]++
	}
	return times
}

// moved takes out of what updated did to a comment at an end of a spot what is none: lines
// that the gap has as often in original as in updated were neither added nor deleted, and
// those that it has as often elsewhere in dest are there. What was added between them moved them to
// another node.
//
// rule: comments/*
func (w *walker) moved(at end, o, u, d spot, was, is, local string) string {
	inO, inU, inD := w.gap(Original).at(o, at), w.gap(Updated).at(u, at), w.gap(Dest).at(d, at)
	before, after := commentLines(was), commentLines(is)
	hadO, hadU, hadD := counted(before), counted(after), counted(commentLines(local))
	stays := slices.DeleteFunc(slices.Clone(before), func(line string) bool {
		return hadU[line] > 0 || inU[line] < inO[line]
	})
	added := slices.DeleteFunc(slices.Clone(after), func(line string) bool {
		return hadO[line]+hadD[line] == 0 && inU[line] <= max(inO[line], inD[line])
	})
	if len(added) < len(after) {
		is = strings.Join(added, "\n")
	}
	kept := strings.Join(stays, "\n")
	switch {
	case slices.Equal(append(stays, added...), before):
		return was
	case kept == "":
		return is
	case is == "":
		return kept
	case at == above:
		return kept + "\n\n" + is
	}
	return is + "\n\n" + kept
}

// gap gives the gaps of a version, read when the first comment differs.
func (w *walker) gap(side Side) *gaps {
	if w.gaps[side] == nil {
		w.gaps[side] = &gaps{ends: map[*yaml.Node][2]int{}, lines: make([][]string, 1)}
		if n := w.versions.all()[side]; n != nil {
			w.gaps[side].read(n)
		}
	}
	return w.gaps[side]
}
