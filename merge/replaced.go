package merge

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/similar"
)

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
// rule: set/replaced-*, set/*changed-and-deleted, renamed/apart-*, renamed/deleted*
func (w *walker) findContests(l *listing) {
	if w.system != threeWay || l.kind != ListSet && l.kind != ListKeyed {
		return
	}
	o, u, d := &l.children[Original], &l.children[Updated], &l.children[Dest]
	l.findNamesakes(o, u, d)
	lost := only(o, u, d)
	if len(lost) == 0 {
		return
	}
	if l.elementConflicts == nil {
		l.elementConflicts = map[string]*elementConflict{}
	}
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
		_, versions := w.newest(target(was), target(is))
		return !addedAlike && (versions || isRenamed(was, is) || !isKeyed && sharesValue(was, is) || len(scale.Pair(featuresOf(o, []int{i}), featuresOf(side, []int{j}))) > 0)
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

// findNamesakes finds elements of one name that both sides added under other keys, where the name is none.
//
// rule: keyed/namesakes-*
func (l *listing) findNamesakes(o, u, d *children) {
	if l.kind != ListKeyed || slices.ContainsFunc(l.keys, func(k Key) bool { return k.Field == "name" }) || o.holds(u) || o.holds(d) {
		return
	}
	l.elementConflicts = map[string]*elementConflict{}
	for _, p := range namesakes(o.nodes, u.nodes, d.nodes, "name") {
		if o.find(u, p[0]) < 0 && d.find(u, p[0]) < 0 && o.find(d, p[1]) < 0 && u.find(d, p[1]) < 0 {
			by := &elementConflict{kind: BothAdded, values: [3]*yaml.Node{Updated: u.value(p[0]), Dest: d.value(p[1])}}
			by.doubt = "both sides added an element of this name under another key; both are here"
			l.elementConflicts[u.ids[p[0]]], l.elementConflicts[d.ids[p[1]]] = by, by
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

// shares reports whether two maps have a field of one name with values such as asked for.
func shares(a, b *yaml.Node, such func(key, x, y *yaml.Node) bool) bool {
	fa, fb := fieldsOf(target(a)), fieldsOf(target(b))
	for i := range fa.len() {
		if j := fb.find(&fa, i); j >= 0 && such(fa.key(i), fa.value(i), fb.value(j)) {
			return true
		}
	}
	return false
}

// sharesValue reports whether two maps have a field of one name and value.
func sharesValue(a, b *yaml.Node) bool {
	return shares(a, b, func(_, x, y *yaml.Node) bool { return Equal(x, y) })
}

// sameElement compares two elements; that their keys agree is known, however
// they are spelled.
func (w *walker) sameElement(s Schema, a, b *yaml.Node, keys []Key) bool {
	if keys == nil {
		return w.same(s, a, b)
	}
	a, b = target(a), target(b)
	return shapeOf(a) == shapeOf(b) && equalMaps(w.withoutNulls(s, a), w.withoutNulls(s, b), keys)
}
