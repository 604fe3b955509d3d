package merge

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// change is what a version did to a place of original.
type change uint8

const (
	unchanged change = iota
	edited
	added
	deleted
)

// changeOf compares the place of a version with original's; nil is absent.
func changeOf(original, version *yaml.Node) change {
	switch {
	case original == nil && version == nil:
		return unchanged
	case original == nil:
		return added
	case version == nil:
		return deleted
	case Equal(original, version):
		return unchanged
	}
	return edited
}

// verdict is what becomes of a place that is taken whole.
type verdict struct {
	take Side
	// contested verdicts are conflicts unless updated and dest agree.
	contested bool
	kind      ConflictKind
}

// decide is the decision table: by what updated did, then by what dest did.
// Cells that cannot occur (added on one side to what the other edited) take
// updated as contested.
func decide(updated, dest change) verdict {
	switch {
	case updated == unchanged:
		return verdict{take: Dest}
	case dest == unchanged, dest == deleted && updated != edited:
		return verdict{take: Updated}
	case dest == deleted:
		return verdict{Updated, true, DeletedLocally}
	case updated == deleted:
		return verdict{Updated, true, DeletedUpstream}
	case updated == added:
		return verdict{Updated, true, BothAdded}
	}
	return verdict{Updated, true, BothChanged}
}

// whole decides about a place that is taken whole: a scalar, an atomic list, or values
// of different kinds. It gives updated's or dest's node. kind is what a conflict is
// called if both sides changed original's value.
//
// rule: scalar/*, twoway/scalar/*, values/*, keyed/*, conflicts/*
func (w *walker) whole(kind ConflictKind, o, u, d *yaml.Node) *yaml.Node {
	if w.holdsPinned(o, u, d) {
		return d
	}
	v := decide(changeOf(o, u), changeOf(o, d))
	if v.contested {
		if Equal(u, d) {
			return d
		}
		if r, settled := w.alike(o, u, d); settled {
			return r
		}
		if v.kind == BothChanged {
			v.kind = kind
		}
		return w.conflict(v.kind, o, u, d).of(u, d)
	}
	if v.take == Dest {
		return d
	}
	return u
}

// conflict records a conflict at the current place and says how it is settled.
func (w *walker) conflict(kind ConflictKind, o, u, d *yaml.Node) resolution {
	if w.system.patches() {
		return resolution{side: Updated}
	}
	return w.resolveConflict(w.byPolicy(kind, o, u, d))
}

// byPolicy is a conflict as the policy decides it.
//
// rule: newest/*
func (w *walker) byPolicy(kind ConflictKind, o, u, d *yaml.Node) Conflict {
	c := Conflict{Kind: kind, Original: o, Updated: u, Dest: d, Taken: Updated}
	by := w.policy.Decides()
	if by == TakeDest || by == Ask {
		c.Taken = Dest
	}
	if side, versions := w.newest(u, d); versions && (by != w.policy.OnConflict || by == TakeNewest) {
		c.By, c.Taken = terms.ByVersion, side
	}
	return c
}

// newest is the side that has the higher of two versions, Updated if they are one; versions
// reports whether the values are such as can be compared.
func (w *walker) newest(u, d *yaml.Node) (side Side, versions bool) {
	if w.opts.Newer == nil || kindOf(u) != yaml.ScalarNode || kindOf(d) != yaml.ScalarNode {
		return Updated, false
	}
	order, versions := w.opts.Newer(u.Value, d.Value)
	if order < 0 {
		return Dest, versions
	}
	return Updated, versions
}

// holdsPinned reports whether a comment inside of dest's value keeps a part of it,
// where updated's value would take the place of the whole: dest's stays then, as
// a part of it alone may mean nothing.
//
// rule: comments/keep-inside-*
func (w *walker) holdsPinned(o, u, d *yaml.Node) bool {
	if !w.heedsPins() || !pinsInside(d) || Equal(o, u) {
		return false
	}
	w.recordByMode(ModeKeep, o, u, d)
	return true
}

// recordByMode records a change that a mode does not carry over.
func (w *walker) recordByMode(m Mode, o, u, d *yaml.Node) {
	if w.system != threeWay || Equal(u, d) {
		return
	}
	taken, lost := Dest, u
	if m == ModeReplace {
		taken, lost = Updated, d
	}
	if !Equal(o, lost) {
		// Where only one side changed the value, the verdict has no kind: BothChanged.
		v := decide(changeOf(o, u), changeOf(o, d))
		w.record(Conflict{Kind: v.kind, Original: o, Updated: u, Dest: d, Taken: taken, By: m.Decider(), Mode: m})
	}
}
