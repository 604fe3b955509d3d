package resource

import (
	"slices"

	"github.com/krm-merge/krm-merge/merge"
)

// byVersion are members of the versions.
type byVersion [3][]*member

// all gives the members of all versions, dest's first.
func (v *byVersion) all() []*member {
	return slices.Concat(v[merge.Dest], v[merge.Updated], v[merge.Original])
}

// cluster holds the members of the versions that have something in common.
type cluster struct {
	id      Identity
	members byVersion
}

// only reports whether no version but the side has a member.
func (c *cluster) only(side merge.Side) bool {
	return len(c.members[side]) == len(c.members[merge.Original])+len(c.members[merge.Updated])+len(c.members[merge.Dest])
}

// clusters are those of some members, by what these have in common, and as first seen, so
// that the outcome does not depend on the order of a map.
type clusters struct {
	of    map[Identity]*cluster
	order []*cluster
}

func clustersOf(members []*member, common func(*member) (id Identity, is bool)) *clusters {
	all := &clusters{of: map[Identity]*cluster{}}
	for _, m := range members {
		if id, is := common(m); is {
			all.add(id, m)
		}
	}
	return all
}

func (all *clusters) add(id Identity, m *member) {
	c := all.of[id]
	if c == nil {
		c = &cluster{id: id}
		all.of[id], all.order = c, append(all.order, c)
	}
	c.members[m.side] = append(c.members[m.side], m)
}

// claimed is the identity that a renamed resource says that it had in the other versions,
// by a comment or an annotation. A claim without a namespace may mean default there.
func (m *member) claimed() (Identity, bool) {
	if !m.meta.claims() || m.id.by != byName || m.unpaired {
		return Identity{}, false
	}
	id := m.id
	id.name = m.meta.claimedName
	if !m.clusterScoped {
		id.namespace = m.meta.claimedNamespace
	}
	return id, id != m.id && m.inDefault(id) != m.id
}

// inDefault is a claimed identity in the namespace default, if that is one that
// the claim may mean.
func (m *member) inDefault(id Identity) Identity {
	if m.meta.claimsDefault && !m.clusterScoped {
		id.namespace = "default"
	}
	return id
}

// claims reports whether a renamed resource names another one as what it was.
func (m *member) claims(other *member) bool {
	id, ok := m.claimed()
	return ok && (id == other.id || m.inDefault(id) == other.id)
}
