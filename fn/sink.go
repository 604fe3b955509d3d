package fn

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// sink writes resources as soon as they are merged, so that their nodes can be released.
func (in *input) sink(write func(wire.Entry) (wire.Entry, error)) func(m *resource.Merged) (lazy, error) {
	p := newPlacer(in)
	return func(m *resource.Merged) (lazy, error) {
		if placedItem(m.Dest) == nil {
			return nil, nil // It has no place among the items yet.
		}
		entry, err := p.entry(m)
		if err != nil {
			return nil, err
		}
		if entry, err = write(entry); err != nil {
			return nil, err
		}
		return &printed{entry, m.Dest}, nil
	}
}

// lazy is a value that is made when it is needed.
type lazy = interface {
	Node() *yaml.Node
	Release()
}

// printed is a resource that was written and whose nodes were released.
type printed struct {
	entry wire.Entry
	dest  *resource.Resource
}

// Node makes the value again.
func (w *printed) Node() *yaml.Node { return w.entry.Value() }

// Release lets dest's value go, which it may be.
func (w *printed) Release() {
	if w.dest.Deferred != nil {
		w.dest.Deferred.Value.Release()
	}
}
