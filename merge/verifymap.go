package merge

import "go.yaml.in/yaml/v3"

// fieldsOf checks a map that the result, updated and dest have.
func (v *verifier) fieldsOf(s Schema, o, u, d, r *yaml.Node) {
	if r != d && r != u {
		in := inspector{}
		if in.duplicates(r) != nil {
			v.violate("the result holds a key twice")
			return
		}
	}
	o, u, d = v.renamed(s, o, u, d)
	fo, fu, fd, fr := fieldsOf(o), fieldsOf(u), fieldsOf(d), fieldsOf(r)
	if s != nil {
		v.oneMember(s.Unions(), u, d, r)
	}
	won, around := v.wonUnions(s, u, d), v.mode(d, u)
	visit := func(key *yaml.Node, at [4]int) {
		so, su, sd, vr := fo.spot(at[0]), fu.spot(at[1]), fd.spot(at[2]), fr.at(at[3])
		v.enter(place{key: key})
		defer v.leave()
		if at[0] < 0 && at[1] < 0 && at[2] < 0 {
			v.violate("the result has a field that no version has")
		}
		below := v.commented(fieldSchema(s, key), su, sd, so)
		o, u, d, r := target(so.value), target(su.value), target(sd.value), target(vr)
		switch by, contested := won.of(key); {
		case contested && r == nil && isNull([...]*yaml.Node{Original: o, Updated: u, Dest: d}[by.side]):
			// Cleared.
		case contested:
			v.wants(below, [...]*yaml.Node{Original: o, Updated: u, Dest: d}[by.side], r, "the other side won this group of fields, but the result has something else")
		case v.violation != nil || v.pinned(sd, r) || v.moded(v.modeOf(around, su, sd), below, [3]*yaml.Node{o, u, d}, r):
		default:
			v.place(below, o, u, d, r)
		}
	}
	for i := range fd.len() {
		visit(fd.key(i), [4]int{fo.find(&fd, i), fu.find(&fd, i), i, fr.find(&fd, i)})
	}
	for i := range fu.len() {
		if fd.find(&fu, i) < 0 {
			visit(fu.key(i), [4]int{fo.find(&fu, i), i, -1, fr.find(&fu, i)})
		}
	}
	for i := range fr.len() {
		if fd.find(&fr, i) < 0 && fu.find(&fr, i) < 0 {
			visit(fr.key(i), [4]int{fo.find(&fr, i), -1, -1, i})
		}
	}
}

// wonUnions are the unions of a map that are conflicts, and who won them.
func (v *verifier) wonUnions(s Schema, u, d *yaml.Node) (won wonUnions) {
	if s == nil || len(v.unions) == 0 {
		return nil
	}
	for _, c := range v.unions[pathOf(v.at).String()] {
		for _, union := range s.Unions() {
			if Equal(union.pick(u), c.Updated) && Equal(union.pick(d), c.Dest) {
				won = append(won, wonUnion{union: union, side: c.Taken})
			}
		}
	}
	return won
}

// wants checks that the result has a value, whichever it is.
func (v *verifier) wants(s Schema, want, r *yaml.Node, otherwise string) {
	if !alikeIn(s, r, want) {
		v.violate(otherwise)
	}
}

// pinned checks a place that a local comment keeps as it is, and says that it
// is one.
func (v *verifier) pinned(d spot, r *yaml.Node) bool {
	if d.value == nil || !pins(d.remarks()) {
		return false
	}
	v.wants(nil, target(d.value), r, "a local comment keeps this as it is, but the result has something else")
	return true
}

// moded checks a field that a mode settles, and says that one does. The values
// are original's, updated's and dest's.
func (v *verifier) moded(mode Mode, s Schema, values [3]*yaml.Node, r *yaml.Node) bool {
	o, u, d := values[Original], values[Updated], values[Dest]
	switch {
	case mode == ModeSkip && (d != nil || o != nil):
		v.wants(s, d, r, "mode SKIP keeps what dest has, but the result has something else")
		return true
	case mode == ModeReplace && u != nil && d != nil && pinsInside(d):
		v.wants(s, d, r, "a local comment keeps this as it is, but the result has something else")
		return true
	case mode == ModeReplace && u != nil && d != nil && !isNull(u):
		v.wants(s, u, r, "mode REPLACE takes what updated has, but the result has something else")
		return true
	}
	return false
}

// oneMember checks that the result holds one member of each union, or no more
// than one of the versions does.
func (v *verifier) oneMember(unions []Union, u, d, r *yaml.Node) {
	for _, union := range unions {
		cr := union.choice(r)
		if cr.members&(cr.members-1) == 0 {
			continue
		}
		cu, cd := union.choice(u), union.choice(d)
		if cr.members&^cu.members == 0 || cr.members&^cd.members == 0 {
			continue
		}
		names := ""
		for i, m := range union.Members {
			if cr.members&(1<<i) != 0 {
				names += " " + m.Field
			}
		}
		v.violate("the result holds several of a group of fields of which one is allowed:" + names + "; remove all but one of them from dest")
	}
}
