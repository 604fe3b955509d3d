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
	lost, theirs, ours := only(o, u, d), only(u, o, d), only(d, o, u)
	if len(theirs) == 0 && len(ours) == 0 {
		return nil
	}
	found := map[string]*contest{}
	had, upstream, local := oncePerBase(o, all(o.len())), oncePerBase(u, theirs), oncePerBase(d, ours)
	contend := func(kind ConflictKind, both bool, doubt string, i, j, k int) {
		by := &contest{kind: kind, doubt: doubt, both: both, values: [3]*yaml.Node{o.at(i), u.at(j), d.at(k)}}
		if j >= 0 {
			found[u.ids[j]] = by
		}
		if k >= 0 {
			found[d.ids[k]] = by
		}
	}
	inU, inD := counts(bases(u, all(u.len()))), counts(bases(d, all(d.len())))
	gone := placesIn(lost)
	for base, j := range upstream {
		i, was := had[base]
		k, both := local[base]
		switch {
		case both && was && gone[i]:
			contend(BothChanged, false, "both sides changed this member, not alike; one of them is here", i, j, k)
		case both && !was:
			contend(BothAdded, false, "both sides added this member, not alike; one of them is here", -1, j, k)
		case inD[base] == 0 && was && gone[i]:
			contend(DeletedLocally, true, "dest removed this member, which updated changed; it is here again", i, j, -1)
		}
	}
	for base, k := range local {
		if i, was := had[base]; was && gone[i] && inU[base] == 0 {
			contend(DeletedUpstream, true, "updated removed this member, which dest changed; it is still here", i, -1, k)
		}
	}
	if len(lost)*len(theirs)*len(ours) == 0 {
		return found
	}
	for _, at := range replacedHere(o, u, d, lost, theirs, ours) {
		if i, j, k := at[0], at[1], at[2]; found[u.ids[j]] == nil && found[d.ids[k]] == nil {
			contend(BothChanged, true, "both sides put something else in the place of one member; both are here", i, j, k)
		}
	}
	return found
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
