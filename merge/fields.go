package merge

import "go.yaml.in/yaml/v3"

// fields merges a map field by field. dest or updated may lack the map (nil);
// original lacks it where both added it.
//
// rule: map/*, presence/*
func (w *walker) fields(s Schema, o, u, d *yaml.Node) *yaml.Node {
	dir, u := w.split(u)
	switch dir.patch {
	case patchDelete:
		return nil
	case patchReplace:
		d = nil
	case patchMerge:
	}
	o, u, d = w.renamed(s, o, u, d)
	c := collection{
		walker: w, schema: s, o: o, u: u, d: d, dir: dir, mode: w.mode(d, u),
		co: fieldsOf(o), cu: fieldsOf(u), cd: fieldsOf(d),
	}
	if s != nil && u != nil && d != nil {
		c.won = w.unions(s, c.mode, o, u, d)
		if w.system == threeWay && s.AtomicMap() && !Equal(o, u) && !Equal(o, d) && !Equal(u, d) {
			w.note(NoteAtomicMap, "both sides changed this map, which the API treats as one value")
		}
	}
	r := c.merge()
	if r != nil && r != d && c.cd.inherits {
		w.inherit(r, d)
	}
	return r
}

// field merges the field that stands at those positions in the versions, -1
// where one lacks it.
func (c *collection) field(at position) (key, value *yaml.Node) {
	ko, o := c.co.pair(at.o)
	ku, u := c.cu.pair(at.u)
	kd, d := c.cd.pair(at.d)
	key = kd
	if key == nil {
		key = ku
	}
	w := c.walker
	if c.o != nil && c.d == nil && w.identifies(key) {
		return key, nil
	}
	w.enter(place{key: key})
	s := w.commented(fieldSchema(c.schema, key), spot{ku, u}, spot{kd, d}, spot{ko, o})
	if by, ok := c.won.of(key); ok {
		value = d
		if by.side == Updated {
			value, key = u, ku
		}
		if isNull(target(value)) && (w.clears() && !by.asIs || w.system.patches() && by.side == Updated) {
			value = nil
		}
		value = c.dir.apply(w, s, key, u, d, w.settled(s, u, value))
	} else if w.pinned(spot{ko, o}, spot{ku, u}, spot{kd, d}) {
		value = d
	} else if v, settled := w.moded(w.modeOf(c.mode, u, d), s, o, u, d); settled && !c.isModeKey(key) {
		value = v
		if v == u && v != nil {
			key = ku
		}
	} else if c.isModeKey(key) && d != nil {
		// Left's mode is never overwritten.
		value = d
	} else {
		value = c.dir.apply(w, s, key, u, d, w.value(s, o, u, d))
		key, value = w.comments(spot{key, value}, spot{ko, o}, spot{ku, u}, spot{kd, d})
	}
	w.leave()
	if value != d {
		key, value = w.besideEmpty(key, value)
	}
	return key, value
}

// identifies says that a field of the map at hand is a key of it as an element.
// However versions spell a key, none changed it.
func (w *walker) identifies(field *yaml.Node) bool {
	return len(w.at) > 0 && isKey(w.at[len(w.at)-1].keys, field)
}

// isModeKey says that a field holds the mode of its map.
func (c *collection) isModeKey(key *yaml.Node) bool {
	return c.modeKey != "" && c.system != threeWay && key.Value == c.modeKey
}

// fieldSchema is the schema of a map's field, nil if unknown.
func fieldSchema(s Schema, key *yaml.Node) Schema {
	if s == nil || key.Kind != yaml.ScalarNode {
		return nil
	}
	return s.Field(key.Value)
}

// elemSchema is the schema of a list's elements, nil if unknown.
func elemSchema(s Schema) Schema {
	if s == nil {
		return nil
	}
	return s.Elem()
}
