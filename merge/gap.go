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
	behind
)

// gapsOf reads a document or a value. The cost is linear.
func gapsOf(n *yaml.Node) *gaps {
	g := &gaps{ends: map[*yaml.Node][2]int{}, lines: make([][]string, 1)}
	if n != nil {
		g.read(n)
	}
	return g
}

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

// at gives the lines of the gap at an end of a spot.
func (g *gaps) at(p spot, at end) []string {
	first := p.value
	if p.key != nil {
		first = p.key
	}
	if ends, known := g.ends[first]; known {
		return g.lines[ends[at]]
	}
	return nil
}

// without is a comment without what stands in the gap at an end of a spot already.
func (g *gaps) without(p spot, at end, comment string) string {
	have, want := g.at(p, at), commentLines(comment)
	for n := min(len(have), len(want)); n > 0; n-- {
		if slices.Equal(have[len(have)-n:], want[:n]) {
			want = want[n:]
		} else if slices.Equal(have[:n], want[len(want)-n:]) {
			want = want[:len(want)-n]
		} else {
			continue
		}
		return strings.Join(want, "\n")
	}
	for i := 0; i+len(want) <= len(have); i++ {
		if slices.Equal(have[i:i+len(want)], want) {
			return ""
		}
	}
	return comment
}

// moved takes out of what updated did to a comment at a spot what is none, because the
// comment stands in the same gap elsewhere: in original or updated, and for an addition
// in dest.
//
// rule: comments/*
func (w *walker) moved(at end, o, u, d spot, was, is, local string) string {
	switch {
	case was == "" && w.gap(Original).without(o, at, is) == "", is == "" && w.gap(Updated).without(u, at, was) == "":
		return was
	case local == "":
		return w.gap(Dest).without(d, at, is)
	}
	return w.gap(Updated).with(u, at, was, is)
}

// with is a comment that was another, with those lines of that one that stand in the gap at
// an end of a spot beside it: what was added between them moved them to another node.
func (g *gaps) with(p spot, at end, was, is string) string {
	beside := map[string]bool{}
	for _, line := range g.at(p, at) {
		beside[line] = true
	}
	for _, line := range commentLines(is) {
		delete(beside, line)
	}
	stays := slices.DeleteFunc(commentLines(was), func(line string) bool { return !beside[line] })
	kept := strings.Join(stays, "\n")
	switch {
	case kept == "" || is == "":
		return is
	case at == above:
		return kept + "\n\n" + is
	}
	return is + "\n\n" + kept
}

// gap gives the gaps of a version, read when the first comment differs.
func (w *walker) gap(side Side) *gaps {
	if w.gaps[side] == nil {
		w.gaps[side] = gapsOf([...]*yaml.Node{Original: w.versions.Original, Updated: w.versions.Updated, Dest: w.versions.Dest}[side])
	}
	return w.gaps[side]
}
