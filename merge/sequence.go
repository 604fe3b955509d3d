package merge

import (
	"go.yaml.in/yaml/v3"
)

// sequence takes lists without keys apart for a merge element by element:
// elements of the versions that stand for one another get one id.
//
// A flag is found again by its name, and its value with it. What is left pairs by equal
// value, in order, or wherever it was moved to if no version holds it twice, so that the
// same addition of both sides in two places is two; then, between the same neighbours, those that
// are alike, and what is alone there in one version with what is in the other. The cost
// is that of a diff of the lists.
//
// rule: sequence/*
func sequence(o, u, d *yaml.Node) listing {
	s := sequencer{}
	for i, list := range [3]*yaml.Node{o, u, d} {
		s.read(Side(i), list)
	}
	s.pair(Original, Dest)
	s.pair(Original, Updated)
	s.pair(Dest, Updated)
	s.addedAlike()
	// What was found are neighbours, between which more is found; of original what is alike first, as
	// that is what a side edited, whatever else stands there.
	for found, rounds := -1, 0; found != s.joined && rounds < 8; rounds++ {
		found = s.joined
		s.between(Original, Updated, s.joinAlike)
		s.between(Original, Dest, s.joinAlike)
		s.between(Updated, Dest, s.elsewhere)
		s.between(Dest, Updated, s.elsewhere)
		// Later, so that what was edited into something the other side added is
		// that, and two additions in one gap stay two.
		s.between(Original, Updated, s.fill)
		s.between(Original, Dest, s.fill)
	}
	l := listing{kind: ListKeyed}
	for i := range s.versions {
		v := &s.versions[i]
		for _, e := range v.elements {
			v.ids = append(v.ids, e.id)
		}
		l.children[i] = v.children
	}
	l.elementConflicts = s.rewritten()
	s.findMovedAndChanged(&l, Updated, Dest, DeletedLocally)
	s.findMovedAndChanged(&l, Dest, Updated, DeletedUpstream)
	return l
}
