package merge

import "go.yaml.in/yaml/v3"

// member merges the member of a set list at hand: what updated added is added,
// what it removed is removed, the rest is dest's.
//
// rule: set/*, twoway/set/*
func (c *collection) member(at position, o, u, d *yaml.Node) *yaml.Node {
	if r, settled := c.moded(c.modeOf(ModeUnset, spot{nil, u}, spot{nil, d}), nil, o, u, d); settled {
		return r
	}
	var r *yaml.Node
	switch {
	case d == nil && (o != nil || repeats(&c.cu, at.u)):
		return nil
	case d == nil:
		return u
	case u == nil && o != nil:
		r = c.gone(nil, o, nil, d, true)
	default:
		r = c.remark(d, o, u, d)
	}
	_, r = c.comments(spot{nil, r}, spot{nil, o}, spot{nil, u}, spot{nil, d})
	return r
}

// repeats reports whether an earlier member has the same value.
func repeats(members *children, i int) bool {
	if members.first == nil {
		members.first = make(map[string]int, len(members.ids))
		for j, id := range members.ids {
			if _, ok := members.first[id]; !ok {
				members.first[id] = j
			}
		}
	}
	return members.first[members.ids[i]] < i
}

// contestedMembers finds what both sides did to one member: members that differ in
// their version or value only, and what each side has alone where original has one other.
//
// rule: set/replaced-*, set/version-*
func contestedMembers(o, u, d *children) map[string]*contest {
	m := memberContests{
		o: o, u: u, d: d, found: map[string]*contest{},
		lost: only(o, u, d), theirs: only(u, o, d), ours: only(d, o, u),
	}
	if len(m.theirs) == 0 && len(m.ours) == 0 {
		return nil
	}
	m.findVersions()
	if len(m.lost) > 0 && len(m.theirs) > 0 && len(m.ours) > 0 {
		m.findReplaced()
	}
	return m.found
}

// memberContests are the contests about the members of a set.
type memberContests struct {
	o, u, d *children
	// lost, theirs and ours are the places of what original, updated and dest have alone.
	lost, theirs, ours []int
	// found are the contests by the ids of their members.
	found map[string]*contest
}

// contend adds a contest about members at these places, -1 where a version has none.
func (m *memberContests) contend(kind ConflictKind, both bool, doubt string, o, u, d int) {
	by := &contest{kind: kind, doubt: doubt, both: both, values: [3]*yaml.Node{m.o.at(o), m.u.at(u), m.d.at(d)}}
	if u >= 0 {
		m.found[m.u.ids[u]] = by
	}
	if d >= 0 {
		m.found[m.d.ids[d]] = by
	}
}

// findVersions finds the contests about members that are one but for their version.
func (m *memberContests) findVersions() {
	had, upstream, local := oncePerBase(m.o, all(m.o.len())), oncePerBase(m.u, m.theirs), oncePerBase(m.d, m.ours)
	inU, inD := counts(bases(m.u, all(m.u.len()))), counts(bases(m.d, all(m.d.len())))
	gone := placesIn(m.lost)
	for base, j := range upstream {
		i, was := had[base]
		k, both := local[base]
		switch {
		case both && was && gone[i]:
			m.contend(BothChanged, false, "both sides changed this member, not alike; one of them is here", i, j, k)
		case both && !was:
			m.contend(BothAdded, false, "both sides added this member, not alike; one of them is here", -1, j, k)
		case inD[base] == 0 && was && gone[i]:
			m.contend(DeletedLocally, true, "dest removed this member, which updated changed; it is here again", i, j, -1)
		}
	}
	for base, k := range local {
		if i, was := had[base]; was && gone[i] && inU[base] == 0 {
			m.contend(DeletedUpstream, true, "updated removed this member, which dest changed; it is still here", i, -1, k)
		}
	}
}

// findReplaced finds the contests about members in whose place each side put another.
func (m *memberContests) findReplaced() {
	for _, at := range replacedHere(m.o, m.u, m.d, m.lost, m.theirs, m.ours) {
		if i, j, k := at[0], at[1], at[2]; m.found[m.u.ids[j]] == nil && m.found[m.d.ids[k]] == nil {
			m.contend(BothChanged, true, "both sides put something else in the place of one member; both are here", i, j, k)
		}
	}
}

// oncePerBase finds the members, of those at some places, that alone have what they
// name without its version.
func oncePerBase(members *children, places []int) map[string]int {
	at := placesOfOnce(bases(members, places))
	for base, n := range at {
		at[base] = places[n]
	}
	return at
}

// bases are what the members at some places name without their versions.
func bases(members *children, places []int) []string {
	named := make([]string, len(places))
	for n, i := range places {
		named[n] = versionless(target(members.value(i)))
	}
	return named
}

func placesIn(places []int) map[int]bool {
	in := make(map[int]bool, len(places))
	for _, i := range places {
		in[i] = true
	}
	return in
}
