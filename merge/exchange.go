package merge

import "github.com/krm-merge/krm-merge/internal/diff"

// exchange is a stretch between two children that original and a side both have, in which
// the side lacks some of original's and alone has others in their place.
type exchange struct {
	// lost are places in original, gained places in the side.
	lost, gained []int
}

// exchanges finds what a side put in the place of what it removed; what the other side has
// too is in no doubt. The cost is that of a diff, where the side lacks anything of original
// at all.
func exchanges(o, side, other *children) (all []exchange) {
	if o.kind == childFields || side.holds(o) {
		return nil
	}
	fromO, fromSide := 0, 0
	for _, p := range append(diff.Match(o.ids, side.ids), [2]int{o.len(), side.len()}) {
		var e exchange
		for i := fromO; i < p[0]; i++ {
			if side.find(o, i) < 0 {
				e.lost = append(e.lost, i)
			}
		}
		for j := fromSide; j < p[1]; j++ {
			if o.find(side, j) < 0 && other.find(side, j) < 0 {
				e.gained = append(e.gained, j)
			}
		}
		if len(e.lost) > 0 && len(e.gained) > 0 {
			all = append(all, e)
		}
		fromO, fromSide = p[0]+1, p[1]+1
	}
	return all
}

// places gives where in base the children of a side belong that base lacks: in front of
// which of base's children; -1 for those that base has. What replaces something of
// original stands where base has that, or has something in its place; the rest in front of
// the side's next child of which base has either. inDoubt: one has something of its own
// between several that the other replaces.
//
// rule: order/*
func places(o, base, side *children) (before []int, inDoubt bool) {
	instead, stands := map[int]int{}, map[int]int{}
	for _, e := range exchanges(o, base, side) {
		for _, i := range e.lost {
			instead[i] = e.gained[0]
		}
		_, split := e.in(o, side)
		inDoubt = inDoubt || split
	}
	for _, e := range exchanges(o, side, base) {
		at, split := e.in(o, base)
		inDoubt = inDoubt || split
		for _, i := range e.gained {
			if at >= 0 {
				stands[i] = at
			}
		}
	}
	before = make([]int, side.len())
	next := base.len()
	for i := len(before) - 1; i >= 0; i-- {
		before[i] = -1
		if j := base.find(side, i); j >= 0 {
			next = j
			continue
		}
		if j, replaces := stands[i]; replaces {
			next = j
		} else if j, replaced := instead[o.find(side, i)]; replaced {
			next = j
		}
		before[i] = next
	}
	return before, inDoubt
}

// in is where another version has the first of what a side lost, -1 if it has nothing of
// it; split: with something between.
func (e exchange) in(o, other *children) (first int, split bool) {
	first = -1
	last := -1
	for _, i := range e.lost {
		j := other.find(o, i)
		switch {
		case j < 0:
			continue
		case first < 0:
			first = j
		case j != last+1:
			split = true
		}
		last = j
	}
	return first, split
}
