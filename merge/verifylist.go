package merge

import "go.yaml.in/yaml/v3"

// list checks a list that the result, updated and dest have.
func (v *verifier) list(s Schema, o, u, d, r *yaml.Node) {
	l := classify(s, o, u, d)
	v.renamedElements(s, &l)
	if l.kind != ListKeyed {
		if !Equal(o, u) && !Equal(o, d) || pinsInside(d) {
			v.known(o, u, d, r)
			return
		}
		v.oneSided(s, o, u, d, r)
		return
	}
	co, cu, cd := &l.children[0], &l.children[1], &l.children[2]
	ids, gap := keyIDs(r, l.keys)
	if gap != nil {
		v.violate("the result would break the keys of the list: " + gap.problem())
		return
	}
	cr := children{kind: childElements, nodes: r.Content, ids: ids}
	visit := func(e *yaml.Node, at [4]int) {
		v.enter(place{element: e, keys: l.keys})
		defer v.leave()
		if at[0] < 0 && at[1] < 0 && at[2] < 0 {
			v.violate("the result has an element that no version has")
		}
		if r := target(cr.at(at[3])); !v.pinned(spot{nil, cd.at(at[2])}, r) {
			v.place(elemSchema(s), target(co.at(at[0])), target(cu.at(at[1])), target(cd.at(at[2])), r)
		}
	}
	for i := range cd.len() {
		visit(cd.value(i), [4]int{co.find(cd, i), cu.find(cd, i), i, cr.find(cd, i)})
	}
	for i := range cu.len() {
		if cd.find(cu, i) < 0 {
			visit(cu.value(i), [4]int{co.find(cu, i), i, -1, cr.find(cu, i)})
		}
	}
	for i := range cr.len() {
		if cd.find(&cr, i) < 0 && cu.find(&cr, i) < 0 {
			visit(cr.value(i), [4]int{co.find(&cr, i), -1, -1, i})
		}
	}
}
