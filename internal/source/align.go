package source

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
)

// Alignments give the old child that each new child is, or none.

const none = -1

// align aligns the children of two collections in one order, so that what moved is
// written again; false if keys stand twice. foreign reports whether a node belongs to another
// text.
func align(o, n *yaml.Node, h hashes, foreign func(*yaml.Node) bool) (match []int, ok bool) {
	if o.Kind == yaml.SequenceNode {
		return alignElements(o.Content, n.Content, h, foreign), true
	}
	return alignFields(o.Content, n.Content, h)
}

// alignFields aligns the entries of two maps by key. It fails if a key stands
// twice in one of them.
func alignFields(old, updated []*yaml.Node, h hashes) ([]int, bool) {
	match := make([]int, len(updated)/2)
	if sameKeys(old, updated) {
		for j := range match {
			match[j] = j
		}
		return match, true
	}
	a, _, onceOld := keys(old, h)
	b, _, onceNew := keys(updated, h)
	matched(match, diff.Match(a, b))
	return match, onceOld && onceNew
}

// keys names the entries of a map by their keys, and gives the places of these; once
// reports whether no key stands twice.
func keys(content []*yaml.Node, h hashes) (ids []uint64, at map[uint64]int, once bool) {
	ids, at = make([]uint64, len(content)/2), make(map[uint64]int, len(content)/2)
	for i := range ids {
		ids[i] = h.of(content[2*i])
		at[ids[i]] = i
	}
	return ids, at, len(at) == len(ids)
}

// sameKeys reports whether the keys are the same nodes or equal scalars in the same
// order: what is mostly so needs no index.
func sameKeys(old, updated []*yaml.Node) bool {
	if len(old) != len(updated) {
		return false
	}
	for i := 0; i < len(old); i += 2 {
		if a, b := old[i], updated[i]; a != b && !equal(a, b, anyReading) {
			return false
		}
	}
	return true
}

// alignElements aligns the elements of two lists: equal ones, and what is left over
// between two of them.
func alignElements(old, updated []*yaml.Node, h hashes, foreign func(*yaml.Node) bool) []int {
	match := make([]int, len(updated))
	pairs := diff.Match(h.all(old), h.all(updated))
	matched(match, pairs)
	i, j := 0, 0
	for _, p := range append(pairs, [2]int{len(old), len(updated)}) {
		pairRest(old[i:p[0]], updated[j:p[1]], match[j:p[1]], i, foreign)
		i, j = p[0]+1, p[1]+1
	}
	return match
}

// pairRest pairs elements none of which are equal: those of one place, of which one
// is a changed copy of the other; else all in order if both sides have as many. from
// is where the old ones begin.
func pairRest(old, updated []*yaml.Node, match []int, from int, foreign func(*yaml.Node) bool) {
	own := func(*yaml.Node) bool { return false }
	pairs := diff.Match(placesOf(old, own), placesOf(updated, foreign))
	for _, p := range pairs {
		match[p[1]] = from + p[0]
	}
	for j := 0; len(pairs) == 0 && len(old) == len(updated) && j < len(updated); j++ {
		match[j] = from + j
	}
}

// placesOf are the places that nodes come from, the node itself where it has none here.
func placesOf(nodes []*yaml.Node, foreign func(*yaml.Node) bool) []any {
	all := make([]any, len(nodes))
	for i, n := range nodes {
		if all[i] = [...]int{int(n.Kind), n.Line, n.Column}; n.Line == 0 || foreign(n) {
			all[i] = n
		}
	}
	return all
}

// matched makes a match of pairs.
func matched(match []int, pairs [][2]int) {
	for j := range match {
		match[j] = none
	}
	for _, p := range pairs {
		match[p[1]] = p[0]
	}
}
