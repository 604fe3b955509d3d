package resource

// claimed is the identity that a renamed resource says that it had in the other versions,
// by a comment or an annotation. A claim without a namespace may mean default there.
func (m *member) claimed() (Identity, bool) {
	if !m.meta.claims || m.id.by != byName || m.unpaired {
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
