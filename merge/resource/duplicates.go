package resource

import (
	"path"
	"slices"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/similar"
	"github.com/krm-merge/krm-merge/merge"
)

// Packages hold an identity several times: a base and its overlays, a bundle beside
// the files it is made of, variants of a definition, one Namespace in two files. No
// such package is refused: its copies pair by where they lie, then by what they hold,
// and what stays alone is a resource of its own.

// relations are the pairs of versions that copies are compared in.
func relations() [][2]merge.Side {
	return [][2]merge.Side{{merge.Original, merge.Updated}, {merge.Original, merge.Dest}, {merge.Updated, merge.Dest}}
}

// duplicates pairs the copies of an identity that a version holds several times: those
// of one file first, then what is left over by its content.
//
// See testdata/merge/copies-*.txtar.
//
// rule: duplicates/*
func (c *cluster) duplicates() {
	files := c.files()
	for _, f := range files {
		f.pair()
	}
	if len(files) > 1 {
		c.closest(relations()[:2], true)
	}
}

// files gives the members by the file they lie in.
func (c *cluster) files() []*cluster {
	return clustersOf(c.members.all(), func(m *member) (Identity, bool) { return Identity{path: m.Path}, true }).order
}

// pair pairs the copies in one file: the only ones, else by equal value, then by
// likeness, then by order.
func (c *cluster) pair() {
	if c.unique() {
		c.triple().unite()
		return
	}
	for _, r := range relations() {
		pairEqual(c.lacking(r))
	}
	c.closest(relations()[:2], false)
	c.closest(relations()[2:], false)
	c.inOrder()
}

// unique reports whether no version has several members.
func (c *cluster) unique() bool {
	return len(c.members[0]) <= 1 && len(c.members[1]) <= 1 && len(c.members[2]) <= 1
}

// triple is that of the only members of the versions.
func (c *cluster) triple() (t triple) {
	for side, members := range c.members {
		if len(members) > 0 {
			t[side] = members[0]
		}
	}
	return t
}

// pairEqual pairs members of equal value, in order.
func pairEqual(these, those []*member) {
	waiting := map[uint64][]*member{}
	for _, m := range those {
		hash := node.Hash(bare(m))
		waiting[hash] = append(waiting[hash], m)
	}
	for _, m := range these {
		hash := node.Hash(bare(m))
		equal := waiting[hash]
		if len(equal) > 0 && merge.Equal(bare(m), bare(equal[0])) && m.triple.join(equal[0].triple) {
			waiting[hash] = equal[1:]
		}
	}
}

// closest pairs the copies that complete each other by their likeness, ties by the
// longest common end of their paths, where paths count, then by order. Those of several
// relations are ranked together, so that none is preferred because it comes first.
func (c *cluster) closest(relations [][2]merge.Side, paths bool) {
	var these, those []*member
	// first and second are the numbers of the relations that these and those are from.
	var first, second []int
	for n, r := range relations {
		a, b := c.lacking(r)
		these, first = append(these, a...), append(first, slices.Repeat([]int{n}, len(a))...)
		those, second = append(those, b...), append(second, slices.Repeat([]int{n}, len(b))...)
	}
	for _, p := range similar.Closest(features(these), features(those), func(i, j int) (tie, place int) {
		if first[i] != second[j] {
			return -1, 0
		}
		return these[i].tie(those[j], paths), 0
	}) {
		these[p[0]].triple.join(those[p[1]].triple)
	}
}

// tie tells apart which of several that are as much alike is the one: the one whose path ends most
// alike, of these the one in the same directory, where paths count. It is negative if they do not complete each other.
func (m *member) tie(other *member, paths bool) (tie int) {
	if !m.triple.completes(other.triple) {
		return -1
	}
	a, b := m.Path, other.Path
	for paths && tie < len(a) && tie < len(b) && a[len(a)-1-tie] == b[len(b)-1-tie] {
		tie++
	}
	if tie *= 2; paths && path.Dir(a) == path.Dir(b) {
		tie++
	}
	return tie
}

// inOrder pairs what is left over in a file, if all versions that have some left have
// equally many, by order. Additions of both sides stay apart, unless both added the file.
func (c *cluster) inOrder() {
	var open [3]int
	for _, m := range c.members.all() {
		if !m.triple.isWhole() {
			open[m.side]++
		}
	}
	most := slices.Max(open[:])
	uneven := slices.ContainsFunc(open[:], func(n int) bool { return n != 0 && n != most })
	added := open[merge.Original] == 0 && len(c.members[merge.Original]) > 0
	if uneven || added {
		return
	}
	for _, r := range relations() {
		these, those := c.lacking(r)
		for i := range min(len(these), len(those)) {
			these[i].triple.join(those[i].triple)
		}
	}
}

// isWhole reports whether every version has the resource.
func (t *triple) isWhole() bool { return t.o() != nil && t.u() != nil && t.d() != nil }

// movedApart takes out of a triple what another version than original has in another
// file under the same name, but is another resource: a base was deleted, say, and a
// patch of it added elsewhere. Where a version has none of it, that deleted what moved.
//
// See testdata/merge/copies-base-and-patch*.txtar.
func (p *pkg) movedApart(t *triple) (apart triple) {
	o, u, d := t.o(), t.u(), t.d()
	switch {
	case p.of.Mixed, !t.isWhole(), o.id.by == byDirectory, u.Path == d.Path:
		return apart
	}
	for _, m := range []*member{u, d} {
		if m.id == o.id && o.Path != "" && m.Path != "" && o.Path != m.Path && !o.mayHaveMoved(m) {
			apart[m.side], t[m.side] = m, nil
		}
	}
	return apart
}

// mayHaveMoved reports whether nothing that the two hold speaks against it: they are alike, or there is
// too little in both to tell.
func (m *member) mayHaveMoved(other *member) bool {
	a, b := m.features(), other.features()
	return a.Small() && b.Small() || similar.Scale{}.MayBe(a, b)
}
