package fn

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/wire"
)

// settler writes results as soon as they are merged, so that their nodes can be
// let go.
type settler struct {
	placer *placer
	write  func(wire.Entry) (wire.Entry, error)
}

// settle tells the conflicts of a ruling as results, and lets go of all its nodes
// if it can.
func (s *settler) settle(t *trio, r *ruling) error {
	for _, c := range r.conflicts {
		r.told = append(r.told, conflictResult(c))
		r.fails = r.fails || c.Fails()
	}
	r.conflicts = nil
	if !t.isLate() {
		return nil
	}
	if m := r.merged; m != nil {
		let, err := s.letGo(t, m)
		if let == nil || err != nil {
			return err
		}
		m.let, m.Node = let, nil
	}
	t.release()
	return nil
}

// letGo gives what has to be kept of a result, nil if that is its nodes.
func (s *settler) letGo(t *trio, m *Merged) (*letGo, error) {
	let := &letGo{said: m.meta(), unchanged: m.unchanged()}
	switch {
	case m.Dest == nil && m.added:
		u := t.u()
		let.make = func() *yaml.Node {
			if u.said == nil {
				return bare(u)
			}
			return u.bare(u.item.node())
		}
		return let, nil
	case m.Dest == nil || m.Path != m.Dest.Path || s.placer.in.byItem[m.Dest] == nil:
		return nil, nil
	}
	entry, err := s.placer.entry(m)
	if err != nil {
		return nil, err
	}
	written, err := s.write(entry)
	let.entry, let.make = &written, written.Value
	return let, err
}

// letGo is what is kept of a result whose nodes were let go.
type letGo struct {
	// said is what it says about itself.
	said *meta
	// unchanged: it is dest's value.
	unchanged bool
	// make gives the value again.
	make func() *yaml.Node
	// entry is the result as an item, written; none of an addition, which has
	// no place yet.
	entry *wire.Entry
}

// meta is what the result says about itself.
func (m *Merged) meta() *meta {
	switch {
	case m.let != nil:
		return m.let.said
	case m.Node == nil && m.Dest != nil:
		return m.Dest.meta()
	}
	said := metaOf(m.Node)
	return &said
}

// unchanged says that the result has dest's value.
func (m *Merged) unchanged() bool {
	if m.let != nil {
		return m.let.unchanged
	}
	return m.Dest != nil && m.Node == m.Dest.Node
}

// value is the value of the result, made again if it was let go.
func (m *Merged) value() *yaml.Node {
	switch {
	case m.let != nil:
		node := m.let.make()
		m.foremost().release()
		return node
	case m.Node == nil && m.Dest != nil:
		return m.Dest.again()
	}
	return m.Node
}
