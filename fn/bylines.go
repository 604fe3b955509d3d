package fn

// PairByLines tells the resources of a file of dest what a merge of the files
// by lines made of each, from the resources of that: they pair by group, kind,
// namespace and name, or where both are the only ones left of their files.
func PairByLines(dest, lines []*Resource) {
	made := map[identity][]*Resource{}
	for _, r := range lines {
		id := identityOf(r.meta(), r.Path, PathNever)
		made[id] = append(made[id], r)
	}
	had := map[identity][]*Resource{}
	for _, r := range dest {
		id := identityOf(r.meta(), r.Path, PathNever)
		had[id] = append(had[id], r)
	}
	var left, leftOfLines []*Resource
	for id, of := range had {
		if id.by == byName && len(of) == 1 && len(made[id]) == 1 {
			of[0].ByLines = made[id][0]
			delete(made, id)
			continue
		}
		left = append(left, of...)
	}
	for _, of := range made {
		leftOfLines = append(leftOfLines, of...)
	}
	if len(left) == 1 && len(leftOfLines) == 1 {
		left[0].ByLines = leftOfLines[0]
	}
}

// FromLines says that a merge of the files by lines gave the result.
func (m *Merged) FromLines() bool {
	return m.Dest != nil && m.Dest.ByLines != nil && m.Node == m.Dest.ByLines.Node
}
