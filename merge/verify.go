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
//   - of a union it holds one member, unless a version holds as many, and of one
//     that is a conflict the winner's;
//   - every value in it is from one of the versions;
//   - what one side alone changed is as that side has it;
//   - what both sides changed differently is a conflict;
//   - under a mode, a field is as the mode says: dest's (SKIP) or updated's
//     (REPLACE);
//   - what a local comment pins is dest's.
//
// Documents in strings are checked like any other, if they were merged by
// structure. It shares the engine's notion of what a value, a key, a mode and a
// document in a string is, but nothing of how places are merged. It says nothing
// about places that are null in a version, and about the inside of lists and
// texts that were merged piece by piece, but that their pieces are not invented.
// The cost is that of comparing original with updated, and with the result where
// that is not dest's own node; with modes that of comparing all versions.
func Verify(of Versions, r Result, opts Options) error {
	return newVerifier(r, opts).verify(of, r, opts)
}

func (v *verifier) verify(of Versions, r Result, opts Options) error {
	v.place(opts.Schema, target(of.Original), target(of.Updated), target(of.Dest), target(r.Node))
	if v.violation != nil {
		return v.violation
	}
	return nil
}

type verifier struct {
	*walker
	// settled holds updated's and dest's value of every conflict, settledAt the
	// places of those in strings.
	settled   map[[2]*yaml.Node]bool
	settledAt map[string]bool
	// unions are the conflicts about unions by their places, byLines the
	// strings that were merged line by line though they should hold documents.
	unions  map[string][]*Conflict
	byLines map[string]bool
	// modes: there may be some.
	modes bool
	// within: inside of a place of dest's own, of which upstream changed
	// something.
	within    bool
	violation *Violation
}

func newVerifier(r Result, opts Options) *verifier {
	v := &verifier{
		walker:  newWalker(threeWay, opts),
		settled: make(map[[2]*yaml.Node]bool, len(r.Conflicts)), settledAt: map[string]bool{},
		unions: map[string][]*Conflict{}, byLines: map[string]bool{},
		modes: opts.ModeKey != "",
	}
	v.traits.comments = true
	for _, rule := range opts.Rules {
		v.modes = v.modes || rule.Mode != ModeUnset
	}
	for i := range r.Conflicts {
		switch c := &r.Conflicts[i]; {
		case c.Kind == OrderChanged:
			// It says nothing about what is in the list.
		case c.Kind == UnionChanged:
			at := c.Path.String()
			v.unions[at] = append(v.unions[at], c)
		case c.In != nil:
			v.settledAt[c.Path.String()] = true
		default:
			v.settled[[2]*yaml.Node{target(c.Updated), target(c.Dest)}] = true
		}
	}
	for _, n := range r.Notes {
		if n.Kind == NoteText {
			v.byLines[n.Path.String()] = true
		}
	}
	return v
}

func (v *verifier) violate(problem string) {
	if v.violation == nil {
		v.violation = &Violation{Path: pathOf(v.at), Problem: problem}
	}
}

// isSettled says that a conflict is about the place at hand.
func (v *verifier) isSettled(u, d *yaml.Node) bool {
	if v.inside {
		return len(v.settledAt) > 0 && v.settledAt[pathOf(v.at).String()]
	}
	return v.settled[[2]*yaml.Node{u, d}]
}

// place checks one place; its nodes are no aliases.
func (v *verifier) place(s Schema, o, u, d, r *yaml.Node) {
	switch {
	case v.violation != nil || v.isSettled(u, d):
		return
	case isNull(o) || isNull(u) || isNull(d):
		v.known(o, u, d, r)
		return
	case r != nil && r == d && !v.within && !v.modes:
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
	case v.text(o, u, d, r):
	default:
		v.oneSided(s, o, u, d, r)
	}
}

// oneSided checks a place that is not looked into.
func (v *verifier) oneSided(s Schema, o, u, d, r *yaml.Node) {
	upstream, local := !Equal(o, u), !Equal(o, d)
	switch {
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
