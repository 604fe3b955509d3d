package merge

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/similar"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// followRenamed finds fields and elements that one side gave another name while the other
// side edited them, and gives them the new name in all versions, so that the edit meets the
// field. A renamed field looks like one that is gone and one that is new, with much in
// common; what only one side changed needs no help. Of lists it looks at those that
// inference keys, and at containers.
//
// The cost is that of comparing the values of such fields.
//
// rule: renamed/*
func (w *walker) followRenamed(s Schema, keys []Key, o, u, d *children) {
	if !w.followsRenamed(o, u, d) {
		return
	}
	w.renamedBy(Updated, s, keys, o, u, d)
	w.renamedBy(Dest, s, keys, o, d, u)
}

func (w *walker) followsRenamed(o, u, d *children) bool {
	return w.policy.FollowRenamed && w.system == threeWay && !o.inherits && !u.inherits && !d.inherits
}

// renamedBy follows the new names of one side in original and in the other.
func (w *walker) renamedBy(by Side, s Schema, keys []Key, o, side, other *children) {
	for _, p := range renames(o, side, other) {
		if side.kind == childElements {
			w.enter(place{element: side.value(p[1]), keys: keys})
			w.note(terms.NoteRename, by.String()+" gave this element another key; what changed in it goes along")
			w.leave()
		} else if from, to := o.key(p[0]), side.key(p[1]); freeNames(s, from, to) {
			w.note(terms.NoteRename, fmt.Sprintf("%s renamed %q to %q; what changed in it goes along", by, from.Value, to.Value))
		} else {
			continue
		}
		if j := other.find(o, p[0]); j >= 0 {
			other.rename(j, side, p[1])
		}
		o.rename(p[0], side, p[1])
	}
}

// rename gives a child the name of another version's.
func (c *children) rename(i int, of *children, j int) {
	if c.kind == childElements {
		c.ids[i] = of.ids[j]
	} else {
		key := *of.key(j)
		key.HeadComment, key.LineComment, key.FootComment = c.key(i).HeadComment, c.key(i).LineComment, c.key(i).FootComment
		c.nodes = slices.Clone(c.nodes)
		c.nodes[2*i], c.renamed = &key, true
	}
	c.index = nil
}

// freeNames reports whether the names of two fields are free: a schema that knows them
// takes any name. Fields that a schema knows by name have different meanings.
func freeNames(s Schema, a, b *yaml.Node) bool {
	if fieldSchema(s, a) == nil && fieldSchema(s, b) == nil {
		return true
	}
	return s.Field("\x00") != nil
}

// renames pairs children of original that a side lacks with such that it alone
// has, or that both sides have, where the other side edited or renamed them
// too.
func renames(o, side, other *children) [][2]int {
	var gone, freshInBoth []int
	for i := range o.len() {
		if j := other.find(o, i); j >= 0 && side.find(o, i) < 0 && !Equal(o.value(i), other.value(j)) {
			gone = append(gone, i)
		}
	}
	goneFromBoth := only(o, side, other)
	if len(gone)+len(goneFromBoth) == 0 {
		return nil
	}
	for i := range side.len() {
		if o.find(side, i) < 0 && other.find(side, i) >= 0 {
			freshInBoth = append(freshInBoth, i)
		}
	}
	fresh := only(side, o, other)
	if len(gone)*len(fresh)+len(goneFromBoth)*len(freshInBoth) == 0 {
		return nil
	}
	scale := similar.NewScale(featuresOf(o, all(o.len())))
	// An edit that both have now does not keep them from pairing.
	pairs := lookalikes(scale, []*children{o, other}, gone, side, fresh)
	// What both have under one new key is the same, however little it holds.
	return append(pairs, closest(o, goneFromBoth, side, freshInBoth)...)
}

// closest pairs children of two versions, of those at the places given, that are no scalars and are
// alike, the most alike first.
func closest(a *children, left []int, b *children, right []int) (pairs [][2]int) {
	left, right = a.composite(left), b.composite(right)
	for _, p := range similar.Closest(featuresOf(a, left), featuresOf(b, right), inPlace) {
		pairs = append(pairs, [2]int{left[p[0]], right[p[1]]})
	}
	return pairs
}

// inPlace prefers, of pairs that are as much alike, those in the same place, then the first.
func inPlace(i, j int) (tie, place int) { return 0, min(i-j, j-i) }

// composite are those of some children that are not scalars.
func (c *children) composite(at []int) []int {
	return slices.DeleteFunc(at, func(i int) bool { return kindOf(target(c.value(i))) == yaml.ScalarNode })
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
		at := make([]int, len(lost))
		for n, i := range lost {
			at[n] = version.find(versions[0], i)
		}
		for _, p := range scale.Pair(featuresOf(version, at), featuresOf(side, gained)) {
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
		of[i] = similar.Of(c.value(j))
	}
	return of
}

// inContainers reports whether the list at hand is one of containers: that of the lists
// with a schema whose keys nothing but other fields of the same Pod refer to.
func (w *walker) inContainers() bool {
	return slices.Contains([]string{"containers", "initContainers", "ephemeralContainers"}, w.fieldName())
}

// only are the places of the children that of three versions one alone has.
func only(of, a, b *children) []int {
	var alone []int
	for i := range of.len() {
		if a.find(of, i) < 0 && b.find(of, i) < 0 {
			alone = append(alone, i)
		}
	}
	return alone
}
