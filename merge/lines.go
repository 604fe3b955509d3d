package merge

import "strings"

// Lines merges three versions of a text line by line, as git does: what either
// side changed is in the result. clean is false if both sides changed the same
// lines, or lines that touch, differently; there is no result then. The cost is
// that of two diffs.
func Lines(original, updated, dest string) (merged string, clean bool) {
	w := walker{}
	lines, overlaps := w.mergeLines(splitLines(original), splitLines(updated), splitLines(dest), Updated)
	if overlaps {
		return "", false
	}
	return strings.Join(lines, ""), true
}
