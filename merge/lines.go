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
	m := mergeLines(diff.Lines(original), diff.Lines(updated), diff.Lines(dest), slices.Equal)
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
	stretches []stretch
}

// mergeLines takes over what each side changed. Lines that are alike are not changed where
// both changed the same or adjacent ones.
//
// rule: text/*
func mergeLines(o, u, d []string, alike func(a, b []string) bool) *lineMerge {
	return &lineMerge{o, u, d, stretches(o, u, d, alike)}
}

// overlaps reports whether both sides changed the same or adjacent lines differently.
func (m *lineMerge) overlaps() bool {
	return slices.ContainsFunc(m.stretches, func(s stretch) bool { return s.open })
}

// lines is the merged text. Where both sides changed the same lines, it has the winner's.
func (m *lineMerge) lines(winner Side) (lines []string) {
	for _, s := range m.stretches {
		if winner == Updated {
			lines = append(lines, s.updated...)
		} else {
			lines = append(lines, s.dest...)
		}
	}
	return lines
}

// stretch is a part of a merge by lines: the lines of dest if it is settled, else those
// that the versions have there.
type stretch struct {
	original, updated, dest []string
	open                    bool
	// at has the lines in front of it in each version, if it is open.
	at [3]int
}

// stretches merges three texts. That a text ends with a line break is a value of its own:
// a side that adds or removes it does not change the line.
func stretches(o, u, d []string, alike func(a, b []string) bool) []stretch {
	bare := [...]bool{unended(o), unended(u), unended(d)}
	if bare[0] == bare[1] && bare[1] == bare[2] {
		return hunks(o, u, d, alike)
	}
	all := hunks(ended(o), ended(u), ended(d), alike)
	if bare[1] && bare[2] || bare[0] != bare[1] && bare[1] || bare[0] != bare[2] && bare[2] {
		last := &all[len(all)-1]
		if last.open && (len(last.updated) == 0 || len(last.dest) == 0) {
			return hunks(o, u, d, alike)
		}
		last.original, last.updated, last.dest = unend(last.original), unend(last.updated), unend(last.dest)
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

// hunks merges three texts line by line.
func hunks(o, u, d []string, alike func(a, b []string) bool) (all []stretch) {
	for _, p := range diff.Merge(o, u, d) {
		s := stretch{p.Original, p.Updated, p.Dest, p.Open, p.At}
		switch {
		case !s.open:
		case alike(s.updated, s.original), alike(s.updated, s.dest):
			s = stretch{original: s.dest, updated: s.dest, dest: s.dest}
		case alike(s.dest, s.original):
			s = stretch{original: s.updated, updated: s.updated, dest: s.updated}
		}
		if s.open || len(s.dest) > 0 || len(all) == 0 {
			all = append(all, s)
		}
	}
	return all
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
