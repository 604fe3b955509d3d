package report

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// align pairs the lines of other with those of anchor, however far they are
// indented: at gives the line of other for each line of anchor, -1 if there is none,
// and more the lines of other that stand in front of each, those at the end behind
// the last.
func align(anchor, other []string) (at []int, more [][]int) {
	p := pairing{anchor: anchor, other: other, at: make([]int, len(anchor)), more: make([][]int, len(anchor)+1)}
	for i := range p.at {
		p.at[i] = -1
	}
	text := string(diff.Diff("a", trimmed(anchor), "b", trimmed(other)))
	inside := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "@@ "):
			inside = true
			p.flush()
			p.equalUntil(hunkStart(line))
		case !inside:
		case line[0] == '-':
			p.gone++
		case line[0] == '+':
			p.new++
		default:
			p.flush()
			p.equalUntil(p.a + 1)
		}
	}
	p.flush()
	p.equalUntil(len(anchor))
	return p.at, p.more
}

// trimmed is a text of the lines without indentation.
func trimmed(lines []string) []byte {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimSpace(line))
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// hunkStart reads how many lines stand in front of a hunk: 2 of "@@ -3,4 +3,5 @@".
func hunkStart(line string) int {
	n := 0
	for _, c := range strings.TrimPrefix(line, "@@ -") {
		if c < '0' || c > '9' {
			break
		}
		n = 10*n + int(c-'0')
	}
	return max(0, n-1)
}

// pairing is the state of align: a and b are the next lines of anchor and other,
// gone and new how many were read since that only one has.
type pairing struct {
	anchor, other []string
	at            []int
	more          [][]int
	a, b          int
	gone, new     int
}

// equalUntil pairs the lines up to one of anchor, which are equal.
func (p *pairing) equalUntil(end int) {
	for p.a < end && p.b < len(p.other) {
		p.at[p.a] = p.b
		p.a, p.b = p.a+1, p.b+1
	}
}

// flush pairs lines that replace each other: one by one where they are as many,
// else those that begin with the same key.
func (p *pairing) flush() {
	aEnd, bEnd := p.a+p.gone, p.b+p.new
	alike := p.gone == p.new
	for ; p.b < bEnd; p.b++ {
		to := p.a
		for to < aEnd && !alike && keyOf(p.anchor[to]) != keyOf(p.other[p.b]) {
			to++
		}
		if to == aEnd {
			p.more[p.a] = append(p.more[p.a], p.b)
			continue
		}
		p.at[to] = p.b
		p.a = to + 1
	}
	p.a, p.gone, p.new = aEnd, 0, 0
}

// keyOf is a line up to its colon.
func keyOf(line string) string {
	key, _, _ := strings.Cut(strings.TrimSpace(line), ":")
	return key
}
