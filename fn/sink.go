package fn

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// sink writes resources as soon as they are merged, so that their nodes can be released.
func (in *input) sink(write func(wire.Entry) (*wire.Item, error)) func(m *resource.Merged) (lazy, error) {
	p := newPlacer(in)
	return func(m *resource.Merged) (lazy, error) {
		if placedItem(m.Dest) == nil {
			return nil, nil // It has no place among the items yet.
		}
		entry, err := p.entry(m)
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
