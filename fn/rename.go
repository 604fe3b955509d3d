package fn

// Renames says how a renamed resource is found in the other versions.
type Renames uint8

const (
	// RenamesClaimed: by what it says that it was.
	RenamesClaimed Renames = iota
	// RenamesIgnored: not at all.
	RenamesIgnored
	// RenamesSimilar: by what it says, else by what it holds; in a 3-way merge.
	RenamesSimilar
)

func (r Renames) String() string {
	switch r {
	case RenamesClaimed:
		return "true"
	case RenamesIgnored:
		return "false"
	case RenamesSimilar:
		return "Similar"
	}
	return "invalid"
}

// claimed is the identity a renamed resource claims to have upstream.
func (m *member) claimed() (identity, bool) {
	if !m.meta.claims || m.id.by != byName {
		return identity{}, false
	}
	id := m.id
	id.namespace, id.name = m.meta.claimedNamespace, m.meta.claimedName
	return id, id != m.id
}

// claims says that a renamed resource names another one as what it was.
func (m *member) claims(other *member) bool {
	id, ok := m.claimed()
	return ok && id == other.id
}

// renames moves resources to the identity they claim, where somebody else has
// it, nobody of their own version is called so, and their own name is nobody
// else's.
func (g *grouping) renames(versions [3][]*member) {
	claimants := map[identity]*cluster{}
	var claiming []*member
	for side := range versions {
		for _, m := range versions[side] {
			if id, ok := m.claimed(); ok {
				if claimants[id] == nil {
					claimants[id] = &cluster{id: id}
				}
				claimants[id].members[side] = append(claimants[id].members[side], m)
				claiming = append(claiming, m)
			}
		}
	}
	var moves []*member
	for _, m := range claiming {
		id, _ := m.claimed()
		if !g.clusters[m.id].only(m.side) {
			continue
		}
		named := g.clusters[id]
		switch {
		case named != nil && len(named.members[m.side]) > 0:
		case named != nil && !named.only(m.side), !claimants[id].only(m.side):
			moves = append(moves, m)
		}
	}
	for _, m := range moves {
		own := g.clusters[m.id]
		own.members[m.side] = without(own.members[m.side], m)
		id, _ := m.claimed()
		c := g.cluster(id)
		c.members[m.side] = append(c.members[m.side], m)
	}
}

func without(members []*member, m *member) []*member {
	kept := make([]*member, 0, len(members))
	for _, o := range members {
		if o != m {
			kept = append(kept, o)
		}
	}
	return kept
}
