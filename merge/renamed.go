package merge

import (
	"slices"

	"github.com/krm-merge/krm-merge/internal/similar"
)

// renamedElements gives an element to which a side gave another key that key in all
// versions. It looks at lists that inference keys, and at containers.
//
// rule: renamed/*
func (w *walker) renamedElements(s Schema, l *listing) {
	if w.policy.RenamedKeys != RenamedFollow || w.system != threeWay || l.kind != ListKeyed || listType(s).Kind != ListUnknown && !w.inContainers() {
		return
	}
	o, u, d := &l.children[Original], &l.children[Updated], &l.children[Dest]
	w.renamedElementsBy(Updated, l.keys, o, u, d)
	w.renamedElementsBy(Dest, l.keys, o, d, u)
}

// inContainers reports whether the list at hand is one of containers: that of the lists
// with a schema whose keys nothing but other fields of the same Pod refer to.
func (w *walker) inContainers() bool {
	switch w.fieldName() {
	case "containers", "initContainers", "ephemeralContainers":
		return true
	}
	return false
}

func (w *walker) renamedElementsBy(by Side, keys []Key, o, side, other *children) {
	for _, p := range renames(o, side, other) {
		i, id := p[0], side.ids[p[1]]
		if j := other.find(o, i); j >= 0 {
			other.rename(j, id)
		}
		o.rename(i, id)
		w.enter(place{element: side.value(p[1]), keys: keys})
		w.note(NoteRename, by.String()+" gave this element another key; what changed in it goes along")
		w.leave()
	}
}

// rename gives a child another id.
func (c *children) rename(i int, id string) {
	c.ids[i] = id
	c.index, c.first = nil, nil
}

// renames pairs children of original that a side lacks with such that it alone
// has, or that both sides have, where the other side edited or renamed them
// too.
func renames(o, side, other *children) [][2]int {
	var gone, goneFromBoth, fresh, freshInBoth []int
	for i := range o.len() {
		if side.find(o, i) >= 0 {
			continue
		}
		switch j := other.find(o, i); {
		case j < 0:
			goneFromBoth = append(goneFromBoth, i)
		case !Equal(o.value(i), other.value(j)):
			gone = append(gone, i)
		}
	}
	if len(gone)+len(goneFromBoth) == 0 {
		return nil
	}
	for i := range side.len() {
		if o.find(side, i) >= 0 {
			continue
		}
		if other.find(side, i) < 0 {
			fresh = append(fresh, i)
		} else {
			freshInBoth = append(freshInBoth, i)
		}
	}
	if len(gone)*len(fresh)+len(goneFromBoth)*len(freshInBoth) == 0 {
		return nil
	}
	scale := similar.NewScale(featuresOf(o, all(o.len())))
	// An edit that both have now does not keep them from pairing.
	pairs := lookalikes(scale, []*children{o, other}, gone, side, fresh)
	return append(pairs, lookalikes(scale, []*children{o}, goneFromBoth, side, freshInBoth)...)
}

// all are the first n places.
func all(n int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	return at
}

// lookalikes pairs children of original, by what the first version, else the next,
// has there, with children of a side that are like them.
func lookalikes(scale similar.Scale, versions []*children, lost []int, side *children, gained []int) [][2]int {
	var pairs [][2]int
	wasLost, wasGained := map[int]bool{}, map[int]bool{}
	for _, version := range versions {
		if len(lost)*len(gained) == 0 {
			break
		}
		at := make([]int, len(lost))
		for n, i := range lost {
			at[n] = version.find(versions[0], i)
		}
		for _, p := range scale.Pair(featuresOf(version, at), featuresOf(side, gained), nil) {
			i, j := lost[p[0]], gained[p[1]]
			pairs = append(pairs, [2]int{i, j})
			wasLost[i], wasGained[j] = true, true
		}
		lost = slices.DeleteFunc(lost, func(i int) bool { return wasLost[i] })
		gained = slices.DeleteFunc(gained, func(j int) bool { return wasGained[j] })
	}
	return pairs
}

// featuresOf takes the values of children apart.
func featuresOf(c *children, at []int) []similar.Features {
	of := make([]similar.Features, len(at))
	for i, j := range at {
		of[i] = similar.Of(c.value(j), "")
	}
	return of
}
