package merge

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// list merges a list as its schema or else its elements demand.
//
// rule: twoway/empty/list-*
func (w *walker) list(s Schema, o, u, d *yaml.Node) *yaml.Node {
	patch, u := w.splitList(u)
	switch patch {
	case patchDelete:
		return nil
	case patchReplace:
		d = nil
	case patchMerge:
	}
	switch w.system {
	case twoWay, layered:
		if listType(s).Kind == ListUnknown && len(u.Content) == 0 && (d == nil || len(d.Content) > 0) {
			return u
		}
		if w.system == twoWay && w.refused(s, u) {
			return d
		}
	case threeWay, freeForm:
	}
	l := w.listing(s, o, u, d)
	if l.kind == ListKeyed || l.kind == ListSet {
		return w.pieces(s, l, o, u, d).merge()
	}
	if r, merged := w.piecewise(s, o, u, d); merged {
		return r
	}
	return w.wholeList(s, o, u, d)
}

// listing finds how the list at hand is merged.
func (w *walker) listing(s Schema, o, u, d *yaml.Node) listing {
	if w.system == freeForm {
		return setOf([]*yaml.Node{o, u, d}, nil)
	}
	l, patched := w.patched(s, u, d)
	if !patched {
		l = classify(s, o, u, d)
	}
	if w.system == threeWay && slices.ContainsFunc(l.children[:], func(c children) bool { return c.again }) {
		// A key that comes again, where the schema lets it, identifies nothing.
		l = sequence(o, u, d)
		l.repeats = true
	} else {
		if l.kind == ListKeyed && (listType(s).Kind == ListUnknown || w.inContainers()) {
			w.followRenamed(s, l.keys, &l.children[Original], &l.children[Updated], &l.children[Dest])
		}
		w.findContests(&l)
	}
	if l.unproven != nil && !Equal(o, u) {
		// Where upstream changed nothing, nothing is merged by any key.
		w.note(terms.NoteKeys, l.unproven.problem()+", so the list is not merged by its keys")
	}
	return l
}

// pieces are the elements of a list as a collection.
func (w *walker) pieces(s Schema, l listing, o, u, d *yaml.Node) *collection {
	return &collection{
		walker: w, schema: s, keys: l.keys, o: o, u: u, d: d,
		co: l.children[0], cu: l.children[1], cd: l.children[2], elementConflicts: l.elementConflicts,
	}
}

// wholeList decides about a list that is taken whole: one that is atomic, by its schema or
// because no key is proven.
//
// rule: atomic/*, twoway/atomic/*
func (w *walker) wholeList(s Schema, o, u, d *yaml.Node) *yaml.Node {
	r := w.whole(ListChanged, o, u, d)
	if r == u && w.system.patches() {
		if d != nil && listType(s).Kind == ListUnknown {
			// The list could not be taken apart because of dest's elements. By itself
			// it can, so that the directives in its elements are obeyed.
			return w.list(s, nil, u, nil)
		}
		r = w.withoutDirectives(r)
	} else if w.system == threeWay {
		// By itself the list may be keyed: a null in its elements clears then,
		// as it would in the next merge.
		r = w.cleared(s, r)
	}
	return w.paired(r, o, u, d)
}

// patched takes a list apart by the keys of its schema if there is no original. What
// dest repeats, or has without a key, is not mentioned by the patch and stays. Of
// several elements with one key the patch edits the first; it deletes all of them. ok
// is false if the keys do not fit the list.
//
// rule: twoway/repeated/*, twoway/multikey/*, layers/resource/repeated-key*
func (w *walker) patched(s Schema, u, d *yaml.Node) (l listing, ok bool) {
	t := listType(s)
	if !w.system.patches() || t.Kind != ListKeyed || t.Repeats || t.Fallback == ListSet {
		return listing{}, false
	}
	l = listing{kind: ListKeyed, keys: t.Keys}
	if u != nil {
		elements, gap := keyedBy(u, t.Keys, true)
		if gap != nil {
			return listing{}, false
		}
		l.children[Updated] = elements
	}
	l.children[Dest] = withGaps(d, t.Keys, w.deleted(u, t.Keys))
	return l, true
}

// deleted are the ids of the elements that a patch deletes.
func (w *walker) deleted(u *yaml.Node, keys []Key) map[string]bool {
	if u == nil || w.system != twoWay || !w.traits.directives {
		return nil
	}
	ids := map[string]bool{}
	for _, e := range u.Content {
		if id, missing := elementID(target(e), keys); missing == "" && deletes(e) {
			ids[id] = true
		}
	}
	return ids
}

// refused reports whether the list of a patch is keyed by its schema and its elements
// are not: one lacks a key, or repeats that of another.
//
// rule: twoway/multikey/*
func (w *walker) refused(s Schema, list *yaml.Node) bool {
	t := listType(s)
	if t.Kind != ListKeyed || t.Fallback == ListSet {
		return false
	}
	_, gap := keyedBy(list, t.Keys, t.Repeats)
	if gap == nil {
		return false
	}
	what := "add it"
	if gap.missing == "" {
		what = "keep one of them"
	}
	w.fail(gap.element, "in a patch, "+gap.problem()+"; "+what)
	return true
}

// piecewise merges a list that no key takes apart element by element, where both
// sides changed it and the policy has it so; of a sequence, remarks are changes too.
func (w *walker) piecewise(s Schema, o, u, d *yaml.Node) (r *yaml.Node, merged bool) {
	if w.system != threeWay {
		return nil, false
	}
	upstream, local := !Equal(o, u), !Equal(o, d)
	l, ok := w.pieceListing(upstream, local, o, u, d)
	if !ok {
		return nil, false
	}
	before, outermost, nulls := w.recorded(), !w.settling, w.traits.nulls
	// As in a list that is taken whole, nulls are values. By itself the result may be keyed: see wholeList.
	w.settling, w.traits.nulls = true, false
	r = w.pieces(s, l, o, u, d).merge()
	w.traits.nulls = nulls
	r = w.cleared(s, r)
	unsettled := outermost && upstream && local && !w.asksSince(before[0]) && w.unsettled(s, o, u, r)
	w.settling = !outermost
	if unsettled {
		w.forget(before)
		return nil, false
	}
	return r, true
}

// asksSince reports whether somebody is asked, or answered, about a conflict that was recorded
// since then.
func (w *walker) asksSince(since int) bool {
	return slices.ContainsFunc(w.conflicts[since:], func(c Conflict) bool { return w.policy.asks() || c.By == terms.ByAnswer })
}

// pieceListing finds how a list that no key takes apart is merged element by element: as a
// sequence, as a set, or, ok is false, not at all. upstream and local report whether the
// sides changed its value.
func (w *walker) pieceListing(upstream, local bool, o, u, d *yaml.Node) (l listing, ok bool) {
	switch {
	case o != nil && w.compares && upstream:
		return sequence(o, u, d), true
	case o != nil && w.policy.Atomic == AtomicMerge && (upstream || w.remarked(o, u)) && (local || w.remarked(o, d)):
		return sequence(o, u, d), true
	case w.policy.Atomic == AtomicUnion && upstream && local:
		return setOf([]*yaml.Node{o, u, d}, nil), true
	}
	return listing{}, false
}

// unsettled reports whether merging the same versions into a merged list would change
// it without a word: what its elements stand for is in doubt then. The lists inside are
// looked at with the outermost one. Where somebody is asked about an element, the answer
// counts.
//
// rule: sequence/again-*, answers/*
func (w *walker) unsettled(s Schema, o, u, r *yaml.Node) bool {
	if u == nil || r == nil || Equal(r, u) {
		return false
	}
	again := *w
	again.conflicts, again.notes, again.compares, again.inherits = nil, nil, false, nil
	value := again.list(s, o, u, r)
	return len(again.conflicts) == 0 && !Equal(value, r)
}
