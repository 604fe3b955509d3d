package merge

import (
	"cmp"

	"go.yaml.in/yaml/v3"
)

// collection merges the children of one place: the fields of a map, the
// elements of a keyed list or the members of a set list. What becomes of one
// child differs; their order, additions and the presence of the whole do not.
type collection struct {
	*walker
	// schema is the collection's.
	schema Schema
	// keys identify the elements of a keyed list.
	keys []Key
	// won are the unions among the fields that one side decides.
	won []wonUnion
	// elementConflicts are those about elements and members, by their ids.
	elementConflicts map[string]*elementConflict
	// dir are the directives of a patch.
	dir directives
	// mode is the mode of a map.
	mode Mode

	o, u, d    *yaml.Node
	co, cu, cd children
	// instead is what dest has in the place of children of original, nil until it is asked for.
	instead map[int]int
}

// first is where a child stands in dest, else in updated, else in original.
func (c *collection) first(at position) (of *children, i int) {
	switch {
	case at.d >= 0:
		return &c.cd, at.d
	case at.u >= 0:
		return &c.cu, at.u
	}
	return &c.co, at.o
}

// below is the schema of a child.
func (c *collection) below(o, u, d spot) Schema {
	if c.kind() == childFields {
		return c.commented(fieldSchema(c.schema, cmp.Or(d.key, u.key, o.key)), u, d, o)
	}
	return elemSchema(c.schema)
}

// place is the step to the i-th child of a version.
func (c *collection) place(of *children, i int) place {
	p := place{element: of.value(i), keys: c.keys}
	switch {
	case of.kind == childFields:
		return place{key: of.key(i)}
	case of.kind == childElements && c.keys == nil:
		return place{index: i}
	}
	return p
}

// kind is that of the children; a version that is absent has none.
func (c *collection) kind() childKind { return max(c.co.kind, c.cu.kind, c.cd.kind) }

// wonUnion is a union of a map in which the sides chose differently: the winner's members are
// taken whole, the loser's not at all. Of several that have a field the first decides it.
type wonUnion struct {
	union Union
	// resolution is how the conflict about it was settled; an edited value has the fields in
	// place of either side.
	resolution
	// asIs: by a mode or a comment, so that even nulls stay.
	asIs bool
}
