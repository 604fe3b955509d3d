package merge

import (
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// lineMerge is a merge of three versions of a text line by line, as git does it: what either
// side changed is in the result.
type lineMerge []diff.Part

// mergeLines takes over what each side changed. The cost is that of two diffs.
//
// rule: text/*
func mergeLines(original, updated, dest string) lineMerge {
	return stretches(diff.Lines(original), diff.Lines(updated), diff.Lines(dest))
}

// overlaps reports whether both sides changed the same or adjacent lines differently.
func (m lineMerge) overlaps() bool {
	return slices.ContainsFunc(m, func(s diff.Part) bool { return s.Open })
}

// text is the merged text. Where both sides changed the same lines, it has the winner's,
// Updated or Dest.
func (m lineMerge) text(winner Side) string {
	var lines []string
	for _, s := range m {
		if winner == Updated {
			lines = append(lines, s.Updated...)
		} else {
			lines = append(lines, s.Dest...)
		}
	}
	return strings.Join(lines, "")
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
