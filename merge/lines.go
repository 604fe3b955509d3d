package merge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// Lines merges three versions of a text line by line, as git does: what either side
// changed is in the result. Where both sides changed the same or adjacent lines
// differently, it has the winner's, Updated or Dest, and clean is false. If a list of
// NAME=value would give a name two values, the result is the winner's text, and clean is
// false, too. The cost is that of two diffs.
func Lines(original, updated, dest string, winner Side) (merged string, clean bool) {
	m := mergeLines(original, updated, dest)
	switch lines := m.lines(winner); {
	case !m.assignsTwice(lines):
		return strings.Join(lines, ""), !m.overlaps()
	case winner == Dest:
		return dest, false
	}
	return updated, false
}

// lineMerge is a merge of three texts by lines.
type lineMerge struct {
	o, u, d   []string
	stretches []diff.Part
}

// mergeLines takes over what each side changed.
//
// rule: text/*
func mergeLines(original, updated, dest string) *lineMerge {
	o, u, d := diff.Lines(original), diff.Lines(updated), diff.Lines(dest)
	return &lineMerge{o, u, d, stretches(o, u, d)}
}

// overlaps reports whether both sides changed the same or adjacent lines differently.
func (m *lineMerge) overlaps() bool {
	return slices.ContainsFunc(m.stretches, func(s diff.Part) bool { return s.Open })
}

// lines is the merged text. Where both sides changed the same lines, it has the winner's.
func (m *lineMerge) lines(winner Side) (lines []string) {
	for _, s := range m.stretches {
		if winner == Updated {
			lines = append(lines, s.Updated...)
		} else {
			lines = append(lines, s.Dest...)
		}
	}
	return lines
}

// stretches merges three texts. That a text ends with a line break is a value of its own:
// a side that adds or removes it does not change the line.
func stretches(o, u, d []string) []diff.Part {
	bare := [...]bool{unended(o), unended(u), unended(d)}
	if bare[0] == bare[1] && bare[1] == bare[2] {
		return diff.Merge(o, u, d)
	}
	all := diff.Merge(ended(o), ended(u), ended(d))
	if bare[1] && bare[2] || bare[0] != bare[1] && bare[1] || bare[0] != bare[2] && bare[2] {
		last := &all[len(all)-1]
		if last.Open && (len(last.Updated) == 0 || len(last.Dest) == 0) {
			return diff.Merge(o, u, d)
		}
		last.Original, last.Updated, last.Dest = unend(last.Original), unend(last.Updated), unend(last.Dest)
	}
	return all
}

// unended reports whether the last line of a text has no line break.
func unended(lines []string) bool {
	return len(lines) > 0 && !strings.HasSuffix(lines[len(lines)-1], "\n")
}

func ended(lines []string) []string {
	if !unended(lines) {
		return lines
	}
	return append(slices.Clone(lines[:len(lines)-1]), lines[len(lines)-1]+"\n")
}

func unend(lines []string) []string {
	if len(lines) == 0 {
		return nil
	}
	n := len(lines) - 1
	return append(slices.Clone(lines[:n]), strings.TrimSuffix(lines[n], "\n"))
}

// assignsTwice reports whether a result gives a name two values where each version is a
// list of assignments that gives it one.
//
// rule: text/assigned-*
func (m *lineMerge) assignsTwice(lines []string) bool {
	return !assigns(lines) && assigns(m.o) && assigns(m.u) && assigns(m.d)
}

// assigns reports whether each line of a text is NAME=value, with a name that no other line
// has, a comment, or blank: a .properties or .env file. A line that goes on in the next one
// is none of these.
func assigns(lines []string) bool {
	names := make(map[string]bool, len(lines))
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == '!' {
			continue
		}
		name, _, ok := strings.Cut(line, "=")
		name = strings.TrimSpace(name)
		if !ok || !isAssignable(name) || names[name] || strings.HasSuffix(line, `\`) {
			return false
		}
		names[name] = true
	}
	return true
}

// isAssignable reports whether a text is a name as settings and variables have it.
func isAssignable(name string) bool {
	other := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.-/", r)
	}
	return name != "" && !strings.ContainsAny(name[:1], ".-/") && !strings.ContainsFunc(name, other)
}
