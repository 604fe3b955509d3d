package report

import (
	"strings"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// align pairs the lines of other with those of anchor, however far they are
// indented: at gives the line of other for each line of anchor, -1 if there is none,
// and more the lines of other that stand in front of each, those at the end behind
// the last. Lines that replace each other pair one by one where they are as many,
// else those that begin with the same key.
func align(anchor, other []string) (at []int, more [][]int) {
	at, more = make([]int, len(anchor)), make([][]int, len(anchor)+1)
	for i := range at {
		at[i] = -1
	}
	a, b := 0, 0
	for _, p := range append(diff.Match(trimmed(anchor), trimmed(other)), [2]int{len(anchor), len(other)}) {
		next := partners(anchor, other, [2]int{a, b}, p)
		for ; b < p[1]; b++ {
			to := next(b, a)
			if to < 0 {
				more[a] = append(more[a], b)
				continue
			}
			at[to], a = b, to+1
		}
		if p[0] < len(anchor) {
			at[p[0]] = p[1]
		}
		a, b = p[0]+1, p[1]+1
	}
	return at, more
}

// partners finds for a line of other the line of anchor that it replaces, among those
// between two pairs: one from a line on, or -1.
func partners(anchor, other []string, from, to [2]int) func(line, on int) int {
	if to[0]-from[0] == to[1]-from[1] {
		return func(_, on int) int { return on }
	}
	byKey := map[string][]int{}
	for i := from[0]; i < to[0]; i++ {
		byKey[keyOf(anchor[i])] = append(byKey[keyOf(anchor[i])], i)
	}
	return func(line, on int) int {
		lines := byKey[keyOf(other[line])]
		for len(lines) > 0 && lines[0] < on {
			lines = lines[1:]
		}
		byKey[keyOf(other[line])] = lines
		if len(lines) == 0 {
			return -1
		}
		return lines[0]
	}
}

func trimmed(lines []string) []string {
	all := make([]string, len(lines))
	for i, line := range lines {
		all[i] = strings.TrimSpace(line)
	}
	return all
}

// keyOf is a line up to its colon.
func keyOf(line string) string {
	key, _, _ := strings.Cut(strings.TrimSpace(line), ":")
	return key
}
