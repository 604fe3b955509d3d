package merge

import (
	"slices"
	"strings"
)

// KeepSpacing gives a text that was merged by lines the blank lines that dest has:
// between lines that stand one behind the other in dest too, changed or not, with the
// same comments between them. So blank lines come and go with what stands at them,
// and not because upstream writes its files in another way. The cost is that of a
// diff.
func KeepSpacing(merged, dest string) string {
	if merged == dest {
		return dest
	}
	m, d := spacedLines(merged), spacedLines(dest)
	inD := slices.Concat([]int{-1}, m.inOrder(d), []int{len(d.lines)})
	var out strings.Builder
	for i, gap := range m.gaps {
		above, below := inD[i], inD[i+1]
		if below == above+1 && (i == 0 || above >= 0) && slices.Equal(remarksIn(gap), remarksIn(d.gaps[below])) {
			gap = d.gaps[below]
		}
		for _, line := range gap {
			out.WriteString(line)
		}
		if i < len(m.lines) {
			out.WriteString(m.lines[i])
		}
	}
	return out.String()
}

// spaced is a text as its lines and as the blank lines and comments in front of each
// and behind the last.
type spaced struct {
	lines []string
	gaps  [][]string
}

func spacedLines(text string) spaced {
	var s spaced
	var gap []string
	for _, line := range splitLines(text) {
		if says := strings.TrimSpace(line); says == "" || says[0] == '#' {
			gap = append(gap, line)
			continue
		}
		s.lines, s.gaps = append(s.lines, line), append(s.gaps, gap)
		gap = nil
	}
	s.gaps = append(s.gaps, gap)
	return s
}

// inOrder gives for each line the one of another text that it is, or -1. Indentation
// does not count, and where as many lines are left in one place they are taken for
// changed one by one.
func (s spaced) inOrder(other spaced) []int {
	inOther := settled(trimmed(s.lines), trimmed(other.lines))
	start, next := 0, 0
	for i := 0; i <= len(inOther); i++ {
		end := len(other.lines)
		if i < len(inOther) {
			end = inOther[i]
		}
		if end < 0 {
			continue
		}
		if end-next == i-start {
			for ; start < i; start, next = start+1, next+1 {
				inOther[start] = next
			}
		}
		start, next = i+1, end+1
	}
	return inOther
}

// remarksIn are the comments among blank lines.
func remarksIn(gap []string) []string {
	return slices.DeleteFunc(trimmed(gap), func(line string) bool { return line == "" })
}

func trimmed(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.TrimSpace(line)
	}
	return out
}
