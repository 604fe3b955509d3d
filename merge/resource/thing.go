package resource

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// thing is a resource that others refer to by its name.
type thing struct{ kind, namespace, name string }

// lostThing is a thing that is not there by its name.
type lostThing struct {
	thing
	// now is its new name, "" if it was not renamed.
	now string
	// before says that dest did not have it either: it had renamed it, which
	// is of interest to what upstream refers to anew.
	before bool
}

// reaches says that a reference from a namespace means the thing. Without a
// namespace a resource goes wherever it is applied to.
func (t thing) reaches(namespace string) bool {
	return t.namespace == namespace || t.namespace == "" || namespace == ""
}

func thingOf(root *yaml.Node) (thing, bool) {
	m := MetaOf(root)
	return thingFrom(&m)
}

func thingFrom(m *Meta) (thing, bool) {
	switch m.Kind {
	case "ConfigMap", "Secret", "ServiceAccount", "PersistentVolumeClaim", "Service":
		return thing{m.Kind, m.Namespace, m.Name}, m.Group() == "" && m.Name != ""
	}
	return thing{}, false
}

// instead says what became of a thing, and what to do about a reference to it.
func (t *lostThing) instead() string {
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

// tookAway says that the merge took something away.
func (c *referenceCheck) tookAway() bool {
	return len(c.ports) > 0 || slices.ContainsFunc(c.things, func(t lostThing) bool { return !t.before })
}

// renamedLocally notes the name that a resource has in updated, if dest gave it
// another one.
func (l *losses) renamedLocally(t *trio, m *Merged) {
	if t.u() == nil || t.u().meta.Name == t.d().meta.Name {
		return
	}
	upstream, ok := thingFrom(t.u().meta)
	local, is := thingFrom(t.d().meta)
	if now, still := thingFrom(m.meta()); ok && is && still && now == local {
		l.things = append(l.things, lostThing{thing: upstream, now: now.name, before: true})
	}
}

// isBefore says that dest had renamed one of the things.
func isBefore(things []lostThing) bool {
	return slices.ContainsFunc(things, func(t lostThing) bool { return t.before })
}

// lost gives the one that a reference from a namespace means, nil if none: what
// dest had, if there is such a one.
func lost(things []lostThing, kind, namespace string) *lostThing {
	var found *lostThing
	for i := range things {
		t := &things[i]
		if t.kind == kind && t.reaches(namespace) && (found == nil || found.before && !t.before) {
			found = t
		}
	}
	return found
}
