package source

import (
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// spelling tells which lines of a text spell each line of the library: from one to in
// front of another, none where the text has it otherwise.
type spelling struct {
	text []string // with their line breaks
	at   []diff.Span
	used []bool // by a line of the library
}

// spelled finds lines of the library in a text, whatever their white space.
func spelled(lines, text []string) *spelling {
	a, b := bare(lines), bare(text)
	s := &spelling{text: text, at: make([]diff.Span, len(a)), used: make([]bool, len(b))}
	i, k := 0, 0
	for _, p := range append(matched(a, b), [2]int{len(a), len(b)}) {
		s.wrapped(a[i:p[0]], b[k:p[1]], i, k)
		if p[0] < len(a) {
			s.take(p[0], p[1], p[1]+1)
		}
		i, k = p[0]+1, p[1]+1
	}
	return s
}

// matched pairs lines, those that say something first: the library may write comments elsewhere.
func matched(a, b []string) [][2]int {
	saying := func(lines []string) (at []int, some []string) {
		for i, l := range lines {
			if !isLayout(l) {
				at, some = append(at, i), append(some, l)
			}
		}
		return at, some
	}
	atA, someA := saying(a)
	atB, someB := saying(b)
	pairs := diff.Match(someA, someB)
	for i, p := range pairs {
		pairs[i] = [2]int{atA[p[0]], atB[p[1]]}
	}
	return refined(a, b, pairs, diff.Match)
}

// refined pairs what lies between pairs, too.
func refined[T any](a, b []T, pairs [][2]int, between func(a, b []T) [][2]int) (all [][2]int) {
	i, k := 0, 0
	for _, p := range append(pairs, [2]int{len(a), len(b)}) {
		for _, q := range between(a[i:p[0]], b[k:p[1]]) {
			all = append(all, [2]int{i + q[0], k + q[1]})
		}
		if p[0] < len(a) {
			all = append(all, p)
		}
		i, k = p[0]+1, p[1]+1
	}
	return all
}

// nowhere is a line that no text has.
const nowhere = "\x00"

// mostTries bounds the search for lines that a text has on several.
const mostTries = 1 << 22

// wrapped finds lines that a text has on several, among lines that it does not have as
// they are.
func (s *spelling) wrapped(lines, text []string, i, k int) {
	if len(lines)*len(text) > mostTries {
		return
	}
	next := 0
	for n, line := range lines {
		for from := next; line != "" && line != nowhere && from < len(text); from++ {
			rest, to := line, from
			for to < len(text) && rest != "" && strings.HasPrefix(rest, text[to]) {
				rest = rest[len(text[to]):]
				to++
			}
			if rest == "" && text[from] != "" {
				s.take(i+n, k+from, k+to)
				next = to
				break
			}
		}
	}
}

func (s *spelling) take(line, from, to int) {
	s.at[line] = diff.Span{From: from, To: to}
	for k := from; k < to; k++ {
		s.used[k] = true
	}
}

// has reports whether the text has a line of the library.
func (s *spelling) has(line int) bool { return line >= 0 && s.at[line].Len() > 0 }

// lines are those that spell a line.
func (s *spelling) lines(line int) []string { return s.text[s.at[line].From:s.at[line].To] }

// blankAbove are the blank lines between a line and the one before, false if the text does not
// have it right below that.
func (s *spelling) blankAbove(line int) (lines []string, below bool) {
	if !s.has(line) || !s.has(line-1) {
		return nil, false
	}
	lines = s.text[s.at[line-1].To:s.at[line].From]
	return lines, !slices.ContainsFunc(lines, func(l string) bool { return !isSpace(l) })
}

// bare are lines without white space.
func bare(lines []string) []string {
	var all strings.Builder
	ends := make([]int, len(lines))
	for i, l := range lines {
		for word := range strings.FieldsSeq(l) {
			all.WriteString(word)
		}
		ends[i] = all.Len()
	}
	text, from := all.String(), 0
	out := make([]string, len(lines))
	for i, end := range ends {
		out[i], from = text[from:end], end
	}
	return out
}

// isLayout reports whether a line says nothing: it is blank, a comment, or an end marker.
func isLayout(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#' || line == "..."
}

func isSpace(text string) bool { return strings.TrimSpace(text) == "" }
