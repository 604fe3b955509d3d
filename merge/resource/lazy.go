package resource

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// lazy is a value that is made when it is needed.
type lazy = interface {
	// Node makes the value, the same one until it is released.
	Node() *yaml.Node
	// Release lets the value go.
	Release()
}

// deferred is what is known of a resource that is parsed only while it is merged. It
// takes part in the merge of the package by that.
type deferred struct {
	// Value is the value of the resource.
	Value lazy
	// Meta is its type and metadata.
	Meta *Meta
	// Settled is what Defer says of it.
	Settled bool
}

// sink takes what is merged at once. It is called for several resources at a time.
//
// It takes the result of a resource that stays in its file, and gives what makes its value
// again, nil if its nodes must stay.
type sink = func(m *Merged) (lazy, error)

// Defer has the resource parsed only while it is merged; its type and metadata are known.
// So is whether it is settled: nothing in it, such as a null, has a merge change what no side changed.
func (r *Resource) Defer(value lazy, meta *Meta, settled bool) {
	r.Deferred = &deferred{Value: value, Meta: meta, Settled: settled}
}

// IsOfInterest reports whether merging other resources depends on the content of a
// resource with that Meta.
func (m *Meta) IsOfInterest() bool {
	return m.Kind == "CustomResourceDefinition" || strings.HasSuffix(m.Kind, "List") || m.isDecisions() || m.isKptfile()
}

// read gives a deferred resource its node.
func (r *Resource) read() {
	if r.Deferred != nil && r.Node == nil {
		r.Node = r.Deferred.Value.Node()
	}
}

// release takes the node of a deferred resource away.
func (r *Resource) release() {
	if r.Deferred != nil {
		r.Node = nil
		r.Deferred.Value.Release()
	}
}

// whole gives the node of the resource, parsed again if it was released. Nobody may use
// the resource meanwhile.
func (r *Resource) whole() *yaml.Node {
	if r.Node != nil || r.Deferred == nil {
		return r.Node
	}
	node := r.Deferred.Value.Node()
	r.release()
	return node
}

// Meta gives the type and metadata of the resource.
func (r *Resource) Meta() *Meta {
	if r.Deferred != nil {
		return r.Deferred.Meta
	}
	m := MetaOf(r.Node)
	return &m
}

// isDeferred reports whether the triple has a deferred resource.
func (t *triple) isDeferred() bool {
	return slices.ContainsFunc(t[:], func(m *member) bool { return m != nil && m.Deferred != nil })
}

// isUntouched reports whether the resource comes out as dest has it, because it is in every
// version and upstream did not change its text.
func (p *pkg) isUntouched(t *triple) bool {
	for _, m := range t {
		if m == nil || m.Deferred == nil || !m.Deferred.Settled {
			return false
		}
	}
	o, u, d := t.o(), t.u(), t.d()
	same, _ := p.textsAreSame(o, u)
	return same && (u.Path == o.Path || u.Path == d.Path || p.of.Mixed) && p.opts.keepsUntouched()
}

// read gives the deferred resources of the triple their nodes.
func (t *triple) read() {
	for _, m := range t {
		if m != nil {
			m.Resource.read()
		}
	}
}

// release takes the nodes of the deferred resources away.
func (t *triple) release() {
	for _, m := range t {
		if m != nil {
			m.Resource.release()
		}
	}
}

// emit hands a ruling to the sink, and lets go of all its nodes if it can.
func (p *pkg) emit(t *triple, r *ruling) error {
	if !t.isDeferred() {
		return nil
	}
	for i := range r.out.Conflicts {
		// A value would hold all of its resource.
		c := &r.out.Conflicts[i]
		c.Original, c.Updated, c.Dest = node.Copy(c.Original), node.Copy(c.Updated), node.Copy(c.Dest)
	}
	if m := r.merged; m != nil {
		if m.Dest == nil || m.Path != m.Dest.Path {
			return nil // Its nodes must stay.
		}
		again, err := p.of.Sink(m)
		if again == nil || err != nil {
			return err
		}
		m.unchanged = m.Unchanged()
		m.Lazy, m.Node, m.Respelled = again, nil, nil
	}
	t.release()
	return nil
}

// Unchanged reports whether the result has dest's value.
func (m *Merged) Unchanged() bool {
	if m.Lazy != nil {
		return m.unchanged
	}
	return m.Dest != nil && m.Node == m.Dest.Node
}

// value is the value of the result, made again if it was released.
func (m *Merged) value() *yaml.Node {
	switch {
	case m.Lazy != nil:
		node := m.Lazy.Node()
		m.Lazy.Release()
		return node
	case m.Node == nil && m.Dest != nil:
		return m.Dest.whole()
	}
	return m.Node
}

// Foremost is the resource whose text a result follows most.
func (m *Merged) Foremost() *Resource { return cmp.Or(m.Dest, m.Updated, m.Original) }
