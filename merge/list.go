package merge

import (
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
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

func listType(s Schema) ListType {
	if s == nil {
		return ListType{}
	}
	return s.List()
}

// listing is how a list is merged, with its versions taken apart.
type listing struct {
	kind ListKind
	keys []Key
	// repeats: elements of one key are several.
	repeats bool
	// children of the versions given to classify, of a keyed or set list.
	children [4]children
	// elementConflicts are those about elements and members, by their ids.
	elementConflicts map[string]*elementConflict
	// unproven is why the keys of the schema were not used, nil if they were.
	unproven *gap
}

// gap is what keeps the keys of a list from identifying its elements.
type gap struct {
	element *yaml.Node
	keys    []Key
	// missing is the key field the element lacks, "" if it repeats the key of
	// an earlier one.
	missing string
}

func (g *gap) problem() string {
	at := pathOf([]place{{element: g.element, keys: g.keys}}).String()
	if g.missing == "" {
		return "two elements have the key " + at
	}
	if len(g.keys) == 1 {
		return "an element lacks the key field " + g.keys[0].String()
	}
	return "the element " + at + " lacks the key field " + g.missing
}

// classify decides how a list is merged. A list is keyed only with a proof: every
// element of every version is a map that has the keys, as scalars, and no two elements
// of a version have the same. A version without elements proves nothing.
//
// rule: inference/*, twoway/inference/*, multikey/*, multikey/protocol/*, git/*
func classify(s Schema, versions ...*yaml.Node) listing {
	t := listType(s)
	switch t.Kind {
	case ListKeyed:
		l := listing{kind: ListKeyed, keys: t.Keys, repeats: t.Repeats}
		if l.unproven = l.prove(versions); l.unproven == nil {
			return l
		}
		if t.Fallback == ListSet {
			return setOf(versions, l.unproven)
		}
		return listing{kind: ListAtomic, unproven: l.unproven}
	case ListSet:
		return setOf(versions, nil)
	case ListUnknown:
		for _, name := range terms.InferredKeys() {
			if !couldKey(name, versions) {
				continue
			}
			l := listing{kind: ListKeyed, keys: []Key{{Field: name}}}
			if l.prove(versions) == nil {
				return l
			}
		}
	case ListAtomic:
	}
	return listing{kind: ListAtomic}
}

// couldKey looks at the first element of each version only.
func couldKey(name string, versions []*yaml.Node) bool {
	some := false
	for _, v := range versions {
		if v == nil || len(v.Content) == 0 {
			continue
		}
		if field(target(v.Content[0]), name) == nil {
			return false
		}
		some = true
	}
	return some
}

// prove takes the versions apart by the keys. If it cannot, it gives the reason.
func (l *listing) prove(versions []*yaml.Node) *gap {
	for i, v := range versions {
		if v == nil {
			continue
		}
		elements, gap := keyedBy(v, l.keys, l.repeats)
		if gap != nil {
			return gap
		}
		l.children[i] = elements
	}
	return nil
}

// keyedBy takes a list apart by its keys. With repeats several elements may have one. If the
// keys do not identify all elements, it gives the reason.
func keyedBy(list *yaml.Node, keys []Key, repeats bool) (children, *gap) {
	c := children{kind: childElements, nodes: list.Content, ids: make([]string, len(list.Content))}
	for i, e := range list.Content {
		id, missing := elementID(target(e), keys)
		if missing != "" {
			return children{}, &gap{element: e, keys: keys, missing: missing}
		}
		c.ids[i] = id
	}
	if repeats {
		c.again = inOrderOfKeys(c.ids, nil)
	} else if i := repeated(c.ids); i >= 0 {
		return children{}, &gap{element: list.Content[i], keys: keys}
	}
	return c, nil
}

// withGaps takes a list apart by its keys, though they may not identify all elements: one
// that lacks a key is known by its position alone, and those of one key by their order but
// for the ids in kept.
func withGaps(list *yaml.Node, keys []Key, kept map[string]bool) children {
	c := elementsOf(list, childElements, func(i int, e *yaml.Node) string {
		id, missing := elementID(target(e), keys)
		if missing != "" {
			return "\x00?" + strconv.Itoa(i)
		}
		return id
	})
	inOrderOfKeys(c.ids, kept)
	return c
}

// repeated is the position of an id that an earlier one equals, -1 if none does.
func repeated(ids []string) int {
	if len(ids) <= few {
		for i := range ids {
			for j := range i {
				if ids[i] == ids[j] {
					return i
				}
			}
		}
		return -1
	}
	seen := make(map[string]struct{}, len(ids))
	for i, id := range ids {
		if _, ok := seen[id]; ok {
			return i
		}
		seen[id] = struct{}{}
	}
	return -1
}

// elementID is the identity of a list element: its key values with their
// types, a missing or null one by its default.
func elementID(e *yaml.Node, keys []Key) (id, missing string) {
	for i, k := range keys {
		written, v := keyOf(e, k)
		if v == nil {
			return "", k.Field
		}
		value := scalarID(v)
		if written.Field != k.Field {
			value = written.Field + "\x00=" + value
		}
		if i > 0 {
			value = id + "\x00," + value
		}
		id = value
	}
	return id, ""
}

// keyOf is the key that identifies an element, of those that one stands for, and
// its value, nil if it has none.
func keyOf(e *yaml.Node, k Key) (Key, *yaml.Node) {
	v := target(field(e, k.Field))
	switch {
	case (v == nil || isNull(v)) && k.Else != nil:
		return keyOf(e, *k.Else)
	case v == nil || isNull(v):
		return k, k.Default
	case v.Kind != yaml.ScalarNode:
		return k, nil
	case k.Image:
		return k, node.String(splitImage(v.Value).name)
	}
	return k, v
}

// setOf takes the versions of a set list apart.
func setOf(versions []*yaml.Node, unproven *gap) listing {
	l := listing{kind: ListSet, unproven: unproven}
	for i, v := range versions {
		l.children[i] = membersOf(v)
	}
	return l
}
