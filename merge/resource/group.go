package resource

import (
	"slices"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// grouping finds out which resources of the versions are the same. Its cost is
// linear in their number.
type grouping struct {
	opts     *Options
	clusters map[Identity]*cluster
	// order holds the clusters as first seen, so that the outcome does not
	// depend on the order of a map.
	order   []*cluster
	triples []*triple
	notes   []Note
	// mixed is Versions.Mixed.
	mixed bool
}

// cluster holds the members of the versions that have one identity.
type cluster struct {
	id      Identity
	members [3][]*member
}

func (c *cluster) empty() bool {
	return len(c.members[0])+len(c.members[1])+len(c.members[2]) == 0
}

// only reports whether no version but the side has a member.
func (c *cluster) only(side merge.Side) bool {
	for s := range c.members {
		if merge.Side(s) != side && len(c.members[s]) > 0 {
			return false
		}
	}
	return true
}

// group pairs the members of the versions: each belongs to one triple then.
func group(opts *Options, versions [3][]*member, mixed bool) (*grouping, error) {
	g := &grouping{opts: opts, mixed: mixed, clusters: make(map[Identity]*cluster, len(versions[merge.Dest])+8)}
	var unpaired []*member
	for _, side := range []merge.Side{merge.Dest, merge.Updated, merge.Original} {
		for _, m := range versions[side] {
			if m.unpaired {
				unpaired = append(unpaired, m)
				continue
			}
			c := g.cluster(m.id)
			c.members[side] = append(c.members[side], m)
		}
	}
	if opts.Renames != terms.RenamesIgnored {
		g.renames(versions)
	}
	for _, c := range g.order {
		if err := g.resolve(c); err != nil {
			return nil, err
		}
	}
	g.soleDocuments()
	g.acrossNamespaces()
	if opts.Renames == terms.RenamesSimilar && !opts.Strategy.Patches() {
		g.similar()
	}
	for _, m := range unpaired {
		t := triple{}
		t[m.side] = m
		g.add(&t)
	}
	for _, members := range versions {
		for _, m := range members {
			m.held = nil
		}
	}
	return g, nil
}

func (g *grouping) cluster(id Identity) *cluster {
	c := g.clusters[id]
	if c == nil {
		c = &cluster{id: id}
		g.clusters[id] = c
		g.order = append(g.order, c)
	}
	return c
}

func (g *grouping) add(t *triple) {
	g.triples = append(g.triples, t)
	for _, m := range t {
		if m != nil {
			m.triple = t
		}
	}
}

// resolve makes the triples of one identity.
func (g *grouping) resolve(c *cluster) error {
	switch {
	case c.empty():
	case c.unique():
		t := c.triple()
		if apart := g.movedApart(&t); apart != (triple{}) {
			g.add(&apart)
		}
		g.add(&t)
	default:
		return g.copies(c)
	}
	return nil
}

// copies makes the triples of an identity that a version holds several times.
func (g *grouping) copies(c *cluster) error {
	for _, m := range c.all() {
		m.stay() // Its content is asked for.
		m.triple = &triple{}
		m.triple[m.side] = m
	}
	if !g.opts.Strategy.Patches() {
		c.duplicates()
	} else if err := g.sources(c); err != nil {
		return err
	}
	for _, m := range c.all() {
		if m.triple.foremost() == m {
			g.add(m.triple)
		}
	}
	return nil
}

// soleDocuments pairs documents without a name, of whatever kinds, if each version has
// exactly one of them in a file.
func (g *grouping) soleDocuments() {
	for _, c := range g.by(func(m *member) (id Identity, is bool) {
		return Identity{path: m.Path}, m.id.by == byFile || m.id.by == byPosition
	}) {
		g.unite(c, false)
	}
}

// acrossNamespaces pairs what full identity left over by group, kind and name, where
// every version has exactly one left; or original and another one, where one of them has
// no namespace, and the third none: that one deleted it.
//
// rule: scope/namespace-*
func (g *grouping) acrossNamespaces() {
	patches := g.opts.Strategy.Patches()
	for _, c := range g.by(func(m *member) (id Identity, is bool) {
		return Identity{group: m.id.group, kind: m.id.kind, name: m.id.name}, m.id.by == byName && !g.whole(*m.triple)
	}) {
		if n := c.namespaces(); !patches || n <= 1 {
			// In two versions with two namespaces nothing shows that one moved.
			g.unite(c, !patches && len(c.members[merge.Original]) > 0 && n == 1)
		}
	}
}

// whole reports whether every version has the resource.
func (g *grouping) whole(t triple) bool {
	return (t.o() != nil || g.opts.Strategy.Patches()) && t.u() != nil && t.d() != nil
}

// namespaces counts the namespaces that the members name.
func (c *cluster) namespaces() int {
	named := map[string]bool{}
	for _, members := range c.members {
		for _, m := range members {
			if m.id.namespace != "" {
				named[m.id.namespace] = true
			}
		}
	}
	return len(named)
}

// unite makes one triple of the only members of the versions. two: one may have none.
func (g *grouping) unite(c *cluster, two bool) {
	t := c.triple()
	if !c.unique() || !two && !g.whole(t) {
		return
	}
	for _, m := range t {
		if m != nil && !m.mayBeOf(&t) {
			return
		}
	}
	place := t.foremost().triple
	for _, m := range t {
		if m != nil {
			place.join(m.triple)
		}
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

// renames moves resources to the identity they claim, on three conditions: another
// version has a resource of that identity, or one that claims it too; their own version
// has none; and no other resource has their own name.
//
// rule: renamed/*
func (g *grouping) renames(versions [3][]*member) {
	claims := g.claimsOf(versions)
	claimants := map[Identity]*cluster{}
	for _, c := range claims {
		if claimants[c.id] == nil {
			claimants[c.id] = &cluster{id: c.id}
		}
		claimants[c.id].members[c.side] = append(claimants[c.id].members[c.side], c.member)
	}
	var moves []claim
	for _, c := range claims {
		if !g.clusters[c.member.id].only(c.side) {
			continue
		}
		named := g.clusters[c.id]
		switch {
		case named != nil && len(named.members[c.side]) > 0:
		case named != nil && !named.only(c.side), !claimants[c.id].only(c.side):
			moves = append(moves, c)
		}
	}
	for _, c := range moves {
		own := g.clusters[c.member.id]
		own.members[c.side] = slices.DeleteFunc(own.members[c.side], func(m *member) bool { return m == c.member })
		named := g.cluster(c.id)
		named.members[c.side] = append(named.members[c.side], c.member)
	}
}

// claim is a resource and the identity it claims, as others have it.
type claim struct {
	*member
	id Identity
}

// claimsOf finds what the resources claim.
func (g *grouping) claimsOf(versions [3][]*member) []claim {
	var claims []claim
	for side := range versions {
		for _, m := range versions[side] {
			id, ok := m.claimed()
			if !ok {
				continue
			}
			if other := m.inDefault(id); g.clusters[id] == nil && g.clusters[other] != nil {
				id = other
			}
			claims = append(claims, claim{m, id})
		}
	}
	return claims
}
