package main

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// collide makes two edits of one place, one on each side, that stand in each other's way: somebody has to be asked; or
// of which the one can go along with the other, as with what is moved or has another name, so that the result is to have
// both. It reports whether there is a place for one.
func (m *maker) collide() bool {
	for range 60 {
		n := m.nodes[m.IntN(len(m.nodes))]
		for m.depth(n) > 2 && m.IntN(3) > 0 && slices.Contains(m.nodes, m.parent[n]) {
			n = m.parent[n]
		}
		a := m.IntN(2)
		if kind := m.collisions(n, m.sides[a], m.sides[1-a]); kind != "" {
			m.collision = kind
			m.note(a, kind, n)
			m.hold(n)
			m.lock(n)
			return true
		}
		m.tokens, m.follow = nil, nil
	}
	return false
}

// collisions makes one of the collisions in a node, and says which; "" for none that the node is for.
func (m *maker) collisions(n *yaml.Node, a, b *script) string {
	of := m.parent[n]
	list, lone := of.Kind == yaml.SequenceNode, len(of.Content) < 3
	scalar := n.Kind == yaml.ScalarNode && n.Tag != "!!bool" && strings.Count(n.Value, "\n") < 2
	in, other := m.inner(n), of.Content[m.IntN(len(of.Content))]
	switch fate := m.IntN(7); {
	case fate == 0 && scalar:
		a.instead[n], b.instead[n] = m.scalar(n), m.scalar(n)
		return "both changed"
	case fate == 1 && scalar && !lone:
		a.instead[n], b.instead[n] = nil, m.scalar(n)
		return "deleted and changed"
	case in == nil:
		return ""
	case fate == 2 && !lone:
		a.instead[n], b.instead[in] = nil, m.scalar(in)
		return "deleted and changed inside"
	case fate == 3 && list:
		a.instead[n], b.instead[in] = m.fresh(n), m.scalar(in)
		return "replaced and changed inside"
	case fate == 4:
		a.instead[n], b.instead[in] = &yaml.Node{Kind: n.Kind, Tag: n.Tag, Style: yaml.FlowStyle}, m.scalar(in)
		return "emptied and changed inside"
	case fate == 5 && list && n != other:
		b.instead[in] = m.scalar(in)
		a.instead[n], a.before[other] = nil, append(a.before[other], m.following(n, in, b.instead[in]))
		return "moved and changed inside"
	case fate == 6 && !list && m.depth(n) > 1:
		b.instead[in] = m.scalar(in)
		a.instead[n] = nil
		a.behind[of] = append(a.behind[of], &yaml.Node{Kind: yaml.ScalarNode, Value: m.token()}, m.following(n, in, b.instead[in]))
		return "given another name and changed inside"
	}
	return ""
}

// inner is a scalar of one line in a map or list that is no name and no key, nil if there is none.
func (m *maker) inner(n *yaml.Node) *yaml.Node {
	var all []*yaml.Node
	for in := range node.All(n) {
		of := m.parent[in]
		if in == n || in.Kind != yaml.ScalarNode || strings.Contains(in.Value, "\n") || in.Tag == "!!bool" || in.Tag == "!!null" {
			continue
		}
		at := slices.Index(of.Content, in)
		if of.Kind == yaml.SequenceNode || at%2 == 1 && !slices.Contains([]string{"apiVersion", "kind", "name"}, of.Content[at-1].Value) {
			all = append(all, in)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[m.IntN(len(all))]
}

// following is a copy of a node in which a scalar is to have another value in what is wanted.
func (m *maker) following(n, in, value *yaml.Node) *yaml.Node {
	c := *n
	c.Content = nil
	if n == in {
		m.follow = func() { c = *value }
	}
	for _, child := range n.Content {
		c.Content = append(c.Content, m.following(child, in, value))
	}
	return &c
}
