package merge

import "go.yaml.in/yaml/v3"

// member merges the member of a set list at hand: what updated added is added,
// what it removed is removed, the rest is dest's.
//
// rule: set/*, twoway/set/*
func (c *collection) member(o, u, d *yaml.Node) *yaml.Node {
	if r, settled := c.moded(c.modeOf(ModeUnset, spot{nil, u}, spot{nil, d}), nil, o, u, d); settled {
		return r
	}
	var r *yaml.Node
	switch {
	case d == nil && o != nil:
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
