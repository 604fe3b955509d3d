package source

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// A changed document is written by the YAML library as it was and as it shall be. What
// differs between the two, line by line, is changed in the text, which spells the lines of
// the first in its own way: with other white space, on more lines, with blank lines and
// comments between.

// respeller changes a text.
type respeller struct {
	text, was, is []string
	used          []bool      // lines of the text that are lines of was
	at            map[int]int // where the text has lines of was
	// kept are comments that stay with nothing that they are about, and how many of each.
	kept map[string]int
	out  []string
	// columns are where what the end is in stands, in the lines of the library and here.
	columns []column
}

// respell gives a text the lines of is for those of was.
func respell(text, was, is []string, kept map[string]int) []string {
	r := &respeller{text: text, was: was, is: is, kept: kept, used: make([]bool, len(text)), at: map[int]int{}}
	found := matched(bare(was), bare(text))
	for _, p := range found {
		r.at[p[0]], r.used[p[1]] = p[1], true
	}
	pairs := refined(was, is, diff.Match(was, is), sameKeyed)
	var before diff.Hunk
	stay := func(until diff.Hunk) {
		for n := range until.Original.From - before.Original.To {
			r.stay(before.Original.To+n, before.Updated.To+n, before.Dest.To+n)
		}
	}
	for _, h := range diff.Hunks(pairs, found, len(was), len(is), len(text)) {
		stay(h)
		narrowed, above, below := r.narrow(h)
		r.out = append(r.out, above...)
		r.between(narrowed)
		r.out = append(r.out, below...)
		before = h
	}
	stay(diff.Hunk{Original: diff.Span{From: len(was)}})
	return r.out
}

// sameKeyed pairs lines that give one key different values.
func sameKeyed(was, is []string) [][2]int {
	keys := func(lines []string) []string {
		keys := make([]string, len(lines))
		for i, l := range lines {
			keys[i], _, _ = strings.Cut(l, ": ")
			keys[i] = strings.TrimSuffix(keys[i], ":")
		}
		return keys
	}
	return diff.Match(keys(was), keys(is))
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

// stay writes a line that stays where it is, with what it says now.
func (r *respeller) stay(i, k, t int) {
	r.write(r.is[k], reworded(r.text[t], r.was[i], r.is[k]))
}

// reworded is a line of the text, which has a line of the library but for white space, with what differs
// between that line and another exchanged.
func reworded(text, was, is string) string {
	front, behind := diff.CommonEnds([]byte(was), []byte(is))
	at := func(beginning string) (i int) { // where it ends in the text
		for k := range len(beginning) {
			if isBlank(beginning[k]) {
				continue
			}
			for isBlank(text[i]) {
				i++
			}
			i++
		}
		for strings.HasSuffix(beginning, " ") && i < len(text) && isBlank(text[i]) && text[i] != '\n' {
			i++
		}
		return i
	}
	return text[:at(was[:front])] + is[front:len(is)-behind] + text[at(was[:len(was)-behind]):]
}

// narrow takes lines from a hunk that stay at its ends, which the text spells otherwise, if it has what is between them.
func (r *respeller) narrow(h diff.Hunk) (narrowed diff.Hunk, above, below []string) {
	front, behind := diff.CommonEnds(r.was[h.Original.From:h.Original.To], r.is[h.Updated.From:h.Updated.To])
	first, last := h.Original.From+front, h.Original.To-behind-1
	if from, found := r.at[first]; found && first <= last && r.isRespelled(h.Original.From, first) {
		above, h.Dest.From = r.text[h.Dest.From:from], from
		h.Original.From, h.Updated.From = first, h.Updated.From+front
	}
	if to, found := r.at[last]; found && first <= last && r.isRespelled(last+1, h.Original.To) {
		below, h.Dest.To = r.text[to+1:h.Dest.To], to+1
		h.Original.To, h.Updated.To = last+1, h.Updated.To-behind
	}
	return h, above, below
}

// isRespelled reports whether lines of the library say something that no line of the text does.
func (r *respeller) isRespelled(from, to int) bool {
	for i := from; i < to; i++ {
		if _, found := r.at[i]; !found && !isLayout(r.was[i]) {
			return true
		}
	}
	return false
}

// between writes what stands between two lines that stay.
func (r *respeller) between(h diff.Hunk) {
	text := r.text[h.Dest.From:h.Dest.To]
	was, is := r.was[h.Original.From:h.Original.To], r.is[h.Updated.From:h.Updated.To]
	var next []column // of the second line
	if k := h.Updated.To; k < len(r.is) && !isLayout(r.is[k]) {
		next = appendColumns(nil, r.is[k], r.text[h.Dest.To])
	}
	front, behind := diff.CommonEnds(was, is)
	switch {
	case len(was) == 0 && len(is) > 0:
	case front == len(was): // All stays, others come behind it.
		r.out = append(r.out, text...)
		r.add(is[front:], next)
		return
	case behind == len(was):
		r.add(is[:len(is)-behind], next)
		r.out = append(r.out, text...)
		return
	}
	// The comments above the first entry stay where it goes: they are about the file.
	head := h.Original.From == 0 && len(is) == 0 && !slices.Contains(r.is, was[0]) && !isLayout(was[len(was)-1])
	free := func(i int) bool { return isLayout(text[i]) && (head || !r.used[h.Dest.From+i]) }
	from, to := 0, len(text)
	for from < to && free(from) {
		from++
	}
	for to > from && free(to-1) {
		to--
	}
	if from == to && h.Dest.From > 0 {
		from, to = 0, 0 // What is added stands behind what is above it.
	} else if from < to && len(was) > 0 && isDash(strings.TrimLeft(was[0], " ")) && !isLayout(text[from]) {
		next = appendColumns(next, was[0], text[from]) // What goes stood where the like of it is to stand.
	}
	r.out = append(r.out, text[:from]...)
	for _, l := range text[from:to] {
		if comment := strings.TrimSpace(l); r.kept[comment] > 0 {
			r.kept[comment]--
			r.out = append(r.out, l)
		}
	}
	r.add(is, next)
	if len(is) == 0 && from < to {
		text, to = r.joined(text[to:]), 0
	}
	r.out = append(r.out, text[to:]...)
}

// joined are the lines behind what goes, without blank lines that would follow others or begin something.
func (r *respeller) joined(lines []string) []string {
	last := ""
	if len(r.out) > 0 {
		last = strings.TrimSpace(r.out[len(r.out)-1])
	}
	for len(lines) > 0 && isSpace(lines[0]) && (last == "" || strings.HasSuffix(last, ":")) {
		lines = lines[1:]
	}
	return lines
}

// add writes lines that are new.
func (r *respeller) add(lines []string, next []column) {
	for _, line := range lines {
		r.write(line, moved(line, r.column(line, next)))
	}
}

// moved is a line of the library that begins in a column.
func moved(line string, to int) string {
	if line == "" {
		return "\n"
	}
	return strings.Repeat(" ", max(to, 0)) + strings.TrimLeft(line, " ") + "\n"
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// column is where an entry begins, in a line of the library and here.
type column struct {
	library, here int
	dash          bool
}

// write writes a line of the library as it is spelled.
func (r *respeller) write(line, as string) {
	r.out = append(r.out, as)
	if isLayout(line) {
		return
	}
	for n := len(r.columns); n > 0 && r.columns[n-1].library > indent(line); n-- {
		r.columns = r.columns[:n-1]
	}
	r.columns = appendColumns(r.columns, line, as)
}

// appendColumns appends where the first entries of a line stand.
func appendColumns(to []column, library, here string) []column {
	a, b := indent(library), indent(here)
	for a < len(library) && b < len(here) {
		dash := isDash(library[a:]) && isDash(here[b:])
		to = append(to, column{a, b, dash})
		if !dash {
			break
		}
		a, b = a+1+indent(library[a+1:]), b+1+indent(here[b+1:])
	}
	return to
}

func isDash(text string) bool {
	return text != "" && text[0] == '-' && isSpace(text[1:min(2, len(text))])
}

// column is where a new line is to stand: below, or above, what is known to stand in the
// same column, else as much deeper as the library has it.
func (r *respeller) column(line string, next []column) int {
	at := indent(line)
	dash := isDash(line[at:])
	for _, c := range slices.Backward(r.columns) {
		switch {
		case c.library == at && (c.dash == dash || isLayout(line)):
			return c.here
		case c.library < at || c.library == at && dash:
			for _, n := range next {
				if n.library == at && n.dash == dash {
					return n.here
				}
			}
			return at + c.here - c.library
		}
	}
	return at
}

// bare are lines without white space.
func bare(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = strings.Map(func(c rune) rune {
			if c < utf8.RuneSelf && isBlank(byte(c)) {
				return -1
			}
			return c
		}, l)
	}
	return out
}

func isBlank(c byte) bool { return strings.IndexByte(" \t\r\n", c) >= 0 }

// isLayout reports whether a line says nothing: it is blank, a comment, or an end marker.
func isLayout(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#' || line == "..."
}

func isSpace(text string) bool { return strings.TrimSpace(text) == "" }
