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
