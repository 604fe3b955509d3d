package diff

import (
	"regexp"
	"slices"
	"strings"
)

// Text is a merge of three versions of a text, line by line.
type Text []Part

// Texts merges three versions of a text as Merge does, and settles more of it: additions in one
// place of which one has all of the other, and changes of other words of one line. That a text
// ends with a line break is a value of its own, so that a side which adds or removes it does not
// change the line. The cost is that of two alignments.
func Texts(original, updated, dest string) Text {
	o, u, d := Lines(original), Lines(updated), Lines(dest)
	was, bare, bareD := unended(o), unended(u), unended(d)
	if was == bare && was == bareD {
		return settle(Merge(o, u, d))
	}
	if bare == was {
		bare = bareD // Updated did not change it.
	}
	all := settle(Merge(Ended(o), Ended(u), Ended(d)))
	if bare {
		last := &all[len(all)-1]
		last.Original, last.Updated, last.Dest = unend(last.Original), unend(last.Updated), unend(last.Dest)
	}
	return all
}

// settle settles parts that both sides changed where that leaves nothing to ask.
func settle(all []Part) []Part {
	for i, p := range all {
		if !p.Open {
			continue
		}
		if lines, settled := p.both(); settled {
			all[i] = Part{Original: lines, Updated: lines, Dest: lines}
		}
	}
	return all
}

// both is what a part has with the changes of both sides: of two additions the one that has all
// of the other, and one line with other words of it changed by either. settled is false where
// they are changes of another kind.
func (p Part) both() (lines []string, settled bool) {
	less, more := p.Updated, p.Dest
	if len(less) > len(more) {
		less, more = more, less
	}
	switch len(p.Original) {
	case 0:
		text := func(lines []string) string { return "\n" + strings.Join(Ended(lines), "") }
		return more, strings.Contains(text(more), text(less))
	case 1:
		if len(less) == 1 && len(more) == 1 {
			word := regexp.MustCompile(`\S+|\s+`)
			words := func(lines []string) []string { return word.FindAllString(lines[0], -1) }
			line := Text(Merge(words(p.Original), words(p.Updated), words(p.Dest)))
			return []string{line.Text(true)}, !line.Open()
		}
	}
	return nil, false
}

// Open reports whether both sides changed the same or adjacent lines differently.
func (t Text) Open() bool { return slices.ContainsFunc(t, func(p Part) bool { return p.Open }) }

// Text is the merged text. Where both sides changed the same lines, it has those of updated,
// or else of dest.
func (t Text) Text(updated bool) string {
	var lines []string
	for _, p := range t {
		if updated {
			lines = append(lines, p.Updated...)
		} else {
			lines = append(lines, p.Dest...)
		}
	}
	return strings.Join(lines, "")
}

// unended reports whether the last line of a text has no line break.
func unended(lines []string) bool {
	return len(lines) > 0 && !strings.HasSuffix(lines[len(lines)-1], "\n")
}

// Ended are the lines of a text of which the last one has a line break, too.
func Ended(lines []string) []string {
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

// CommonEnds counts what two texts have in common at the start and at the end: lines, or
// bytes.
func CommonEnds[T comparable](a, b []T) (front, behind int) {
	most := min(len(a), len(b))
	for front < most && a[front] == b[front] {
		front++
	}
	for behind < most-front && a[len(a)-1-behind] == b[len(b)-1-behind] {
		behind++
	}
	return front, behind
}
