package fn

// PairByLines tells the resources of a file of dest what a merge of the files
// by lines made of each, from the resources of that: they pair by group, kind,
// namespace and name, or where both are the only one of their file.
func PairByLines(dest, lines []*Resource) {
	if len(dest) == 1 && len(lines) == 1 {
		dest[0].ByLines = lines[0]
		return
	}
	made := map[identity][]*Resource{}
	for _, r := range lines {
		id := identityOf(r.meta(), r.Path, PathNever)
		made[id] = append(made[id], r)
	}
	had := map[identity]int{}
	ids := make([]identity, len(dest))
	for i, r := range dest {
		ids[i] = identityOf(r.meta(), r.Path, PathNever)
		had[ids[i]]++
	}
	for i, r := range dest {
		if id := ids[i]; id.by == byName && had[id] == 1 && len(made[id]) == 1 {
			r.ByLines = made[id][0]
		}
	}
}

// FromLines says that a merge of the files by lines gave the result.
func (m *Merged) FromLines() bool {
	return m.Dest != nil && m.Dest.ByLines != nil && m.Node == m.Dest.ByLines.Node
}
