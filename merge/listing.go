package merge

import (
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

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
		return "an element lacks the key field " + g.keys[0].Field
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
		if !slices.ContainsFunc(versions, func(v *yaml.Node) bool { return v != nil && len(v.Content) > 0 }) {
			break // Without elements nothing is proven.
		}
		for _, name := range terms.InferredKeys() {
			l := listing{kind: ListKeyed, keys: []Key{{Field: name}}}
			if l.prove(versions) == nil {
				return l
			}
		}
	case ListAtomic:
	}
	return listing{kind: ListAtomic}
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

// setOf takes the versions of a set list apart.
func setOf(versions []*yaml.Node, unproven *gap) listing {
	l := listing{kind: ListSet, unproven: unproven}
	for i, v := range versions {
		l.children[i] = membersOf(v)
	}
	return l
}

// elementConflict is about elements of a list of which each is in one version only, and that
// are one thing for all that can be told: both sides cannot have their way. It is
// settled once, when the first of them is met.
type elementConflict struct {
	kind ConflictKind
	// values are what each version has there.
	values [3]*yaml.Node
	// pinned: of dest's value a comment keeps something.
	pinned bool
	// doubt says why both sides' elements stay under settings that ask nobody; "" for what
	// is a conflict under every setting.
	doubt string
	// stretch: the values are lists, of several elements each.
	stretch bool

	settled bool
	taken   resolution
}

// inOrderOfKeys numbers elements that have the same id, in order, except for the ids in
// kept. It reports whether there are such.
func inOrderOfKeys(ids []string, kept map[string]bool) (again bool) {
	if repeated(ids) < 0 {
		return false
	}
	times := make(map[string]int, len(ids))
	for i, id := range ids {
		if times[id]++; times[id] > 1 && !kept[id] {
			ids[i] = id + "\x00#" + strconv.Itoa(times[id])
		}
	}
	return true
}
