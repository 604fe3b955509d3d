package merge

import (
	"cmp"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// Traced is what is known about one place of a merge.
type Traced struct {
	Path Path
	// Original, Updated and Dest are the place in the versions.
	Original, Updated, Dest Spot
	// Way are the lists on the way to the place, and the place itself if it is
	// one, in the order of the path.
	Way []tracedList
	// Union is the group of exclusive fields that the place belongs to, nil if there is
	// none.
	Union *Union
	// Policy and Mode hold at the place, Rules are the places in Options.Rules
	// of the rules that do.
	Policy Policy
	Mode   Mode
	Rules  []int
	// Settled is the mode that decides about the place, or what it is in, as a whole,
	// ModeUnset if none does.
	Settled Mode
}

// Spot is a place of one version. Its value is nil where the version has none.
type Spot struct {
	// Key is the field's name, nil for an element of a list.
	Key, Value *yaml.Node
}

// Line is where the place begins in its text, 0 if that is not known.
func (s Spot) Line() int {
	switch {
	case s.Key != nil && s.Value != nil && s.Key.Line > 0:
		return s.Key.Line
	case s.Value != nil:
		return s.Value.Line
	}
	return 0
}

// tracedList is how a list was merged.
type tracedList struct {
	Path Path
	how  string
}

// String says how the list was merged: keyed by name.
func (l tracedList) String() string { return l.how }

// tracer walks to the places that a pattern names.
type tracer struct {
	*walker
	pattern Path
	found   []Traced
	// way are the lists on the way to the place at hand.
	way []tracedList
}

// Trace tells how ThreeWay comes to the places that a pattern names, mostly in the order of
// dest, then of updated and original. An index is that of an element in the first of these
// that has it, whatever identifies it. Check must accept the versions. The cost is linear in
// the size of the maps and lists on the way.
func Trace(v Versions, pattern Path, opts Options) []Traced {
	t := tracer{walker: newWalker(threeWay, opts), pattern: pattern}
	t.traits.comments, t.traits.nulls = true, true
	root := func(n *yaml.Node) spot { return spot{nil, node.Root(n)} }
	t.place(nil, opts.Schema, ModeUnset, root(v.Original), root(v.Updated), root(v.Dest))
	return t.found
}

// place traces the place at hand, a child of a collection or a root, or what is below it. settled
// is the mode that decides about it as a whole, if one does.
func (t *tracer) place(in *collection, s Schema, settled Mode, o, u, d spot) {
	values := [3]*yaml.Node{target(o.value), target(u.value), target(d.value)}
	kind := kindOf(cmp.Or(values[Dest], values[Updated], values[Original]))
	for i := range values {
		if kindOf(values[i]) != kind {
			values[i] = nil
		}
	}
	var c *collection
	switch kind {
	case yaml.MappingNode:
		c = t.fieldsIn(s, values[Original], values[Updated], values[Dest])
		c.mode = cmp.Or(settled, c.mode)
	case yaml.SequenceNode:
		l := t.listing(s, values[Original], values[Updated], values[Dest])
		before := len(t.way)
		t.way = append(t.way, t.list(s, l))
		defer func() { t.way = t.way[:before] }()
		if l.kind != ListKeyed && l.kind != ListSet {
			l.children = [4]children{positions(values[Original]), positions(values[Updated]), positions(values[Dest])}
		}
		c = t.pieces(s, l, values[Original], values[Updated], values[Dest])
		c.mode = settled
	}
	if len(t.at) == len(t.pattern) {
		t.find(in, c, settled, o, u, d)
	} else if c != nil {
		t.children(c, settled)
	}
}

// children traces the children of a collection that the pattern leads to; settled is the mode that decides
// about it as a whole, and so about them, if one does.
func (t *tracer) children(c *collection, settled Mode) {
	eachPair([]children{c.co, c.cu, c.cd}, []Side{Dest, Updated, Original}, func(first *children, i int, at []spot) {
		o, u, d := at[Original], at[Updated], at[Dest]
		here := c.place(first, i)
		step := t.pattern[len(t.at)]
		if !step.matches(here) && (step.kind != stepIndex || step.index != i || first.kind == childFields) {
			return
		}
		t.enter(here)
		mode := settled
		if own := t.modeOf(c.mode, u, d); mode == ModeUnset && t.modeDecides(own, o.value, u.value, d.value) {
			mode = own
		}
		t.place(c, c.below(o, u, d), mode, o, u, d)
		t.leave()
	})
}

// find records the place at hand, which is a child of in, and a collection itself if there is one.
func (t *tracer) find(in, own *collection, settled Mode, o, u, d spot) {
	p := Traced{
		Path: pathOf(t.at), Original: Spot{o.key, o.value}, Updated: Spot{u.key, u.value}, Dest: Spot{d.key, d.value},
		Way: slices.Clone(t.way), Policy: t.policy, Mode: t.ruledMode(), Rules: t.holding(), Settled: settled,
	}
	if in != nil {
		p.Mode = cmp.Or(t.modeOf(in.mode, u, d), p.Mode)
		p.Union = unionOf(in.schema, t.at[len(t.at)-1].key)
	}
	// What is settled above, then what its own keys have, counts before what the map around has.
	if p.Mode = cmp.Or(settled, p.Mode); own != nil {
		p.Mode = cmp.Or(own.mode, p.Mode)
	}
	t.found = append(t.found, p)
}

// unionOf is the union that a field of a map belongs to, nil if there is none.
func unionOf(s Schema, key *yaml.Node) *Union {
	if s == nil || key == nil {
		return nil
	}
	for _, u := range s.Unions() {
		if u.has(key.Value) {
			return &u
		}
	}
	return nil
}

// positions takes a list apart by the positions of its elements.
func positions(list *yaml.Node) children {
	return elementsOf(list, childElements, func(i int, _ *yaml.Node) string { return strconv.Itoa(i) })
}

// list says how the list at hand is merged.
func (t *tracer) list(s Schema, l listing) tracedList {
	how := l.kind.String()
	for i, k := range l.keys {
		how += []string{" by ", ", "}[min(i, 1)] + k.String()
	}
	known := listType(s).Kind != ListUnknown
	switch {
	case !known && l.kind == ListKeyed:
		how += " (no schema: found from the elements)"
	case !known:
		how += " (no schema, and nothing identifies all elements)"
	case l.unproven != nil:
		how += " (" + l.unproven.reason() + ")"
	default:
		how += " (by its schema)"
	}
	return tracedList{pathOf(t.at), how}
}
