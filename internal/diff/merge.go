package diff

import (
	"slices"
	"strings"
)

// Part is a part of a merge of three sequences. Its elements are the same in updated and
// dest where the merge is settled; else, where both changed the same or adjacent elements
// of original, they are what the versions have there.
type Part struct {
	Original, Updated, Dest []string
	Open                    bool
	// At counts the elements in front of an open part in original, updated and dest.
	At [3]int
}

// Merge merges three versions of a text, line by line, as git merge-file does: what either
// side changed is in the result, and where both changed the same or adjacent lines
// differently, a part is open. Settled parts are what the result has. The cost is that of
// two alignments.
func Merge(original, updated, dest []string) (all []Part) {
	settled := func(lines []string) {
		if len(lines) > 0 || len(all) == 0 {
			all = append(all, Part{Original: lines, Updated: lines, Dest: lines})
		}
	}
	next := 0
	for _, h := range Hunks(Match(original, updated), Match(original, dest), len(original), len(updated), len(dest)) {
		settled(dest[next:h.Dest.From])
		next = h.Dest.To
		was, upstream, local := original[h.Original.From:h.Original.To], updated[h.Updated.From:h.Updated.To], dest[h.Dest.From:h.Dest.To]
		switch {
		case slices.Equal(upstream, was), slices.Equal(upstream, local):
			settled(local)
		case slices.Equal(local, was):
			settled(upstream)
		default:
			all = append(all, Part{was, upstream, local, true, [3]int{h.Original.From, h.Updated.From, h.Dest.From}})
		}
	}
	settled(dest[next:])
	return all
}

// Lines takes a text apart behind each line break.
func Lines(text string) []string { return slices.Collect(strings.Lines(text)) }

// MergeLines merges three versions of a text as Merge does. Where both sides changed the
// same lines, it has dest's, and clean is false.
func MergeLines(original, updated, dest string) (text string, clean bool) {
	m := Text(Merge(Lines(original), Lines(updated), Lines(dest)))
	return m.Text(false), !m.Open()
}
