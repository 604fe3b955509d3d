package merge

import "go.yaml.in/yaml/v3"

// element merges the element at hand.
//
// rule: keyed/*, twoway/keyed/*
func (c *collection) element(at position, o, u, d *yaml.Node) *yaml.Node {
	w, s := c.walker, elemSchema(c.schema)
	if r, settled := w.moded(w.modeOf(ModeUnset, spot{nil, u}, spot{nil, d}), s, o, u, d); settled {
		return r
	}
	var r *yaml.Node
	switch {
	case u == nil && o == nil:
		return w.kept(s, d)
	case u == nil:
		// Gone upstream: gone whole. Its keys cannot have been edited.
		r = w.gone(s, o, nil, d, w.sameElement(s, o, d, c.keys))
	case d == nil && o == nil:
		return w.value(s, nil, u, nil)
	case d == nil && c.keys == nil:
		// Part of an element that nothing identifies means nothing.
		return w.cleared(s, w.whole(BothChanged, o, u, nil))
	case d == nil:
		return c.deletedElement(at, o, u)
	case c.keys == nil && replaced(o, u, d):
		r = w.cleared(s, w.whole(BothChanged, o, u, d))
	default:
		r = w.value(s, o, u, d)
	}
	_, r = w.comments(spot{nil, r}, spot{nil, o}, spot{nil, u}, spot{nil, d})
	return r
}

// deletedElement merges an element with a key that dest deleted.
func (c *collection) deletedElement(at position, o, u *yaml.Node) *yaml.Node {
	w, s, since := c.walker, elemSchema(c.schema), len(c.conflicts)
	r := w.withKeys(w.value(s, o, u, nil), target(u), c.keys)
	if r == nil && len(w.conflicts) == since && !Equal(o, u) && c.hasInstead(at) {
		// What updated removed of it would be there under the other key.
		return w.cleared(s, w.conflict(DeletedLocally, o, u, nil).of(u, nil))
	}
	return r
}

// replaced reports whether both sides changed a map that nothing identifies, and one
// of them left no field of it: the fields would be mixed with those of something else.
func replaced(o, u, d *yaml.Node) bool {
	o, u, d = target(o), target(u), target(d)
	whatever := func(_, _, _ *yaml.Node) bool { return true }
	return kindOf(o) == yaml.MappingNode && !Equal(o, u) && !Equal(o, d) && (!shares(o, u, whatever) || !shares(o, d, whatever))
}

// withKeys gives part of an element the keys of the whole, in its order. A key
// that is a null, so its default, is none. What the whole lacks comes last.
func (w *walker) withKeys(part, of *yaml.Node, keys []Key) *yaml.Node {
	if part == nil {
		return nil
	}
	whole, some := fieldsOf(of), fieldsOf(part)
	n := *part
	n.Content = nil
	for i := range whole.len() {
		if j := some.find(&whole, i); j >= 0 {
			n.Content = append(n.Content, some.key(j), some.value(j))
		} else if mayIdentify(keys, whole.key(i)) && !(w.clears() && isNull(target(whole.value(i)))) {
			n.Content = append(n.Content, whole.key(i), whole.value(i))
		}
	}
	for i := range some.len() {
		if whole.find(&some, i) < 0 {
			n.Content = append(n.Content, some.key(i), some.value(i))
		}
	}
	return &n
}

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
		if c.withoutDirectives(target(u)) != target(u) {
			c.fail(u, "a directive in a member of a list that no key takes apart; "+directiveRemove+"FIELD removes members")
		}
		return u
	case u == nil && o != nil:
		r = c.gone(nil, o, nil, d, true)
	default:
		r = c.remark(d, o, u, d)
	}
	_, r = c.comments(spot{nil, r}, spot{nil, o}, spot{nil, u}, spot{nil, d})
	return r
}
