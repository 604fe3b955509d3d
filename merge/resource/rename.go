package resource

import (
	"slices"

	"github.com/krm-merge/krm-merge/internal/enum"
)

// Renames is how a renamed resource is found in the other versions.
type Renames uint8

const (
	// RenamesClaimed: by the name that it claims to have had.
	RenamesClaimed Renames = iota
	// RenamesIgnored: not at all.
	RenamesIgnored
	// RenamesSimilar: by that name, else by what it holds; in a 3-way merge.
	RenamesSimilar
)

var renamesNames = enum.Names[Renames]{"true", "false", "Similar"}

func (r Renames) String() string { return renamesNames.Of(r) }

// MarshalText is the name in a configuration.
func (r Renames) MarshalText() ([]byte, error) { return renamesNames.Marshal(r) }

// UnmarshalText reads the name; the error for another text lists the names.
func (r *Renames) UnmarshalText(text []byte) error { return renamesNames.Unmarshal(text, r) }

// claimed is the identity that a renamed resource says that it had in the other versions,
// by a comment or an annotation. A claim without a namespace may mean default there.
func (m *member) claimed() (Identity, bool) {
	if !m.meta.claims || m.id.by != byName {
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
