package resource

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

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

// isDeferred reports whether the triple has a deferred resource.
func (t *triple) isDeferred() bool {
	return slices.ContainsFunc(t[:], func(m *member) bool { return m != nil && m.Deferred != nil })
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
