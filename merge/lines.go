package merge

import (
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// Lines merges three versions of a text line by line, as git does: what either side
// changed is in the result. Where both sides changed the same or adjacent lines
// differently, it has the winner's, Updated or Dest, and clean is false. If a line would
// be there more often than both sides account for, the result is the winner's text, and
// clean is false, too. The cost is that of two diffs.
func Lines(original, updated, dest string, winner Side) (merged string, clean bool) {
	o, u, d := splitLines(original), splitLines(updated), splitLines(dest)
	lines, overlaps := mergeLines(o, u, d, winner, slices.Equal)
	switch {
	case !doubled(lines, o, u, d):
		return strings.Join(lines, ""), !overlaps
	case winner == Dest:
		return dest, false
	}
	return updated, false
}

// splitLines splits text behind each line break.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// mergeLines takes over what each side changed. Where both changed the same or adjacent
// lines differently, it takes the winner's; lines that are alike are not changed there.
//
// rule: text/*
func mergeLines(o, u, d []string, winner Side, alike func(a, b []string) bool) (lines []string, overlaps bool) {
	next := 0
	for _, h := range diff.Hunks(diff.Match(o, u), diff.Match(o, d), len(o), len(u), len(d)) {
		lines = append(lines, d[next:h.Dest.From]...)
		next = h.Dest.To
		was, upstream, local := o[h.Original.From:h.Original.To], u[h.Updated.From:h.Updated.To], d[h.Dest.From:h.Dest.To]
		switch {
		case slices.Equal(upstream, was), slices.Equal(upstream, local):
			lines = append(lines, local...)
		case slices.Equal(local, was):
			lines = append(lines, upstream...)
		case alike(upstream, was), alike(upstream, local):
			lines = append(lines, local...)
		case alike(local, was):
			lines = append(lines, upstream...)
		default:
			overlaps = true
			if winner == Dest {
				upstream = local
			}
			lines = append(lines, upstream...)
		}
	}
	return append(lines, d[next:]...), overlaps
}

// doubled reports whether a line that is not blank stands in a result more often than
// both sides account for: one that both added, or moved, to different places.
func doubled(lines, o, u, d []string) bool {
	inO, inU, inD := counts(o), counts(u), counts(d)
	for line, times := range counts(lines) {
		most := max(inU[line], inD[line])
		if inO[line] > 0 {
			most = max(most, inU[line]+inD[line]-inO[line])
		}
		if times > most && strings.TrimSpace(line) != "" {
			return true
		}
	}
	return false
}

func counts(lines []string) map[string]int {
	times := make(map[string]int, len(lines))
	for _, line := range lines {
		times[line]++
	}
	return times
}
