package merge

import (
	"cmp"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// fieldsIn are the fields of a map as a collection with its mode; one that a side renamed
// has its new name in all versions.
func (w *walker) fieldsIn(s Schema, o, u, d *yaml.Node) *collection {
	c := &collection{walker: w, schema: s, o: o, u: u, d: d, co: fieldsOf(o), cu: fieldsOf(u), cd: fieldsOf(d)}
	if o != nil && u != nil && d != nil {
		w.followRenamed(s, nil, &c.co, &c.cu, &c.cd)
		if c.cd.renamed {
			c.d = withContent(d, c.cd.nodes)
		}
	}
	c.mode = w.mode(o, c.d, u)
	return c
}

// keyOfField is the key of a field as the side spells it that alone spells it otherwise than original, else dest's.
func keyOfField(o, u, d *yaml.Node) *yaml.Node {
	if d == nil || o != nil && u != nil && !Equal(o, u) && Equal(o, d) {
		return u
	}
	return d
}

// field merges the field at hand.
func (c *collection) field(o, u, d spot) (key, value *yaml.Node) {
	w := c.walker
	key = keyOfField(o.key, u.key, d.key)
	if c.o != nil && c.d == nil && w.identifies(key) {
		return key, nil
	}
	s := c.below(o, u, d)
	by := slices.IndexFunc(c.won, func(won wonUnion) bool { return won.union.has(key.Value) })
	switch {
	case by >= 0:
		key, value = c.wonField(c.won[by], s, u, spot{key, d.value})
	case c.isModeKey(key) && d.value != nil && !isNull(target(d.value)):
		// The mode that the left side, dest, wrote is never overwritten.
		value = d.value
	default:
		var settled bool
		if value, settled = w.moded(w.modeOf(c.mode, u, d), s, o.value, u.value, d.value); settled && !c.isModeKey(key) {
			if value == u.value && value != d.value {
				key = u.key
			}
			break
		}
		value = c.dir.apply(w, s, key, u.value, d.value, w.value(s, o.value, u.value, d.value))
		key, value = w.comments(spot{key, value}, o, u, d)
	}
	if value != d.value {
		key, value = w.besideEmpty(key, value)
	}
	return key, value
}

// wonField is a field of a union that one side won: the winner's, also where the winner
// lacks it. Where nulls clear, one of the winner removes the field, unless a mode or
// a comment settled the union.
//
// rule: union/*, twoway/union/with-a-null
func (c *collection) wonField(by wonUnion, s Schema, u, d spot) (key, value *yaml.Node) {
	w, from := c.walker, d
	switch {
	case by.edited:
		key, value = node.Entry(target(by.value), cmp.Or(d.key, u.key).Value)
		from = spot{cmp.Or(key, d.key, u.key), value}
	case by.side == Updated:
		from = u
	}
	if isNull(target(from.value)) && (w.clears() && !by.asIs || w.system.patches() && by.side == Updated) {
		from.value = nil
	}
	return from.key, c.dir.apply(w, s, from.key, u.value, d.value, w.takenWhole(s, u.value, from.value))
}

// identifies reports whether the field at hand is a key of the element it is in. However
// versions spell a key, none changed it.
func (w *walker) identifies(field *yaml.Node) bool {
	return len(w.at) > 1 && isKey(w.at[len(w.at)-2].keys, field)
}

// isModeKey reports whether a field holds the mode of its map.
func (c *collection) isModeKey(key *yaml.Node) bool {
	return c.opts.ModeKey != "" && c.system != threeWay && key.Value == c.opts.ModeKey
}
