package resource

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// referent is a resource that others refer to by its name.
type referent struct{ kind, namespace, name string }

// lostReferent is a referent that is not there by its name.
type lostReferent struct {
	referent
	// now is its new name, "" if it was not renamed.
	now string
	// before: dest did not have it either, because it had renamed it. That matters
	// where upstream has a new reference to it.
	before bool
}

// reaches reports whether a reference from a namespace means the referent. Without a
// namespace a resource goes wherever it is applied to.
func (t referent) reaches(namespace string) bool {
	return t.namespace == namespace || t.namespace == "" || namespace == ""
}

func referentOf(root *yaml.Node) (referent, bool) {
	m := MetaOf(root)
	return referentFrom(&m)
}

func referentFrom(m *Meta) (referent, bool) {
	switch m.Kind {
	case "ConfigMap", "Secret", "ServiceAccount", "PersistentVolumeClaim", "Service":
		return referent{m.Kind, m.Namespace, m.Name}, m.Group() == "" && m.Name != ""
	}
	return referent{}, false
}

// instead words what became of a referent, and what to do about a reference to it.
func (t *lostReferent) instead() string {
	switch {
	case t.before:
		return "which dest renamed to " + t.now + "; refer to that"
	case t.now != "" && t.now != t.name:
		return "which this merge renamed to " + t.now + "; refer to that"
	}
	return goneNow
}

// goneNow is what to do about a reference to something the merge took away.
const goneNow = "which is gone since this merge; refer to another one, or bring it back"

// tookAway reports whether the merge took something away.
func (c *referenceCheck) tookAway() bool {
	return len(c.ports) > 0 || slices.ContainsFunc(c.referents, func(t lostReferent) bool { return !t.before })
}

// renamedLocally notes the name that a resource has in updated, if dest gave it
// another one.
func (l *losses) renamedLocally(t *triple, m *Merged) {
	if t.u() == nil || t.u().meta.Name == t.d().meta.Name {
		return
	}
	upstream, ok := referentFrom(t.u().meta)
	local, is := referentFrom(t.d().meta)
	if now, still := referentFrom(m.meta()); ok && is && still && now == local {
		l.referents = append(l.referents, lostReferent{referent: upstream, now: now.name, before: true})
	}
}

// isBefore reports whether dest had renamed one of the referents.
func isBefore(referents []lostReferent) bool {
	return slices.ContainsFunc(referents, func(t lostReferent) bool { return t.before })
}

// lost gives the one that a reference from a namespace means, nil if none: what
// dest had, if there is such a one.
func lost(referents []lostReferent, kind, namespace string) *lostReferent {
	var found *lostReferent
	for i := range referents {
		t := &referents[i]
		if t.kind == kind && t.reaches(namespace) && (found == nil || found.before && !t.before) {
			found = t
		}
	}
	return found
}
