package resource

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/similar"
	"github.com/krm-merge/krm-merge/merge"
)

// candidates are the resources of one kind, or of one name, that may be the same:
// those of original that a version lacks, and those that the version has and
// original lacks.
type candidates struct {
	lost, gained []*member
	// original holds all of them that original has: what these have in common does not
	// help to pair them.
	original []*member
	scale    similar.Scale
}

// candidates gives the resources that a version lost or gained, sorted by what
// they have to have in common, as first seen; only where there are both.
func (g *grouping) candidates(side merge.Side, common func(*member) Identity) []*candidates {
	found := map[Identity]*candidates{}
	var order []*candidates
	for _, t := range g.triples {
		m := t.o()
		if m == nil {
			m = t[side]
		}
		if m == nil || m.isClaimed() {
			continue
		}
		kind := common(m)
		c := found[kind]
		if c == nil {
			c = &candidates{}
			found[kind] = c
			order = append(order, c)
		}
		switch {
		case t.o() == nil:
			c.gained = append(c.gained, m)
			continue
		case t[side] == nil:
			c.lost = append(c.lost, m)
		}
		c.original = append(c.original, m)
	}
	order = slices.DeleteFunc(order, func(c *candidates) bool { return len(c.lost) == 0 || len(c.gained) == 0 })
	for _, c := range order {
		c.scale = similar.NewScale(features(c.original))
	}
	return order
}

// features are what resources hold, apart from their identity.
func features(of []*member) []similar.Features {
	all := make([]similar.Features, len(of))
	for i, m := range of {
		all[i] = m.features()
	}
	return all
}

func (m *member) features() similar.Features {
	if m.held == nil {
		f := similar.Of(m.anonymous(), m.id.name)
		m.held = &f
	}
	return *m.held
}

// mayBe reports whether nothing that they hold speaks against two resources being one.
func (c *candidates) mayBe(was, is *member) bool {
	return c.scale.MayBe(was.features(), is.features())
}

// hint is the evidence, apart from what they hold, that two resources are one.
func (c *candidates) hint(lost, gained int) int {
	const sameNamespace, sameFile, sameName = 30, 30, 100
	was, is, n := c.lost[lost], c.gained[gained], 0
	if was.id.namespace == is.id.namespace {
		n += sameNamespace
	}
	if was.Path == is.Path {
		n += sameFile
	}
	return n + sameName*affixes(was.id.name, is.id.name)/max(len(was.id.name), len(is.id.name), 1)
}

// affixes is the number of letters two names begin and end with alike.
func affixes(a, b string) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	head := 0
	for head < len(a) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head + tail
}

// anonymous is the value of a resource without its identity.
func (m *member) anonymous() *yaml.Node {
	root := node.Target(m.value())
	if root == nil || root.Kind != yaml.MappingNode {
		return root
	}
	if metadata := node.FieldAt(root, "metadata"); metadata != nil && metadata.Kind == yaml.MappingNode {
		for _, name := range []string{"name", "namespace", "generateName", "creationTimestamp"} {
			metadata = node.With(metadata, name, nil)
		}
		root = node.With(root, "metadata", metadata)
	}
	return node.With(node.With(root, "apiVersion", nil), "kind", nil)
}

// value is the value of a resource without transport annotations, parsed only now
// if nobody else needed it.
func (m *member) value() *yaml.Node {
	if m.Node != nil || m.Deferred == nil {
		return bare(m)
	}
	return annotation.Without(m.Deferred.Value.Node())
}
