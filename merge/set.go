package merge

import "go.yaml.in/yaml/v3"

// member merges one member of a set list: what updated added is added, what it
// removed is removed, the rest is dest's.
//
// rule: set/*
func (c *collection) member(at position) *yaml.Node {
	o, u, d := c.co.at(at.o), c.cu.at(at.u), c.cd.at(at.d)
	switch {
	case d == nil && o != nil:
		return nil
	case d == nil:
		if repeats(&c.cu, at.u) {
			return nil
		}
		return u
	case u == nil && o != nil && c.pinnedMember(o, d):
		return d
	case u == nil && o != nil:
		_, gone := c.comments(spot{}, spot{nil, o}, spot{}, spot{nil, d})
		return gone
	}
	c.enter(place{element: d})
	defer c.leave()
	_, r := c.comments(spot{nil, c.remark(d, o, u, d)}, spot{nil, o}, spot{nil, u}, spot{nil, d})
	return r
}

// pinnedMember says that a comment keeps a member that updated removed, or a part
// of it.
func (c *collection) pinnedMember(o, d *yaml.Node) bool {
	c.enter(place{element: d})
	defer c.leave()
	return c.pinned(spot{nil, o}, spot{}, spot{nil, d}) || c.holdsPinned(o, nil, d)
}

// repeats says that an earlier member has the same value.
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
