package merge

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// inElementConflict settles a child that an element conflict is about; decided is false if it is
// merged as if there was none.
func (c *collection) inElementConflict(of *children, i int, u, d spot) (value *yaml.Node, decided bool) {
	if c.elementConflicts == nil {
		return nil, false
	}
	by := c.elementConflicts[of.id(i)]
	if by == nil {
		return nil, false
	}
	if mode := c.modeOf(ModeUnset, u, d); mode != ModeUnset && mode != ModeMerge && !by.pinned {
		return nil, false
	}
	first := !by.settled
	if first {
		by.settled = true
		by.taken = c.resolveElements(by)
	}
	switch {
	case !c.decides(by):
		return nil, false
	case by.taken.edited && first:
		return by.edited(), true
	case by.taken.edited:
		return nil, true
	}
	return c.cleared(elemSchema(c.schema), by.taken.of(u.value, d.value)), true
}

// edited is the value of an answer: it stands where the first of the elements stood.
func (by *elementConflict) edited() *yaml.Node {
	value := by.taken.value
	if !by.stretch || kindOf(target(value)) != yaml.SequenceNode {
		return value
	}
	return &yaml.Node{Kind: several, Content: target(value).Content}
}

// decides reports whether one side's elements go under the setting at hand.
func (w *walker) decides(by *elementConflict) bool { return by.doubt == "" || w.policy.asks() }

// resolveElements records an element conflict and says how it is settled.
func (w *walker) resolveElements(by *elementConflict) resolution {
	o, u, d := by.values[Original], by.values[Updated], by.values[Dest]
	switch {
	case !w.decides(by):
		w.note(terms.NoteDoubt, by.doubt)
		return resolution{}
	case by.pinned:
		w.recordByMode(ModeKeep, o, u, d)
		return resolution{side: Dest, whole: true}
	}
	return w.conflict(by.kind, o, u, d)
}

// listNode is a stretch of a list as a value.
func listNode(run []*yaml.Node) *yaml.Node {
	if len(run) == 0 {
		return nil
	}
	return &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: run, Line: run[0].Line, Column: run[0].Column}
}

// rewritten finds the stretches between elements that both sides kept where a side has something
// else in place of what it removed, and so has the other, or that removed what the first may
// have changed. They are found by the ids of the elements that only one
// side has: those of the side that loses go.
//
// rule: sequence/rewritten-*, sequence/flag-*
func (s *sequencer) rewritten() map[string]*elementConflict {
	found := map[string]*elementConflict{}
	o, u, d := &s.versions[Original], &s.versions[Updated], &s.versions[Dest]
	for _, h := range diff.Hunks(diff.Match(o.elements, u.elements), diff.Match(o.elements, d.elements), o.len(), u.len(), d.len()) {
		was, theirs, ours := o.elements[h.Original.From:h.Original.To], u.elements[h.Updated.From:h.Updated.To], d.elements[h.Dest.From:h.Dest.To]
		byUpdated, byDest := replaces(was, theirs, Updated, Dest), replaces(was, ours, Dest, Updated)
		if !(byUpdated && byDest || byUpdated && s.mayBeChanged(was, theirs, Updated, Dest) || byDest && s.mayBeChanged(was, ours, Dest, Updated)) {
			continue
		}
		own := listNode(d.nodes[h.Dest.From:h.Dest.To])
		by := &elementConflict{kind: BothChanged, pinned: pinsInside(own), stretch: true, values: [3]*yaml.Node{
			listNode(o.nodes[h.Original.From:h.Original.To]), listNode(u.nodes[h.Updated.From:h.Updated.To]), own,
		}}
		for _, e := range slices.Concat(theirs, ours) {
			if !e.has(Updated) || !e.has(Dest) {
				found[e.id] = by
			}
		}
	}
	return found
}

// replaces reports whether a side has in a stretch something in place of what it
// removed, which the other side lacks.
func replaces(was, is []*sequenceElement, side, other Side) bool {
	removed := slices.ContainsFunc(was, func(e *sequenceElement) bool { return !e.has(side) || e.filled[side] && !e.has(other) })
	return removed && slices.ContainsFunc(is, func(e *sequenceElement) bool { return !e.has(other) && (!e.has(Original) || e.filled[side]) })
}

// mayBeChanged reports whether something of a stretch that both sides removed, and not for what both have instead, may be
// what one of them has there: that removed more than the other, or has no less. A text that is no flag, and none's
// value, is what it says, and does not change.
func (s *sequencer) mayBeChanged(was, is []*sequenceElement, side, other Side) bool {
	o := &s.versions[Original]
	removed := slices.DeleteFunc(slices.Clone(was), func(e *sequenceElement) bool {
		i := e.in[Original]
		return e.has(side) || o.names[i] == "" && kindOf(target(o.nodes[i])) == yaml.ScalarNode
	})
	instead := slices.DeleteFunc(slices.Clone(is), func(e *sequenceElement) bool { return e.has(Original) })
	without := func(all []*sequenceElement) (n int) {
		for _, e := range all {
			if !e.has(other) {
				n++
			}
		}
		return n
	}
	byBoth, alone := without(removed), without(instead)
	return byBoth > len(instead)-alone && (byBoth < len(removed) || alone >= len(removed))
}

// findMovedAndChanged finds maps that one side deleted, and the other moved and changed, so that
// they look like additions: they are alike.
//
// rule: sequence/moved-and-changed-*
func (s *sequencer) findMovedAndChanged(l *listing, by, gone Side, kind ConflictKind) {
	o, side, other := &s.versions[Original], &s.versions[by], &s.versions[gone]
	lost := only(&o.children, &side.children, &other.children)
	gained := slices.DeleteFunc(only(&side.children, &o.children, &other.children), func(j int) bool { return l.elementConflicts[side.ids[j]] != nil })
	for _, p := range closest(&o.children, lost, &side.children, gained) {
		c := &elementConflict{kind: kind, values: [3]*yaml.Node{Original: o.nodes[p[0]]}}
		c.values[by] = side.nodes[p[1]]
		l.elementConflicts[side.ids[p[1]]] = c
	}
}
