package resource

import (
	"cmp"
	"slices"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// group pairs the members of the versions, which finds out what resources are the same: each belongs to
// one triple then. The cost is linear in their number.
func (p *pkg) group() error {
	p.behind = map[*triple][]*member{}
	for _, side := range []merge.Side{merge.Dest, merge.Updated, merge.Original} {
		triples := make([]triple, len(p.members[side]))
		for i, m := range p.members[side] {
			m.triple = &triples[i]
			if m.triple[side] = m; !m.unpaired {
				p.paired = append(p.paired, m)
			}
		}
	}
	for _, c := range p.identities() {
		if err := p.resolve(c); err != nil {
			return err
		}
	}
	p.soleDocuments()
	p.acrossNamespaces()
	if p.opts.Renames == terms.RenamesSimilar && !p.opts.Strategy.Patches() {
		p.similar()
	}
	p.lostMoves()
	for _, m := range p.paired {
		m.held = nil
	}
	return nil
}

// resolve makes the triples of one identity.
func (p *pkg) resolve(c *cluster) error {
	if c.unique() {
		t := c.triple()
		apart := p.movedApart(&t)
		t.unite()
		apart.unite()
		return nil
	}
	for _, m := range c.members.all() {
		m.read() // Its content is asked for, and stays.
		m.Deferred = nil
	}
	if p.opts.Strategy.Patches() {
		return p.sources(c)
	}
	c.duplicates()
	return nil
}

// soleDocuments pairs documents without a name, of whatever kinds, if each version has
// exactly one of them in a file.
func (p *pkg) soleDocuments() {
	for _, c := range clustersOf(p.paired, func(m *member) (id Identity, is bool) {
		return Identity{path: m.Path}, m.id.by == byFile || m.id.by == byPosition
	}).order {
		p.unite(c, false)
	}
}

// acrossNamespaces pairs what full identity left over by group, kind and name, where
// every version has exactly one left; or original and another one, where one of them has
// no namespace, or others have these two, and the third none: that one deleted it.
//
// rule: scope/namespace-*
func (p *pkg) acrossNamespaces() {
	patches := p.opts.Strategy.Patches()
	left := clustersOf(p.paired, func(m *member) (id Identity, is bool) {
		return Identity{group: m.id.group, kind: m.id.kind, name: m.id.name}, m.id.by == byName && !p.whole(*m.triple)
	}).order
	for _, c := range left {
		if !patches || c.namespaces() <= 1 {
			// In two versions with two namespaces nothing shows that one moved.
			p.unite(c, false)
		}
	}
	if patches {
		return
	}
	moved := map[[2]string]bool{}
	for _, m := range p.paired {
		if o := m.triple.o(); o != nil && o.id.namespace != m.id.namespace {
			moved[[2]string{o.id.namespace, m.id.namespace}] = true
		}
	}
	for _, c := range left {
		t := c.triple()
		isMoved := func(m *member) bool { return moved[[2]string{t.o().id.namespace, m.id.namespace}] }
		if t.o() != nil && (c.namespaces() == 1 || slices.ContainsFunc(c.members.all(), isMoved)) {
			p.unite(c, true)
		}
	}
}

// whole reports whether every version has the resource.
func (p *pkg) whole(t triple) bool {
	return (t.o() != nil || p.opts.Strategy.Patches()) && t.u() != nil && t.d() != nil
}

// namespaces counts the namespaces that the members name.
func (c *cluster) namespaces() int {
	named := map[string]bool{}
	for _, m := range c.members.all() {
		if m.id.namespace != "" {
			named[m.id.namespace] = true
		}
	}
	return len(named)
}

// unite makes one triple of the only members of the versions. two: one may have none.
func (p *pkg) unite(c *cluster, two bool) {
	t := c.triple()
	apart := func(m *member) bool { return m != nil && !m.mayBeOf(&t) }
	if c.unique() && (two || p.whole(t)) && !slices.ContainsFunc(t[:], apart) {
		t.unite()
	}
}

// mayBeOf reports whether a member may become one of a triple: it has no other counterpart, and
// none of its own identity that was found to be another resource.
func (m *member) mayBeOf(t *triple) bool {
	for side, other := range m.triple {
		is := t[side]
		if other != nil && other != is || other == nil && is != nil && is.id == m.id {
			return false
		}
	}
	return true
}

// identities gives the members by their identities. Resources move to the identity that they
// claim, on three conditions: another version has a resource of that identity, or one that
// claims it too; their own version has none; and no other resource has their own name.
//
// rule: renamed/*
func (p *pkg) identities() []*cluster {
	all := clustersOf(p.paired, func(m *member) (Identity, bool) { return m.id, true })
	if p.opts.Renames == terms.RenamesIgnored {
		return all.order
	}
	claims := clustersOf(p.paired, func(m *member) (Identity, bool) {
		id, ok := m.claimed()
		if other := m.inDefault(id); all.of[id] == nil && all.of[other] != nil {
			id = other
		}
		return id, ok
	})
	var moves []func()
	for _, c := range claims.order {
		named := cmp.Or(all.of[c.id], &cluster{})
		for _, m := range c.members.all() {
			own := all.of[m.id]
			if own.only(m.side) && len(named.members[m.side]) == 0 && (!named.only(m.side) || !c.only(m.side)) {
				moves = append(moves, func() {
					own.members[m.side] = slices.DeleteFunc(own.members[m.side], func(o *member) bool { return o == m })
					all.add(c.id, m)
				})
			}
		}
	}
	for _, move := range moves {
		move()
	}
	return all.order
}
