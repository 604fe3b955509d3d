package merge

import "go.yaml.in/yaml/v3"

// walker takes the versions apart and puts the result together. Its methods
// are given the nodes of one place in the three versions, nil where a version
// has none, and give the node of the result, nil if it has none: dest's own
// node if nothing changed there.
type walker struct {
	policy Policy
	traits traits
	// at leads to the place at hand.
	at        []place
	conflicts []Conflict
	notes     []Note
	// inherits are the maps of the result whose fields partly come from a
	// merge key that dest has there.
	inherits map[*yaml.Node]mergeKey
}

// place is a step to a place, spelled only when somebody asks for the path.
type place struct {
	// key is a field's name.
	key *yaml.Node
	// element is an element of a keyed list, identified by keys; a member of a
	// set list without keys.
	element *yaml.Node
	keys    []Key
	// index is the position of an element in any other list.
	index int
}

func (w *walker) enter(p place) { w.at = append(w.at, p) }
func (w *walker) leave()        { w.at = w.at[:len(w.at)-1] }

// value merges one place: whatever the three versions have there.
func (w *walker) value(s Schema, o, u, d *yaml.Node) *yaml.Node {
	if r, settled := w.null(s, &o, u, d); settled {
		return r
	}
	return w.alias(u, d, w.present(s, target(o), target(u), target(d)))
}

// present merges a place after nulls and aliases are looked through.
func (w *walker) present(s Schema, o, u, d *yaml.Node) *yaml.Node {
	kind := kindOf(u)
	if u == nil {
		kind = kindOf(d)
	}
	switch {
	case u == nil && d == nil:
		return nil
	case u != nil && d != nil && kindOf(d) != kind:
		return w.cleared(s, w.whole(KindChanged, o, u, d))
	case o != nil && kindOf(o) != kind && u != nil && d != nil:
		// Both sides turned the place into one kind: nothing of original
		// says anything about it.
		o = nil
	case o != nil && kindOf(o) != kind:
		return w.cleared(s, w.whole(KindChanged, o, u, d))
	case o == nil && (u == nil || d == nil):
		// Only one side has the place at all.
		if u == nil {
			return w.cleared(s, d)
		}
		return w.cleared(s, u)
	}
	switch kind {
	case yaml.MappingNode:
		return w.fields(s, o, u, d)
	case yaml.SequenceNode:
		return w.list(s, o, u, d)
	default:
		return w.whole(BothChanged, o, u, d)
	}
}

func kindOf(n *yaml.Node) yaml.Kind {
	if n == nil {
		return 0
	}
	return n.Kind
}

// conflict records one at the place at hand and says who has his way.
func (w *walker) conflict(kind ConflictKind, o, u, d *yaml.Node) Side {
	taken := Updated
	if w.policy.OnConflict == TakeDest {
		taken = Dest
	}
	w.record(Conflict{Kind: kind, Original: o, Updated: u, Dest: d, Taken: taken})
	return taken
}

func (w *walker) record(c Conflict) {
	c.Path = pathOf(w.at)
	w.conflicts = append(w.conflicts, c)
}

func (w *walker) note(kind NoteKind, message string) {
	w.notes = append(w.notes, Note{Path: pathOf(w.at), Kind: kind, Message: message})
}
