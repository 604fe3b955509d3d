package merge

import (
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// DecidingAt tells what decides in ThreeWay about a place of dest that updated lacks, as the Path, OnConflict and
// Mode of a conflict about it: the mode is that of the place, or of what it is in, as a whole; byRule: a rule decides about
// conflicts there. lacks is false where dest has no such place, or updated has it, too. An index is that of an element in dest, whatever
// identifies it. Check must accept the versions. The cost is linear in the size of the maps and
// lists on the way.
func DecidingAt(updated, dest *yaml.Node, at Path, opts Options) (by Conflict, byRule, lacks bool) {
	w := newWalker(threeWay, opts)
	w.traits.comments, w.traits.nulls = true, true
	s, u, d := opts.Schema, spot{nil, node.Root(updated)}, spot{nil, node.Root(dest)}
	for _, step := range at {
		c := w.collectionAt(s, target(u.value), target(d.value))
		i := c.named(step)
		if i < 0 {
			return by, false, false
		}
		u, d = c.cu.spot(c.cu.find(&c.cd, i)), c.cd.spot(i)
		w.enter(c.place(&c.cd, i))
		if mode := w.modeOf(c.mode, u, d); by.Mode == ModeUnset && w.modeDecides(mode, d.value, u.value, d.value) {
			by.Mode = mode
		}
		s = c.below(d, u, d)
	}
	by.Path, by.OnConflict = pathOf(w.at), w.policy.Decides()
	return by, w.ruling(), u.value == nil
}

// collectionAt is the map or list of updated and dest at hand as a collection, elements without keys by their positions.
func (w *walker) collectionAt(s Schema, u, d *yaml.Node) *collection {
	if kindOf(d) != kindOf(u) {
		u = nil
	}
	if kindOf(d) != yaml.SequenceNode {
		return w.fieldsIn(s, d, u, d)
	}
	l := w.listing(s, d, u, d)
	if l.kind != ListKeyed && l.kind != ListSet {
		at := func(i int, _ *yaml.Node) string { return strconv.Itoa(i) }
		l.children = [4]children{Updated: elementsOf(u, childElements, at), Dest: elementsOf(d, childElements, at)}
	}
	return w.pieces(s, l, d, u, d)
}

// named finds the child of dest that a step of a path names, -1 if there is none.
func (c *collection) named(by Step) int {
	for i := range c.cd.len() {
		if by.matches(c.place(&c.cd, i)) || by.kind == stepIndex && by.index == i && c.cd.kind != childFields {
			return i
		}
	}
	return -1
}
