package fn

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// A package has many resources, upstream changes few of them, and few are needed at one
// time. A resource whose outline shows its identity and its place is deferred: the merge
// works with these, and parses the resource only while it merges it. One that upstream left
// alone comes out as dest has it, so no version of it is parsed, and dest's lines are
// copied.

// read defers the resources that can be, and gives the others their nodes, in parallel.
func (in *input) read(canDefer bool) {
	parallel.Each(len(in.items), func(i int) {
		it := in.items[i]
		if it.resource == nil {
			return
		}
		if canDefer && it.Outline() != nil && it.Outline().Meta.Name != "" {
			if meta := it.meta(); !meta.IsOfInterest() {
				settled := !it.Outline().Nulls && it.isComparable() && it.annotation(annotation.Modes) == ""
				it.resource.Defer(it, &meta, settled)
				return
			}
		}
		it.resource.Node = it.Node()
	})
}

// isComparable reports whether the versions of a resource can be compared by their texts: on
// a source the annotation local-config may be part of its mark.
func (it *item) isComparable() bool {
	return it.Outline() != nil && it.annotation(annotation.LocalConfig) == ""
}

// sameText reports whether two resources have one text apart from transport
// annotations, where both came as items whose texts can be compared.
func sameText(a, b *resource.Resource) (same, known bool) {
	for _, r := range []*resource.Resource{a, b} {
		if it := placedItem(r); it == nil || !it.isComparable() {
			return false, false
		}
	}
	return itemOf(a).SameBut(itemOf(b).Item, annotation.IsTransport), true
}

// annotation gives the text of one annotation of a resource, "" if there is none.
func (in *input) annotation(r *resource.Resource, name string) string {
	if r.Deferred != nil {
		return itemOf(r).annotation(name)
	}
	return annotation.Get(r.Node, name)
}

// sink writes resources as soon as they are merged, so that their nodes can be released.
func (in *input) sink(write func(wire.Entry) (*wire.Item, error)) func(m *resource.Merged) (lazy, error) {
	return func(m *resource.Merged) (lazy, error) {
		if placedItem(m.Dest) == nil {
			return nil, nil // It has no place among the items yet.
		}
		entry, err := in.entry(m)
		if err != nil {
			return nil, err
		}
		return write(entry)
	}
}

// lazy is a value that is made when it is needed.
type lazy = interface {
	Node() *yaml.Node
	Release()
}
