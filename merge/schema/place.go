package schema

import (
	"cmp"
	"fmt"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// place is a place that a definition or the configuration describes. It is read when it is
// first asked, and its children when they are.
type place struct{ read func() *shape }

// shape is what is known of a place.
type shape struct {
	fields map[string]merge.Schema
	// rest are the fields not named, nil: those of base, which is what is known anyway.
	rest, base merge.Schema
	elem       merge.Schema
	list       merge.ListType
	unions     []merge.Union
	atomicMap  bool
	// keyDefault is the default that is stated for a field of the list's elements, whether
	// or not it is a key; nil: those of the keys.
	keyDefault func(field string) *yaml.Node
}

func newPlace(read func() *shape) merge.Schema { return &place{sync.OnceValue(read)} }

func (p *place) Field(name string) merge.Schema {
	s := p.read()
	if f, named := s.fields[name]; named {
		return f
	}
	if s.rest != nil {
		return s.rest
	}
	return fieldOf(s.base, name)
}

func (p *place) Elem() merge.Schema    { return p.read().elem }
func (p *place) List() merge.ListType  { return p.read().list }
func (p *place) Unions() []merge.Union { return p.read().unions }
func (p *place) AtomicMap() bool       { return p.read().atomicMap }

func fieldOf(s merge.Schema, name string) merge.Schema {
	if s == nil {
		return nil
	}
	return s.Field(name)
}

func elemOf(s merge.Schema) merge.Schema {
	if s == nil {
		return nil
	}
	return s.Elem()
}

// keyDefault is the default of a key field as the schema of a list states it,
// whether or not the schema itself keys the list by that field.
func keyDefault(list merge.Schema, field string) *yaml.Node {
	if list == nil {
		return nil
	}
	if p, ok := list.(*place); ok && p.read().keyDefault != nil {
		return p.read().keyDefault(field)
	}
	return defaultOf(list.List(), field)
}

// defaultOf is the default of a key, nil if it has none.
func defaultOf(list merge.ListType, field string) *yaml.Node {
	for _, k := range list.Keys {
		if k.Field == field && k.Default != nil {
			return k.Default
		}
	}
	return nil
}

// outline is a tree of paths that is laid over a schema. A path need not mark where
// it passes through a list: the fields of an outline are those of the place if it is a
// map, and those of its elements if it is a list.
type outline struct {
	fields map[string]*outline
	rest   *outline // the fields not named
	elem   *outline // the elements where they are lists themselves; has no fields
	list   merge.ListType
	unions []merge.Union
	like   merge.Schema // what the place is laid over, nil: whatever is known about it
}

// field is the outline of the field of that name, made if there is none.
func (o *outline) field(name string) *outline {
	if o.fields == nil {
		o.fields = map[string]*outline{}
	}
	if o.fields[name] == nil {
		o.fields[name] = &outline{}
	}
	return o.fields[name]
}

// at is the outline at the end of the path.
func (o *outline) at(path []step) *outline {
	for _, s := range path {
		switch {
		case s.rest:
			o.rest = cmp.Or(o.rest, &outline{})
			o = o.rest
		case s.elem:
			o.elem = cmp.Or(o.elem, &outline{})
			o = o.elem
		default:
			o = o.field(s.name)
		}
	}
	return o
}

// over lays the outline, which may be nil, over a schema, which may be nil.
func (o *outline) over(base merge.Schema) merge.Schema {
	if o == nil {
		return base
	}
	if o.like != nil {
		base = o.like
	}
	return newPlace(func() *shape {
		s := o.fieldsOver(base)
		if o.list.Kind != merge.ListUnknown {
			s.list = o.keyed(base)
		}
		s.elem = o.elem.over(s.elem)
		s.keyDefault = func(field string) *yaml.Node { return cmp.Or(defaultOf(s.list, field), keyDefault(base, field)) }
		return s
	})
}

// fieldsOver lays the fields of the outline over a map, and over the elements of a list.
func (o *outline) fieldsOver(base merge.Schema) *shape {
	s := &shape{base: base, elem: elemOf(base), fields: make(map[string]merge.Schema, len(o.fields)), unions: o.unions}
	if base != nil {
		s.list, s.atomicMap = base.List(), base.AtomicMap()
	}
	if base != nil && s.unions == nil {
		s.unions = base.Unions()
	}
	for name, at := range o.fields {
		s.fields[name] = at.over(fieldOf(base, name))
	}
	s.rest = o.rest.over(nil)
	if len(o.fields) > 0 || o.rest != nil || o.unions != nil {
		elem := s.elem
		s.elem = newPlace(func() *shape { return o.fieldsOver(elem) })
	}
	return s
}

// keyed is the list type of the outline, with the defaults that the base
// states for its keys.
func (o *outline) keyed(base merge.Schema) merge.ListType {
	list := o.list
	list.Keys = append([]merge.Key(nil), list.Keys...)
	for i, k := range list.Keys {
		list.Keys[i].Default = cmp.Or(k.Default, keyDefault(base, k.Field))
	}
	return list
}

// step is one step of a path in an outline: a field, any field that is not named (*), or the
// elements of a list that are lists themselves ([*] at the end of a path).
type step struct {
	name       string
	rest, elem bool
}

// parsePath reads a path as merge.ParsePattern does. [*] where a list is passed through
// counts only at the end.
func parsePath(path string) ([]step, error) {
	pattern, err := merge.ParsePattern(path)
	if err != nil {
		return nil, err
	}
	var steps []step
	elems := 0 // the [*] since the last name
	for _, s := range pattern {
		switch spelled := (merge.Path{s}).String(); {
		case spelled == "[*]":
			elems++
			continue
		case spelled == "*":
			steps = append(steps, step{rest: true})
		case s.Name() == "":
			return nil, fmt.Errorf("path %q: %q is not a step: write [*] for the elements of a list", path, spelled)
		default:
			steps = append(steps, step{name: s.Name()})
		}
		elems = 0
	}
	if len(steps) == 0 {
		return nil, fmt.Errorf("path %q names no field: write the path of a list, as in spec.routes", path)
	}
	for range elems {
		steps = append(steps, step{elem: true})
	}
	return steps, nil
}
