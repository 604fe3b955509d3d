package merge

import (
	"cmp"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

// Violation is a result of ThreeWay that breaks one of its laws: a mistake of
// the engine, or of somebody who built the result by hand.
type Violation struct {
	// Path is the place in the result.
	Path Path
	// Problem is which law it breaks, and how.
	Problem string
}

func (v *Violation) Error() string {
	return cmp.Or(v.Path.String(), "document") + ": " + v.Problem
}

// Verify checks the result of ThreeWay against its versions, as a *Violation:
//
//   - no map and no keyed list of the result holds a key twice;
//   - every value in it, and every tag, is from one of the versions;
//   - what one side alone changed is as that side has it, and what both changed
//     alike is there;
//   - what both sides changed differently is a conflict;
//   - what a mode or a local comment decides is as that side has it.
//
// Verify shares with the engine what a value, a key, a new name and a mode is, but not how places are merged. It does not check places that are null
// in a version, nor what is in those that a conflict is about. Of lists and texts that were merged piece by piece it only checks that
// no piece is invented. The cost is that of comparing original with updated, and with
// the result where that is not dest's own node; with modes that of comparing all
// versions.
func Verify(of Versions, r Result, opts Options) error {
	v := newVerifier(r, opts)
	v.place(opts.Schema, target(of.Original), target(of.Updated), target(of.Dest), target(r.Node))
	if v.violation != nil {
		return v.violation
	}
	return nil
}

type verifier struct {
	*walker
	// decided are the places that conflicts decide.
	decided map[string]bool
	// answers are the values of answers and what is in them, by valueOrTag.
	answers map[string]bool
	// compared: the walk is inside a node of dest's own in which upstream changed
	// something.
	compared  bool
	violation *Violation
}

func newVerifier(r Result, opts Options) *verifier {
	v := &verifier{walker: newWalker(threeWay, opts), decided: map[string]bool{}, answers: map[string]bool{}}
	v.traits.comments, v.traits.nulls = true, true
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		a := c.Edit()
		if c.Kind != OrderChanged || a != nil { // The order of a list is not what is in it.
			v.decided[c.Path.String()] = true
		}
		if a != nil {
			eachValue(a.Value, func(n *yaml.Node) { v.answers[valueOrTag(n)] = true })
		}
	}
	return v
}

func (v *verifier) violate(problem string) {
	if v.violation == nil {
		v.violation = &Violation{Path: pathOf(v.at), Problem: problem}
	}
}

// place checks one place; its nodes are not aliases.
func (v *verifier) place(s Schema, o, u, d, r *yaml.Node) {
	if v.violation != nil {
		return
	}
	switch {
	case len(v.decided) > 0 && v.decided[pathOf(v.at).String()]:
		return
	case isNull(o) || isNull(u) || isNull(d):
		v.valuesOccur(o, u, d, r)
		return
	case r != nil && r == d && !v.compared:
		if u == nil && o == nil || Equal(o, u) {
			return
		}
		// What was compared is not compared again on every level below.
		v.compared = true
		defer func() { v.compared = false }()
	}
	v.ofKind(s, o, u, d, r)
}

// ofKind checks a place that no conflict is about, and that is null nowhere, by what kind
// of value is there.
func (v *verifier) ofKind(s Schema, o, u, d, r *yaml.Node) {
	if o != nil && shapeOf(u) == shapeOf(d) && shapeOf(u) != shapeOf(o) {
		// Both sides turned it into another kind of value.
		o = nil
	}
	o, u = v.mirrored(o, u, d)
	kind := kindOf(r)
	if shapeOf(u) != shapeOf(d) || shapeOf(d) != shapeOf(r) {
		kind = 0
	}
	switch kind {
	case yaml.MappingNode:
		v.fields(s, o, u, d, r)
	case yaml.SequenceNode:
		v.list(s, o, u, d, r)
	default:
		v.oneSided(s, o, u, d, r)
	}
}

// fields checks a map that the result, updated and dest have.
func (v *verifier) fields(s Schema, o, u, d, r *yaml.Node) {
	if r != d && r != u {
		in := inspector{}
		if in.duplicates(r); in.repeated != nil {
			v.violate("the result holds a key twice")
			return
		}
	}
	c := v.fieldsIn(s, o, u, d)
	byMode := func(of Union) bool {
		union, contended := v.contended(of, o, u, c.d)
		_, by := c.decided(union)
		return contended && by != ModeUnset
	}
	if s != nil && slices.ContainsFunc(s.Unions(), byMode) {
		return // A conflict says so only where the other side changed the union.
	}
	v.children(c, fieldsOf(r))
}

// list checks a list that the result, updated and dest have.
func (v *verifier) list(s Schema, o, u, d, r *yaml.Node) {
	l := v.listing(s, o, u, d)
	switch {
	case l.kind == ListKeyed && !l.repeats:
		elements, gap := keyedBy(r, l.keys, false)
		if gap != nil {
			v.violate("the result would break the keys of the list: " + gap.problem())
			return
		}
		v.children(v.pieces(s, l, o, u, d), elements)
	case !Equal(o, u) && !Equal(o, d) || pinsInside(d):
		v.valuesOccur(o, u, d, r)
	default:
		v.oneSided(s, o, u, d, r)
	}
}

// children checks the children of a place: result is what the result has.
func (v *verifier) children(c *collection, result children) {
	eachPair([]children{c.co, c.cu, c.cd, result}, []Side{Dest, Updated, Original, merged}, func(first *children, i int, at []spot) {
		v.enter(c.place(first, i))
		if by := c.elementConflicts[first.id(i)]; by == nil || !v.decides(by) {
			v.child(c, at[Original], at[Updated], at[Dest], at[merged].value)
		}
		v.leave()
	})
}

// child checks a field or element: by the mode that decides it, or as a place like any other.
func (v *verifier) child(c *collection, o, u, d spot, r *yaml.Node) {
	if u.value == nil && d.value == nil && r != nil {
		v.valuesOccur(nil, nil, nil, r) // Only an answer may have it.
		return
	}
	s := c.below(o, u, d)
	const otherwise = " settles this, but the result has something else"
	switch mode := v.modeOf(c.mode, u, d); {
	case mode == ModeReplace && isNull(target(u.value)), !v.modeDecides(mode, o.value, u.value, d.value):
		v.place(s, target(o.value), target(u.value), target(d.value), target(r))
	case mode == ModeReplace:
		v.wants(s, u.value, r, mode.String()+otherwise)
	default:
		v.wants(s, d.value, r, mode.String()+otherwise)
	}
}

// oneSided checks a place that is not looked into.
func (v *verifier) oneSided(s Schema, o, u, d, r *yaml.Node) {
	if want, merged := v.image(o, u, d); merged {
		v.wants(s, want, r, "the result does not hold the name and the version that each side changed")
		return
	}
	upstream, local := !Equal(o, u), !Equal(o, d)
	if upstream && local && !Equal(u, d) {
		if want, settled := v.alike(o, u, d); settled {
			v.wants(s, want, r, "two versions differ in spelling only, and the result is another one")
			return
		}
	}
	switch {
	case !upstream && local:
		v.wants(s, d, r, "a local change is missing from the result")
	case upstream && !local:
		v.wants(s, u, r, "a change of upstream is missing from the result")
	case !upstream:
		v.wants(s, d, r, "neither side changed this, but the result did")
	case Equal(u, d):
		v.wants(s, d, r, "both sides agree, but the result does not")
	case (u == nil || u.Kind == yaml.ScalarNode) && (d == nil || d.Kind == yaml.ScalarNode) && !(isText(u) && isText(d)):
		v.violate("both sides changed this differently, and there is no conflict about it")
	default:
		v.valuesOccur(o, u, d, r)
	}
}

// wants checks that the result has a value, up to nulls that merging clears and to
// the order of a set.
func (v *verifier) wants(s Schema, want, r *yaml.Node, otherwise string) {
	want, r = target(want), target(r)
	if v.same(s, r, want) {
		return
	}
	if kindOf(want) == yaml.SequenceNode && kindOf(r) == yaml.SequenceNode {
		if l := classify(s, r, want); l.kind == ListSet && l.children[0].holds(&l.children[1]) && l.children[1].holds(&l.children[0]) {
			return
		}
	}
	v.violate(otherwise)
}

// valuesOccur checks that every scalar and tag of the result occurs in a version or an answer, but texts that are merged by
// lines, and images that are by parts.
func (v *verifier) valuesOccur(o, u, d, r *yaml.Node) {
	if r == nil || r == u || r == d || Equal(r, u) || Equal(r, d) || Equal(r, o) {
		return
	}
	values, texts := map[string]bool{}, false
	for _, n := range []*yaml.Node{o, u, d} {
		eachValue(n, func(n *yaml.Node) {
			values[valueOrTag(n)] = true
			texts = texts || isText(n)
		})
	}
	eachValue(r, func(n *yaml.Node) {
		switch {
		case values[valueOrTag(n)], v.answers[valueOrTag(n)], texts && isString(n), v.policy.ImagesByParts && splitImage(n.Value).version != "":
		case n.Kind != yaml.ScalarNode:
			v.violate("the result has a tag that no version has")
		default:
			v.violate(fmt.Sprintf("the value on line %d of the result is in no version", n.Line))
		}
	})
}

// valueOrTag is what is known of a value without what is in it.
func valueOrTag(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode {
		return scalarID(n)
	}
	return "\x00" + tagOf(n)
}

// eachValue visits a value and all in it, those of aliases too.
func eachValue(n *yaml.Node, visit func(*yaml.Node)) {
	if n = target(n); n == nil {
		return
	}
	visit(n)
	for _, c := range n.Content {
		eachValue(c, visit)
	}
}
