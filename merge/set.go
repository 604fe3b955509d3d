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
