package merge

import (
	"cmp"
	"slices"
)

// lineEdit puts lines in place of the original's from one to another.
type lineEdit struct {
	from, to int
	with     []string
}

// inPlace says that each line became another one, or stands where lines were
// added.
func (e lineEdit) inPlace() bool { return e.from == e.to || len(e.with) == e.to-e.from }

// covers says that what another edit does is part of this one: it edits lines one
// for one, adds lines, or removes what this one removes.
func (e lineEdit) covers(other lineEdit) bool {
	switch {
	case other.from < e.from || other.to > e.to:
		return false
	case len(other.with) == 0:
		return len(e.with) == 0
	case !other.inPlace():
		return false
	}
	at, times := 0, 0
	for ; at+len(other.with) <= len(e.with); at++ {
		if slices.Equal(e.with[at:at+len(other.with)], other.with) {
			times++
		}
	}
	return times == 1
}

// excludes says that two sides' edits cannot both be made: they are about one
// line, or they touch and nobody can tell what comes first, or whether what one
// side wrote belongs to what the other removed.
func (e lineEdit) excludes(other lineEdit) bool {
	first, second := e, other
	if second.from < first.from || second.from == first.from && second.to < first.to {
		first, second = second, first
	}
	switch {
	case second.from < first.to:
		return true
	case second.from > first.to:
		return false
	}
	return !first.inPlace() || !second.inPlace() || first.from == first.to && second.from == second.to
}

// editsOf are what a side, with lines from start to end, made of the original's
// from one to another. in says which of its lines each of these is.
func editsOf(in []int, side []string, from, to, start, end int) []lineEdit {
	var edits []lineEdit
	for i, j := from, start; ; i++ {
		first := i
		for i < to && in[i] < 0 {
			i++
		}
		until := end
		if i < to {
			until = in[i]
		}
		if i > first || until > j {
			edits = append(edits, lineEdit{first, i, side[j:until]})
		}
		if i == to {
			return edits
		}
		j = until + 1
	}
}

// both makes the edits of both sides to the lines of o from one to another. It
// says false if some exclude one another.
func both(o []string, from, to int, u, d []lineEdit) (lines []string, ok bool) {
	all := slices.Clone(d)
	for _, e := range u {
		if slices.ContainsFunc(d, func(made lineEdit) bool { return made.covers(e) }) {
			continue
		}
		all = slices.DeleteFunc(all, e.covers)
		if slices.ContainsFunc(all, e.excludes) {
			return nil, false
		}
		all = append(all, e)
	}
	return applied(o, from, to, all), true
}

// applied makes edits to the lines of o from one to another.
func applied(o []string, from, to int, edits []lineEdit) (lines []string) {
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b lineEdit) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	at := from
	for _, e := range edits {
		lines = append(append(lines, o[at:e.from]...), e.with...)
		at = e.to
	}
	return append(lines, o[at:to]...)
}
