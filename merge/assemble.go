package merge

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// child merges one child; the value is nil if the result does not have it.
func (c *collection) child(at position) (key, value *yaml.Node) {
	o, u, d := c.co.spot(at.o), c.cu.spot(at.u), c.cd.spot(at.d)
	first, i := c.first(at)
	c.enter(c.place(first, i))
	since := len(c.differences)
	value, decided := c.inElementConflict(first, i, u, d)
	if decided {
		c.leave()
		return nil, value
	}
	switch c.kind() {
	case childElements:
		value = c.element(at, o.value, u.value, d.value)
	case childMembers:
		value = c.member(o.value, u.value, d.value)
	case childFields:
		key, value = c.field(o, u, d)
	}
	c.differs(since, u, d, value)
	c.leave()
	return key, value
}

// merge gives the merged collection, nil if nothing is left of it.
func (c *collection) merge() *yaml.Node {
	before := c.recorded()
	mark := before[0]
	a := assembly{base: c.d, from: &c.cd}
	c.mergeChildren(&a)
	switch {
	case c.d == nil && c.system.patches():
		if a.is(c.u) {
			return c.u
		}
		return a.node(c.u)
	case c.d == nil:
		return c.readded(&a, mark)
	case c.u == nil:
		return c.removed(&a, before)
	}
	if c.kind() != childFields {
		// Where elements themselves are asked about, the answers are the order, too.
		a.inDoubt = a.inDoubt && !slices.ContainsFunc(c.conflicts[mark:], func(of Conflict) bool { return len(of.Path) == len(c.at)+1 })
		if by := c.order(&a); by.edited {
			return by.value
		}
	}
	return a.node(c.u)
}

// mergeChildren merges the children, dest's in their order, then those that it lacks.
func (c *collection) mergeChildren(a *assembly) {
	matched := 0
	// A collection that one side lacks is one conflict, whatever is in it.
	speaksForAll := c.system == threeWay && (c.u == nil || c.d == nil)
	if speaksForAll {
		c.spokenFor++
	}
	for i := range c.cd.len() {
		at := position{o: c.co.find(&c.cd, i), u: c.cu.find(&c.cd, i), d: i}
		if at.u >= 0 {
			matched++
		}
		key, value := c.child(at)
		a.keep(i, key, value)
		if value != nil {
			a.follow(at)
		}
	}
	if matched < c.cu.len() || c.cu.kind == childMembers {
		c.add(a)
	}
	if speaksForAll {
		c.spokenFor--
	}
}

// order decides whose order the elements follow. If both sides changed it differently, or
// nobody knows where something belongs, that is a conflict if the policy asks for updated's order, or if the order is part of
// the value, as in a list without keys. An answer to it may give the whole list.
//
// rule: order/*
func (c *collection) order(a *assembly) (by resolution) {
	matters := c.policy.UpdatedOrder || c.kind() == childElements && c.keys == nil
	follows := matters && a.reordered()
	if a.inDoubt || matters && a.turnsU && a.turnsO && c.reorderedUpstream() {
		by = c.conflict(OrderChanged, c.o, c.u, c.d)
		follows = by.side == Updated
	}
	switch {
	case c.system.patches() && c.policy.UpdatedOrder && len(a.added) > 0:
		a.orderAs(&c.co, &c.cu)
		for i := range a.added {
			a.added[i].before = len(a.kept) // What only dest has comes last, as kustomize has it.
		}
	case follows:
		a.orderAs(&c.co, &c.cu)
	case a.reordered():
		c.note(terms.NoteOrder, "updated has another order; the order of dest is kept")
	}
	return by
}

// reorderedUpstream reports whether updated has what all versions have in another
// order than original.
func (c *collection) reorderedUpstream() bool {
	last := -1
	for i := range c.cu.len() {
		o := c.co.find(&c.cu, i)
		if o < 0 || c.cd.find(&c.cu, i) < 0 {
			continue
		}
		if o < last {
			return true
		}
		last = o
	}
	return false
}

// add merges the children that dest lacks: each stands in front of its next neighbour upstream, elements of a
// patch behind everything that dest has.
func (c *collection) add(a *assembly) {
	var before []int
	before, a.inDoubt = places(&c.co, &c.cd, &c.cu)
	members := map[string]bool{}
	for i, at := range before {
		if at < 0 || c.kind() == childMembers && members[c.cu.ids[i]] {
			continue
		}
		if c.kind() == childMembers {
			members[c.cu.ids[i]] = true // Of a set updated's repeated members are added once.
		}
		if c.system.patches() && c.kind() != childFields {
			at = c.cd.len()
		}
		if key, value := c.child(position{o: c.co.find(&c.cu, i), u: i, d: -1}); value != nil {
			a.added = append(a.added, entry{key: key, value: value, before: at, u: i})
		}
	}
}

// readded decides about a collection that dest deleted and updated still has: what
// updated changed in it is added, and that is a conflict about the whole.
//
// rule: partial/*
func (c *collection) readded(a *assembly, mark int) *yaml.Node {
	contested := len(c.conflicts) > mark || a.len() > 0
	c.conflicts = c.conflicts[:mark]
	if !contested {
		return nil
	}
	by := c.conflict(DeletedLocally, c.o, c.u, nil)
	if by.whole || by.side == Dest {
		return c.cleared(c.schema, by.of(c.u, nil))
	}
	c.conflicts[mark].Partial = true
	return a.node(c.u)
}

// removed decides about a collection that updated deleted: dest's own additions stay,
// and what is then empty is removed unless dest had emptied it.
//
// rule: presence/*
func (c *collection) removed(a *assembly, before [2]int) *yaml.Node {
	mark := before[0]
	inside := c.forgetAdditions(before)
	if len(c.conflicts) > mark {
		kept := keptBy(c.conflicts[mark:])
		c.conflicts = c.conflicts[:mark]
		if kept.By != terms.ByPolicy {
			kept.Kind, kept.Original, kept.Updated, kept.Dest = DeletedUpstream, c.o, nil, c.d
			c.record(kept)
		} else if by := c.conflict(DeletedUpstream, c.o, nil, c.d); by.whole || by.side == Dest {
			return c.cleared(c.schema, by.of(nil, c.d))
		}
	}
	if a.len() == 0 && (!c.bare(&c.cd) || c.bare(&c.co)) {
		return nil
	}
	if a.len() > 0 && len(c.conflicts) == mark && (inside || len(only(&c.cd, &c.co, &c.cu)) > 0) {
		if by := c.addition(); by.whole {
			return c.cleared(c.schema, by.of(nil, c.d))
		}
	}
	return a.node(c.d)
}

// addition reports that of a place which updated deleted only what dest added to it
// is left.
//
// rule: presence/added-to-*
func (c *collection) addition() resolution {
	if c.policy.asks() {
		return c.resolveConflict(Conflict{
			Kind: DeletedUpstream, Original: c.o, Dest: c.d, Taken: Dest, Partial: c.policy.Decides() == Fail, addition: true,
		})
	}
	c.note(terms.NoteDoubt, "updated deleted this, and dest had added to it; only what dest added is left")
	return resolution{side: Dest}
}

// forgetAdditions takes back what was reported of additions inside of a place that
// updated deleted: the place as a whole speaks for them. It reports whether there
// were any.
func (c *collection) forgetAdditions(before [2]int) bool {
	was := c.recorded()
	c.conflicts = append(c.conflicts[:before[0]], slices.DeleteFunc(c.conflicts[before[0]:], func(k Conflict) bool {
		return k.addition
	})...)
	c.notes = append(c.notes[:before[1]], slices.DeleteFunc(c.notes[before[1]:], func(n Note) bool { return n.Kind == terms.NoteDoubt })...)
	return c.recorded() != was
}

// bare reports whether a version of the collection holds nothing; a field that a null
// clears is nothing.
func (c *collection) bare(version *children) bool {
	for i := range version.len() {
		if c.kind() != childFields || !c.clears() || !isNull(target(version.value(i))) {
			return false
		}
	}
	return true
}

// keptBy is how conflicts were decided if a mode decided all of them for dest; else the
// policy decides about them as a whole.
func keptBy(conflicts []Conflict) Conflict {
	for _, c := range conflicts {
		if c.Taken != Dest || c.Mode == ModeUnset {
			return Conflict{}
		}
	}
	return Conflict{Taken: Dest, By: conflicts[0].By, Mode: conflicts[0].Mode}
}
