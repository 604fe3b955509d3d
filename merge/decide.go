package merge

import "go.yaml.in/yaml/v3"

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
