package merge

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/similar"
)

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

// replacedBy gives what a side has in the place of children of original, one by one.
func replacedBy(o, side, other *children) map[int]int {
	by := map[int]int{}
	for _, e := range exchanges(o, side, other) {
		for n, i := range e.lost[:min(len(e.lost), len(e.gained))] {
			by[i] = e.gained[n]
		}
	}
	return by
}

// findContests finds what both sides put in the place of one element of a list with keys,
// or of one member of a set; and to which element one side gave another key, or which member
// it changed, that the other deleted.
//
// rule: set/replaced-*, set/changed-and-deleted, renamed/apart-*, renamed/deleted*
func (w *walker) findContests(l *listing) {
	if w.system != threeWay || l.kind != ListSet && l.kind != ListKeyed {
		return
	}
	o, u, d := &l.children[Original], &l.children[Updated], &l.children[Dest]
	lost := only(o, u, d)
	if len(lost) == 0 {
		return
	}
	l.elementConflicts = map[string]*elementConflict{}
	theirs, ours := replacedBy(o, u, d), replacedBy(o, d, u)
	kind, apart, deleted := BothChanged, "", "one side changed this member, and the other deleted it; it is here"
	isKeyed := l.kind == ListKeyed
	if isKeyed {
		kind, apart = BothRenamed, "both sides gave this element another key, not the same; both are here"
		deleted = "one side gave this element another key, and the other deleted it; it is here"
	}
	// What both added may be what both gave another key.
	addedAlike := slices.ContainsFunc(all(u.len()), func(j int) bool { return o.find(u, j) < 0 && d.find(u, j) >= 0 })
	scale := similar.NewScale(featuresOf(o, all(o.len())))
	isRenamed := func(was, is *yaml.Node) bool { return isKeyed && w.sameElement(nil, was, is, l.keys) }
	// Elements with a key that have nothing in common are others.
	mayBe := func(was, is *yaml.Node) bool { return !isKeyed || sharesValue(was, is) || isRenamed(was, is) }
	isLike := func(i int, side *children, j int) bool {
		was, is := o.value(i), side.value(j)
		return !addedAlike && (isRenamed(was, is) || !isKeyed && sharesValue(was, is) || len(scale.Pair(featuresOf(o, []int{i}), featuresOf(side, []int{j}))) > 0)
	}
	for _, i := range lost {
		was := o.value(i)
		j, byUpdated := theirs[i]
		k, byDest := ours[i]
		switch {
		case byUpdated && byDest && mayBe(was, u.value(j)) && mayBe(was, d.value(k)):
			by := &elementConflict{kind: kind, doubt: apart, values: [3]*yaml.Node{was, u.value(j), d.value(k)}}
			l.elementConflicts[u.ids[j]], l.elementConflicts[d.ids[k]] = by, by
		case byUpdated && isLike(i, u, j):
			l.elementConflicts[u.ids[j]] = &elementConflict{kind: DeletedLocally, doubt: deleted, values: [3]*yaml.Node{Original: was, Updated: u.value(j)}}
		case byDest && isLike(i, d, k):
			l.elementConflicts[d.ids[k]] = &elementConflict{kind: DeletedUpstream, doubt: deleted, values: [3]*yaml.Node{Original: was, Dest: d.value(k)}}
		}
	}
}

// hasInstead reports whether dest has in the place of an element of original one that
// shares a value with it, so the same under another key for all that can be told, and that
// still has a field which updated changed.
func (c *collection) hasInstead(at position) bool {
	if c.instead == nil {
		c.instead = replacedBy(&c.co, &c.cd, &c.cu)
	}
	j, replaced := c.instead[at.o]
	if !replaced {
		return false
	}
	o, u, d := c.co.value(at.o), target(c.cu.value(at.u)), c.cd.value(j)
	return sharesValue(o, d) && shares(o, d, func(key, was, _ *yaml.Node) bool { return !Equal(was, field(u, key.Value)) })
}
