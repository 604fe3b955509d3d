package merge

import "go.yaml.in/yaml/v3"

// refused says that the list of a patch is keyed by its schema and its elements
// are not: one lacks a key, or repeats that of another.
//
// rule: twoway/multikey/*
func (w *walker) refused(s Schema, list *yaml.Node) bool {
	t := listType(s)
	if t.Kind != ListKeyed || t.Fallback == ListSet {
		return false
	}
	_, gap := keyIDs(list, t.Keys)
	if gap != nil {
		w.fail(gap.element, gap.refusal())
	}
	return gap != nil
}

// refuse looks for such lists in what only the patch has, which is not taken
// apart: what cannot be merged a second time is not added.
func (w *walker) refuse(s Schema, n *yaml.Node) {
	if s == nil && !w.traits.comments {
		return
	}
	switch n = target(n); kindOf(n) {
	case yaml.MappingNode:
		f := fieldsOf(n)
		for i := range f.len() {
			at := f.spot(i)
			w.enter(place{key: at.key})
			w.refuse(w.commented(fieldSchema(s, at.key), at), at.value)
			w.leave()
		}
	case yaml.SequenceNode:
		l := classify(s, n)
		if w.refused(s, n) || l.kind != ListKeyed {
			return
		}
		for _, e := range n.Content {
			w.enter(place{element: e, keys: l.keys})
			w.refuse(elemSchema(s), e)
			w.leave()
		}
	}
}
