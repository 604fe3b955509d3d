package fn

import (
	"sync"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// writer writes resources as soon as they are merged, so that their nodes can be
// released.
type writer struct {
	placer *placer
	write  func(wire.Entry) (wire.Entry, error)
	// result makes the result of a conflict.
	result func(resource.Conflict) *sdk.Result

	mutex sync.Mutex
	// results are the conflicts of the resources.
	results map[*resource.Resource]sdk.Results
}

// Conflicts makes results of the conflicts of a resource.
func (s *writer) Conflicts(all []resource.Conflict) {
	results := make(sdk.Results, len(all))
	for i, c := range all {
		results[i] = s.result(c)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.results == nil {
		s.results = map[*resource.Resource]sdk.Results{}
	}
	s.results[all[0].Subject()] = results
}

// next gives the result of the next conflict of an outcome.
func (s *writer) next(c resource.Conflict) *sdk.Result {
	of := c.Subject()
	r := s.results[of][0]
	s.results[of] = s.results[of][1:]
	return r
}

// Write writes a result. It gives nil for a result that has no place among the
// items yet.
func (s *writer) Write(m *resource.Merged) (lazy, error) {
	if placedItem(m.Dest) == nil {
		return nil, nil
	}
	entry, err := s.placer.entry(m)
	if err != nil {
		return nil, err
	}
	w := &printed{dest: m.Dest}
	if w.entry, err = s.write(entry); err != nil {
		return nil, err
	}
	return w, nil
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
