package merge

import (
	"slices"
	"strings"
)

// Lines merges three versions of a text line by line, as git does: what either
// side changed is in the result. clean is false if both sides changed the same
// lines, or lines that touch, differently; there is no result then. The cost is
// that of two diffs.
func Lines(original, updated, dest string) (merged string, clean bool) {
	return joined(mergeLines(splitLines(original), splitLines(updated), splitLines(dest), Updated))
}

// TouchingLines is like Lines, but clean too where changes touch that are about
// different lines: what one side edited, added or removed stands next to what the
// other edited.
//
// rule: text/*
func TouchingLines(original, updated, dest string) (merged string, clean bool) {
	return joined(mergeText(splitLines(original), splitLines(updated), splitLines(dest), Updated))
}

func joined(lines []string, overlaps bool) (text string, clean bool) {
	if overlaps {
		return "", false
	}
	return strings.Join(lines, ""), true
}

// splitLines splits text behind each line break.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// mergeLines takes over what each side changed. Where both changed the same
// lines, or lines that touch, differently, the winner's stand.
//
// Which of several equal lines is the one that was kept is a guess. What diffs show
// counts first, unless it has an addition of both sides twice and another guess has
// not; where one guess lets the changes touch, another one counts if it does not.
func mergeLines(o, u, d []string, winner Side) (lines []string, overlaps bool) {
	lines, touching := mergeApart(o, u, d, winner)
	return lines, touching != nil
}

// mergeText is like mergeLines, but changes of different lines may touch, where no
// line stands more often then than both sides account for.
func mergeText(o, u, d []string, winner Side) (lines []string, overlaps bool) {
	lines, touching := mergeApart(o, u, d, winner)
	for _, a := range touching {
		a.touching = true
		if again, overlaps := a.merge(o, u, d, winner); !overlaps && !unaccounted(again, o, u, d) {
			return again, false
		}
	}
	return lines, touching != nil
}

// mergeApart gives the guesses that were tried where changes touch in each of them.
func mergeApart(o, u, d []string, winner Side) (lines []string, touching []alignment) {
	shown, touch := alignment{inU: settled(o, u), inD: settled(o, d)}.merge(o, u, d, winner)
	if !touch && !doubles(shown, u, d) {
		return shown, nil
	}
	guesses := alignments(o, u, d)
	lines, overlaps := guesses[0].merge(o, u, d, winner)
	switch {
	case !overlaps && (touch || !doubles(lines, u, d)):
		return lines, nil
	case !touch:
		return shown, nil
	}
	for _, other := range guesses[1:] {
		if again, touch := other.merge(o, u, d, winner); !touch && !doubles(again, u, d) {
			return again, nil
		}
	}
	return lines, guesses
}

// alignment says which lines of updated and of dest are the original's.
type alignment struct {
	inU, inD []int
	// touching: changes that touch are both made, unless they exclude one
	// another.
	touching bool
}

// alignments are those worth a try, the best guess first.
func alignments(o, u, d []string) []alignment {
	firstU, firstD, lastU, lastD := matches(o, u), matches(o, d), matchesFromEnd(o, u), matchesFromEnd(o, d)
	return []alignment{{inU: firstU, inD: firstD}, {inU: lastU, inD: lastD}, {inU: firstU, inD: lastD}, {inU: lastU, inD: firstD}}
}

func (a alignment) merge(o, u, d []string, winner Side) (lines []string, overlaps bool) {
	i, j, k := 0, 0, 0
	for {
		// The next line of o that both sides kept ends what may differ.
		next := i
		for next < len(o) && (a.inU[next] < 0 || a.inD[next] < 0) {
			next++
		}
		endU, endD := len(u), len(d)
		if next < len(o) {
			endU, endD = a.inU[next], a.inD[next]
		}
		po, pu, pd := o[i:next], u[j:endU], d[k:endD]
		switch {
		case slices.Equal(pu, po) || slices.Equal(pu, pd):
			lines = append(lines, pd...)
		case slices.Equal(pd, po):
			lines = append(lines, pu...)
		default:
			if a.touching {
				if all, ok := both(o, i, next, editsOf(a.inU, u, i, next, j, endU), editsOf(a.inD, d, i, next, k, endD)); ok {
					lines = append(lines, all...)
					break
				}
			}
			overlaps = true
			if winner == Dest {
				pu = pd
			}
			lines = append(lines, pu...)
		}
		if next == len(o) {
			return lines, overlaps
		}
		lines = append(lines, d[endD])
		i, j, k = next+1, endU+1, endD+1
	}
}

// doubles says that a line stands in a result more often than in either side:
// perhaps an addition of both, taken for two.
func doubles(lines, u, d []string) bool { return unaccounted(lines, nil, u, d) }

// unaccounted is like doubles, but of lines that original has both sides may have added
// some.
func unaccounted(lines, o, u, d []string) bool {
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

// matches gives for each line of a the line of b it pairs with, or -1. Where
// one of several equal lines was added or removed, it is the last of them that
// was: so additions that both sides made are in one place.
func matches(a, b []string) []int {
	return slid(a, b, common(a, b))
}

// matchesFromEnd is like matches, but of equal lines it pairs the last ones.
func matchesFromEnd(a, b []string) []int {
	pairs := common(backwards(a), backwards(b))
	for i, p := range pairs {
		pairs[i] = [2]int{len(a) - 1 - p[0], len(b) - 1 - p[1]}
	}
	return slid(a, b, pairs)
}

func backwards(lines []string) []string {
	lines = slices.Clone(lines)
	slices.Reverse(lines)
	return lines
}

func slid(a, b []string, pairs [][2]int) []int {
	inB, inA := loose(len(a)), loose(len(b))
	for _, p := range pairs {
		inB[p[0]], inA[p[1]] = p[1], p[0]
	}
	slide(b, inA, inB)
	slide(a, inB, inA)
	return inB
}

func loose(n int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = -1
	}
	return at
}

// slide moves each run of lines without a pair as far down as it goes: past a
// line that is the run's first as well. pairs are the text's lines in the other
// text, back those of the other in this one. The cost is linear but for runs
// that pass one another.
func slide(text []string, pairs, back []int) {
	for above := len(text); above > 0; {
		end := above
		for end > 0 && pairs[end-1] >= 0 {
			end--
		}
		start := end
		for start > 0 && pairs[start-1] < 0 {
			start--
		}
		above = start
		for ; start < end && end < len(text); end++ {
			at := pairs[end]
			if at < 0 {
				continue
			}
			if text[start] != text[end] {
				break
			}
			pairs[start], back[at], pairs[end] = at, start, -1
			start++
		}
	}
}
