package merge

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// Violation is a result of ThreeWay that breaks one of its laws: a mistake of
// the engine, or of somebody who built the result by hand.
type Violation struct {
	// Path is the place in the result.
	Path Path
	// Problem says which law, and how.
	Problem string
}

func (v *Violation) Error() string {
	at := v.Path.String()
	if at == "" {
		at = "document"
	}
	return at + ": " + v.Problem
}

// Verify checks the result of ThreeWay against its versions, as a *Violation:
//
//   - no map and no keyed list of the result holds a key twice;
//   - of a union it holds one member, unless a version holds as many;
//   - every value in it is from one of the versions;
//   - what one side alone changed is as that side has it;
//   - what both sides changed differently is a conflict.
//
// It shares the engine's notion of what a value and what a key is, but nothing
// of how places are merged. It says nothing about places under a rule with a
// mode, about places that are null in a version, and about the inside of lists
// and texts that were merged piece by piece, but that their pieces are not
// invented. The cost is that of comparing original with updated, and with the
// result where that is not dest's own node.
func Verify(original, updated, dest *yaml.Node, r Result, opts Options) error {
	v := verifier{walker: newWalker(threeWay, opts), settled: make(map[[2]*yaml.Node]bool, len(r.Conflicts))}
	v.ruled = nil
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		v.settled[[2]*yaml.Node{target(c.Updated), target(c.Dest)}] = true
		v.unions = v.unions || c.Kind == UnionChanged
		v.lax = v.lax || c.By == ByMode
	}
	v.lax = v.lax || opts.ModeKey != ""
	for _, rule := range opts.Rules {
		v.lax = v.lax || rule.Mode != ModeUnset
	}
	v.traits.comments = opts.CommentSchema != nil
	v.place(opts.Schema, target(original), target(updated), target(dest), target(r.Node))
	if v.violation != nil {
		return v.violation
	}
	return nil
}

type verifier struct {
	*walker
	// settled holds updated's and dest's value of every conflict.
	settled map[[2]*yaml.Node]bool
	// unions: there are conflicts about unions.
	unions bool
	// lax: modes say who wins, so that changes of one side may be missing.
	lax bool
	// within: inside of a place of dest's own, of which upstream changed
	// something.
	within    bool
	violation *Violation
}

func (v *verifier) violate(problem string) {
	if v.violation == nil {
		v.violation = &Violation{Path: pathOf(v.at), Problem: problem}
	}
}

// place checks one place; its nodes are no aliases.
func (v *verifier) place(s Schema, o, u, d, r *yaml.Node) {
	switch {
	case v.violation != nil || v.settled[[2]*yaml.Node{u, d}]:
		return
	case isNull(o) || isNull(u) || isNull(d):
		v.known(o, u, d, r)
		return
	case r != nil && r == d && !v.within:
		if u == nil && o == nil || Equal(o, u) {
			return
		}
		// What was compared is not compared again on every level below.
		v.within = true
		defer func() { v.within = false }()
	}
	if o != nil && kindOf(u) == kindOf(d) && kindOf(u) != kindOf(o) {
		// Both sides turned it into another kind of value.
		o = nil
	}
	switch {
	case u == nil || d == nil || r == nil || kindOf(u) != kindOf(d) || kindOf(r) != kindOf(d):
		v.oneSided(s, o, u, d, r)
	case kindOf(r) == yaml.MappingNode:
		v.fieldsOf(s, o, u, d, r)
	case kindOf(r) == yaml.SequenceNode:
		v.list(s, o, u, d, r)
	default:
		v.oneSided(s, o, u, d, r)
	}
}

// oneSided checks a place that is not looked into.
func (v *verifier) oneSided(s Schema, o, u, d, r *yaml.Node) {
	upstream, local := !Equal(o, u), !Equal(o, d)
	switch {
	case v.lax:
		v.known(o, u, d, r)
	case !upstream && local && !alikeIn(s, r, d):
		v.violate("a local change is missing from the result")
	case upstream && !local && !alikeIn(s, r, u):
		v.violate("a change of upstream is missing from the result")
	case !upstream && !local && !alikeIn(s, r, d):
		v.violate("neither side changed this, but the result did")
	case upstream && local && Equal(u, d) && !alikeIn(s, r, d):
		v.violate("both sides agree, but the result does not")
	case upstream && local && !Equal(u, d) && kindOf(u) == yaml.ScalarNode && kindOf(d) == yaml.ScalarNode && !(isText(u) && isText(d)):
		v.violate("both sides changed this differently, and no conflict says so")
	default:
		v.known(o, u, d, r)
	}
}

// alikeIn says that a value of the result is the one wanted, up to nulls in
// maps, which merging may clear, and to the order of what has no order.
func alikeIn(s Schema, r, want *yaml.Node) bool {
	r, want = target(r), target(want)
	if Equal(r, want) {
		return true
	}
	if kindOf(want) == yaml.MappingNode && (r == nil || kindOf(r) == yaml.MappingNode) {
		fr, fw := fieldsOf(r), fieldsOf(want)
		seen, cleared := 0, false
		for i := range fw.len() {
			j := fr.find(&fw, i)
			switch {
			case j < 0 && !holdsNull(fw.value(i)):
				return false
			case j < 0:
				cleared = true
				continue
			case !alikeIn(fieldSchema(s, fw.key(i)), fr.value(j), fw.value(i)):
				return false
			}
			seen++
		}
		return seen == fr.len() && (r != nil || cleared)
	}
	if kindOf(want) != yaml.SequenceNode || kindOf(r) != yaml.SequenceNode {
		return false
	}
	l := classify(s, r, want)
	if l.kind == ListAtomic || l.kind == ListUnknown {
		return len(r.Content) == len(want.Content) && holdsNull(want)
	}
	found := 0
	for i := range l.children[1].len() {
		j := l.children[0].find(&l.children[1], i)
		if j < 0 || !alikeIn(elemSchema(s), l.children[0].value(j), l.children[1].value(i)) {
			return false
		}
		found++
	}
	return l.kind == ListSet || found == l.children[0].len()
}

func holdsNull(n *yaml.Node) bool {
	if n = target(n); n == nil || isNull(n) {
		return true
	}
	for _, c := range n.Content {
		if c.Kind != yaml.AliasNode && holdsNull(c) {
			return true
		}
	}
	return false
}

// known checks that every scalar of the result occurs in a version. Lines of
// text may have been merged.
func (v *verifier) known(o, u, d, r *yaml.Node) {
	if r == nil || r == u || r == d || Equal(r, u) || Equal(r, d) || Equal(r, o) {
		return
	}
	values, texts := map[string]bool{}, false
	var collect func(n *yaml.Node)
	collect = func(n *yaml.Node) {
		if n == nil || n.Kind == yaml.AliasNode {
			// Its anchor is in the same document, but perhaps not here.
			if n != nil {
				collect(target(n))
			}
			return
		}
		if n.Kind == yaml.ScalarNode {
			values[scalarID(n)] = true
			texts = texts || isText(n)
		}
		for _, c := range n.Content {
			collect(c)
		}
	}
	for _, n := range [...]*yaml.Node{o, u, d} {
		collect(n)
	}
	var check func(n *yaml.Node)
	check = func(n *yaml.Node) {
		n = target(n)
		if n == nil {
			return
		}
		if n.Kind == yaml.ScalarNode && !values[scalarID(n)] && !(texts && isString(n)) {
			v.violate(fmt.Sprintf("the value on line %d of the result is in no version", n.Line))
		}
		for _, c := range n.Content {
			check(c)
		}
	}
	check(r)
}

// fieldsOf checks a map that the result, updated and dest have.
func (v *verifier) fieldsOf(s Schema, o, u, d, r *yaml.Node) {
	if r != d && r != u {
		in := inspector{}
		if in.duplicates(r) != nil {
			v.violate("the result holds a key twice")
			return
		}
	}
	fo, fu, fd, fr := fieldsOf(o), fieldsOf(u), fieldsOf(d), fieldsOf(r)
	var unions []Union
	if s != nil {
		unions = s.Unions()
		v.oneMember(unions, u, d, r)
	}
	visit := func(key *yaml.Node, at [4]int) {
		ko, vo := fo.pair(at[0])
		ku, vu := fu.pair(at[1])
		kd, vd := fd.pair(at[2])
		_, vr := fr.pair(at[3])
		if v.unions && inUnion(unions, key) {
			return
		}
		v.at = append(v.at, place{key: key})
		if at[0] < 0 && at[1] < 0 && at[2] < 0 {
			v.violate("the result has a field that no version has")
		}
		below := v.commented(fieldSchema(s, key), spot{ku, vu}, spot{kd, vd}, spot{ko, vo})
		v.place(below, target(vo), target(vu), target(vd), target(vr))
		v.at = v.at[:len(v.at)-1]
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

func inUnion(unions []Union, key *yaml.Node) bool {
	for _, u := range unions {
		if u.has(key.Value) {
			return true
		}
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

// list checks a list that the result, updated and dest have.
func (v *verifier) list(s Schema, o, u, d, r *yaml.Node) {
	l := classify(s, o, u, d)
	if l.kind != ListKeyed {
		if !Equal(o, u) && !Equal(o, d) {
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
		v.at = append(v.at, place{element: e, keys: l.keys})
		if at[0] < 0 && at[1] < 0 && at[2] < 0 {
			v.violate("the result has an element that no version has")
		}
		v.place(elemSchema(s), target(co.at(at[0])), target(cu.at(at[1])), target(cd.at(at[2])), target(cr.at(at[3])))
		v.at = v.at[:len(v.at)-1]
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
