package merge_test

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// place is a schema written down in a test.
type place struct {
	fields map[string]*place
	elem   *place
	list   merge.ListType
	unions []merge.Union
	atomic bool
}

func (p *place) Field(name string) merge.Schema {
	if f := p.fields[name]; f != nil {
		return f
	}
	return nil
}

func (p *place) Elem() merge.Schema {
	if p.elem == nil {
		return nil
	}
	return p.elem
}

func (p *place) List() merge.ListType  { return p.list }
func (p *place) Unions() []merge.Union { return p.unions }
func (p *place) AtomicMap() bool       { return p.atomic }

// keyed is a list whose elements the fields identify; "protocol=TCP" is a
// field with a default.
func keyed(elem *place, fields ...string) *place {
	l := &place{elem: elem, list: merge.ListType{Kind: merge.ListKeyed}}
	for _, f := range fields {
		key := merge.Key{Field: f}
		if name, value, ok := strings.Cut(f, "="); ok {
			key = merge.Key{Field: name, Default: &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value}}
		}
		l.list.Keys = append(l.list.Keys, key)
	}
	return l
}

func set() *place    { return &place{list: merge.ListType{Kind: merge.ListSet}} }
func atomic() *place { return &place{list: merge.ListType{Kind: merge.ListAtomic}} }
