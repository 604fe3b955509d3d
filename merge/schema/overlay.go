package schema

import (
	"cmp"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// overlay is a place that describes a few paths below it; the schema under it, which
// may be nil, describes the rest.
type overlay struct {
	base   merge.Schema
	fields []overlayField // sorted by name
	rest   merge.Schema   // the fields not named, nil: the base's
	elem   merge.Schema   // nil: the base's
	list   merge.ListType // ListUnknown: the base's
	unions []merge.Union  // nil: the base's
}

type overlayField struct {
	name   string
	schema merge.Schema
}

func (p *overlay) Field(name string) merge.Schema {
	if s, found := findField(p.fields, name); found {
		return s
	}
	if p.rest != nil {
		return p.rest
	}
	return fieldOf(p.base, name)
}

func (p *overlay) Elem() merge.Schema {
	if p.elem != nil {
		return p.elem
	}
	return elemOf(p.base)
}

func (p *overlay) List() merge.ListType {
	if p.list.Kind == merge.ListUnknown && p.base != nil {
		return p.base.List()
	}
	return p.list
}

func (p *overlay) Unions() []merge.Union {
	if p.unions != nil || p.base == nil {
		return p.unions
	}
	return p.base.Unions()
}

func (p *overlay) AtomicMap() bool { return p.base != nil && p.base.AtomicMap() }

func (p *overlay) keyDefault(field string) *yaml.Node {
	return cmp.Or(defaultOf(p.list, field), keyDefault(p.base, field))
}

// keyDefault is the default of a key field as the schema of a list states it,
// whether or not the schema itself keys the list by that field.
func keyDefault(list merge.Schema, field string) *yaml.Node {
	switch s := list.(type) {
	case nil:
		return nil
	case interface{ keyDefault(string) *yaml.Node }:
		return s.keyDefault(field)
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

func findField(fields []overlayField, name string) (merge.Schema, bool) {
	i, found := slices.BinarySearchFunc(fields, name, compareField)
	if !found {
		return nil, false
	}
	return fields[i].schema, true
}

func compareField(f overlayField, name string) int { return cmp.Compare(f.name, name) }

// outline is a tree of paths that overlays are built from. A path need not mark where
// it passes through a list: the fields of an outline are those of the place if it is a
// map, and those of its elements if it is a list.
type outline struct {
	fields []outlineField
	rest   *outline // the fields not named
	elem   *outline // the elements where they are lists themselves; has no fields
	list   merge.ListType
	unions []merge.Union
	like   merge.Schema // what the place is built over, nil: whatever is known about it

	bare *overlay // the overlay over nothing, built once
}

type outlineField struct {
	name string
	at   *outline
}

// field is the outline of the field of that name, made if there is none.
func (o *outline) field(name string) *outline {
	for _, f := range o.fields {
		if f.name == name {
			return f.at
		}
	}
	at := &outline{}
	o.fields = append(o.fields, outlineField{name, at})
	return at
}

// at is the outline at the end of the path.
func (o *outline) at(path []step) *outline {
	for _, s := range path {
		switch s.kind {
		case stepName:
			o = o.field(s.name)
		case stepRest:
			if o.rest == nil {
				o.rest = &outline{}
			}
			o = o.rest
		case stepElem:
			if o.elem == nil {
				o.elem = &outline{}
			}
			o = o.elem
		}
	}
	return o
}

// over lays the outline over a schema, which may be nil. A base is a map or a
// list, or (an overlay over nothing) either; what it does not know is built
// once, so the cost is linear in the size of the outline.
func (o *outline) over(base merge.Schema) merge.Schema {
	if o.like != nil {
		base = o.like
	}
	if base == nil {
		return o.overNothing()
	}
	p := &overlay{base: base, list: o.keyed(base), fields: o.fieldsOver(base), rest: o.overRest(), unions: o.unions}
	if elem := base.Elem(); elem != nil {
		p.elem = o.overElem(elem, maxNesting)
	} else if len(o.fields) > 0 || o.rest != nil || o.elem != nil {
		p.elem = o.overNothing().elem
	}
	return p
}

// maxNesting bounds lists of lists, because a base that refers to itself may have any
// number.
const maxNesting = 8

// overElem lays the outline over the schema of the place's elements.
func (o *outline) overElem(base merge.Schema, nesting int) merge.Schema {
	if base == nil || nesting == 0 {
		return o.overNothing().elem
	}
	elem := base
	if len(o.fields) > 0 || o.rest != nil || o.unions != nil {
		p := &overlay{base: base, fields: o.fieldsOver(base), rest: o.overRest(), unions: o.unions}
		if inner := base.Elem(); inner != nil {
			p.elem = (&outline{fields: o.fields, rest: o.rest}).overElem(inner, nesting-1)
		}
		elem = p
	}
	if o.elem != nil {
		return o.elem.over(elem)
	}
	return elem
}

// overNothing lays the outline over a place nobody else knows anything about.
func (o *outline) overNothing() *overlay {
	if o.bare != nil {
		return o.bare
	}
	p := &overlay{base: o.like, list: o.keyed(o.like), unions: o.unions}
	o.bare = p
	p.fields, p.rest = o.fieldsOver(o.like), o.overRest()
	if len(p.fields) > 0 || p.rest != nil || p.unions != nil {
		elem := &overlay{fields: p.fields, rest: p.rest, unions: p.unions}
		elem.elem = elem
		p.elem = elem
	}
	if o.elem != nil {
		p.elem = o.elem.over(p.elem)
	}
	return p
}

// overRest is the fields not named, nil if nothing is said of them.
func (o *outline) overRest() merge.Schema {
	if o.rest == nil {
		return nil
	}
	return o.rest.overNothing()
}

func (o *outline) fieldsOver(base merge.Schema) []overlayField {
	if len(o.fields) == 0 {
		return nil
	}
	fields := make([]overlayField, len(o.fields))
	for i, f := range o.fields {
		fields[i] = overlayField{f.name, f.at.over(fieldOf(base, f.name))}
	}
	slices.SortFunc(fields, func(a, b overlayField) int { return cmp.Compare(a.name, b.name) })
	return fields
}

// keyed is the list type of the outline, with the defaults that the base
// states for its keys.
func (o *outline) keyed(base merge.Schema) merge.ListType {
	list := o.list
	if base == nil || list.Kind != merge.ListKeyed {
		return list
	}
	list.Keys = slices.Clone(list.Keys)
	for i, k := range list.Keys {
		if k.Default == nil {
			list.Keys[i].Default = keyDefault(base, k.Field)
		}
	}
	return list
}
