package merge

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/similar"
)

// renames pairs children of original that a side lacks with such that it alone
// has, or that both sides have, where the other side edited or renamed them
// too.
func (w *walker) renames(o, side, other *children) [][2]int {
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
	for _, p := range w.renames(o, side, other) {
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

// renamedApart finds the elements of a keyed list to which both sides gave another
// key, each another one: they are alike, or stand alone in one place and have
// something in common.
//
// rule: renamed/apart-*
func renamedApart(o, u, d *children) map[string]*contest {
	lost, theirs, ours := only(o, u, d), only(u, o, d), only(d, o, u)
	if len(lost)*len(theirs)*len(ours) == 0 {
		return nil
	}
	found := map[string]*contest{}
	contend := func(i, j, k int) {
		by := &contest{
			kind: BothRenamed, values: [3]*yaml.Node{o.value(i), u.value(j), d.value(k)}, both: true,
			doubt: "both sides gave this element another key, not the same; both are here",
		}
		found[u.ids[j]], found[d.ids[k]] = by, by
	}
	seen := map[int]bool{}
	for _, h := range hunksOf(o, u, d) {
		for _, at := range renamedHere(o, u, d, h.Original.Of(lost), h.Updated.Of(theirs), h.Dest.Of(ours)) {
			if was := o.value(at[0]); sharesValue(was, u.value(at[1])) && sharesValue(was, d.value(at[2])) {
				contend(at[0], at[1], at[2])
				seen[at[0]] = true
			}
		}
	}
	scale := similar.NewScale(featuresOf(o, all(o.len())))
	upstream := map[int]int{}
	for _, p := range lookalikes(scale, []*children{o}, lost, u, theirs) {
		upstream[p[0]] = p[1]
	}
	for _, p := range lookalikes(scale, []*children{o}, lost, d, ours) {
		if j, both := upstream[p[0]]; both && !seen[p[0]] && found[u.ids[j]] == nil && found[d.ids[p[1]]] == nil {
			contend(p[0], j, p[1])
		}
	}
	return found
}

// renamedHere pairs elements of one place between elements that all versions have: the
// most alike first, however little that is if all versions have equally many there.
//
// rule: renamed/apart-several*
func renamedHere(o, u, d *children, lost, theirs, ours []int) [][3]int {
	alone := len(lost) == 1 && len(theirs) == 1 && len(ours) == 1
	switch {
	case len(lost)*len(theirs)*len(ours) == 0:
		return nil
	case alone:
		return [][3]int{{lost[0], theirs[0], ours[0]}}
	}
	inPlace := func(i, j int) int {
		if i == j {
			return 1
		}
		return 0
	}
	whole := len(lost) == len(theirs) && len(lost) == len(ours)
	was := featuresOf(o, lost)
	upstream := map[int]int{}
	for _, p := range similar.Closest(was, featuresOf(u, theirs), whole, inPlace) {
		upstream[p[0]] = p[1]
	}
	var found [][3]int
	for _, p := range similar.Closest(was, featuresOf(d, ours), whole, inPlace) {
		if j, both := upstream[p[0]]; both {
			found = append(found, [3]int{lost[p[0]], theirs[j], ours[p[1]]})
		}
	}
	return found
}
