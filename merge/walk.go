package merge

import (
	"regexp"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// walker takes the versions apart and puts the result together. Its methods
// are given the nodes of one place in the three versions, nil where a version
// has none, and give the node of the result, nil if it has none: dest's own
// node if nothing changed there.
type walker struct {
	system system
	opts   Options
	// ruled is that of the place at hand, around those of the places around it, the root's first.
	ruled
	around []ruled
	// images finds images in strings, nil before it is needed.
	images *regexp.Regexp
	// spokenFor counts the places around the one at hand that are a conflict as a whole
	// if anything in them is.
	spokenFor int
	// settling: unsettled looks at the list around as a whole, with the lists in it.
	settling bool
	traits   traits
	// versions are those of the document at hand, gaps the comments between their
	// leaves, nil before they are asked for.
	versions Versions
	gaps     [3]*gaps
	// compares: the walk is that of Compare, and differences are what it found.
	compares    bool
	differences []Difference
	// at leads to the place at hand.
	at        []place
	conflicts []Conflict
	notes     []Note
	// inherits are the maps of the result whose fields partly come from a
	// merge key that dest has there.
	inherits map[*yaml.Node]mergeKey
	// err is the first thing found wrong with an input.
	err error
}

// system is one of the published merge systems. All are one walk.
type system uint8

const (
	threeWay system = iota
	// twoWay has no original: updated is a patch for dest.
	twoWay
	// layered: updated is the right layer, dest what the layers left of it
	// gave. It is twoWay without directives.
	layered
	// freeForm is layered for maps that are not resources.
	freeForm
)

// patches reports whether there is no original: updated wins wherever it has a value.
func (s system) patches() bool { return s != threeWay }

func newWalker(s system, opts Options) *walker {
	w := &walker{system: s, opts: opts, ruled: ruled{leading: all(len(opts.Rules))}}
	w.policy = w.ruledPolicy()
	return w
}

// place is a step to a place.
type place struct {
	// spelled is the step as a path has it, nil before somebody asks for that.
	spelled *Step
	// key is a field's name.
	key *yaml.Node
	// element is an element of a keyed list, identified by keys; a member of a
	// set list without keys.
	element *yaml.Node
	keys    []Key
	// index is the position of an element in any other list.
	index int
}

func (w *walker) enter(p place) {
	w.around = append(w.around, w.ruled)
	w.leading = w.leadingTo(p)
	w.at = append(w.at, p)
	w.policy = w.ruledPolicy()
}

func (w *walker) leave() {
	last := len(w.at) - 1
	w.ruled = w.around[last]
	w.at, w.around = w.at[:last], w.around[:last]
}

// value merges one place: whatever the three versions have there.
func (w *walker) value(s Schema, o, u, d *yaml.Node) *yaml.Node {
	if r, settled := w.null(s, &o, u, d); settled {
		return r
	}
	return w.alias(u, d, w.present(s, target(o), target(u), target(d)))
}

// present merges a place after nulls and aliases are looked through.
func (w *walker) present(s Schema, o, u, d *yaml.Node) *yaml.Node {
	if w.system.patches() {
		u = tagged(u, d)
	}
	both, form := u != nil && d != nil, shapeOf(u)
	if u == nil {
		form = shapeOf(d)
	}
	switch {
	case u == nil && d == nil:
		return nil
	case both && shapeOf(d) != form, !both && o != nil && shapeOf(o) != form:
		return w.takenWhole(s, u, w.ofKinds(s, o, u, d))
	case o != nil && shapeOf(o) != form:
		// Both sides turned the place into one kind: original does not matter any more.
		o = nil
	case o != nil || both:
	case u == nil:
		return w.kept(s, d)
	case w.system == freeForm:
		return u
	case !w.system.patches():
		return w.cleared(s, u)
	}
	// What only a patch has is taken apart, too, for what it must not have and
	// what it removes.
	if form.kind == yaml.MappingNode {
		return w.fields(s, o, u, d)
	}
	was, is := w.mirrored(o, u, d)
	var r *yaml.Node
	if form.kind == yaml.SequenceNode {
		r = w.list(s, was, is, d)
	} else {
		r = w.scalar(was, is, d)
	}
	if is != u {
		return w.ofMirror(is, d, r)
	}
	return r
}

// scalar merges a place that holds one value: in parts, if it is a text or an image.
func (w *walker) scalar(o, u, d *yaml.Node) *yaml.Node {
	if r, merged := w.text(o, u, d); merged {
		return r
	}
	if r, merged := w.image(o, u, d); merged && !w.holdsPinned(o, u, d) {
		if r != u && r != d {
			w.note(terms.NoteImage, imageParts)
		}
		return r
	}
	return w.whole(BothChanged, o, u, d)
}

// ofKinds decides about values of different kinds.
//
// rule: kind/*, twoway/kind/*
func (w *walker) ofKinds(s Schema, o, u, d *yaml.Node) *yaml.Node {
	switch {
	case w.same(s, o, u), w.holdsPinned(o, u, d):
		return d
	case w.same(s, o, d):
		return u
	}
	return w.whole(KindChanged, o, u, d)
}

// kept is a value that only dest has.
func (w *walker) kept(s Schema, d *yaml.Node) *yaml.Node {
	if w.system.patches() {
		return d
	}
	return w.cleared(s, d)
}

// takenWhole is a value that was taken whole.
func (w *walker) takenWhole(s Schema, u, r *yaml.Node) *yaml.Node {
	if w.system.patches() && r == u {
		return w.present(s, nil, target(u), nil)
	}
	return w.cleared(s, r)
}

// shape is what a value is before anybody looks into it. That of a map or list has its
// tag, since !Foo {a: 1} and !Bar {a: 1} are of two kinds; a scalar's is part of its value.
type shape struct {
	kind yaml.Kind
	tag  string
}

// shapeOf is the shape of a value that is not an alias.
//
// rule: kind/tag-*
func shapeOf(n *yaml.Node) shape {
	if n == nil || n.Kind == yaml.ScalarNode {
		return shape{kind: kindOf(n)}
	}
	return shape{n.Kind, tagOf(n)}
}

// tagOf is the tag of a map or list, "" if it is the one that every map or list has.
func tagOf(n *yaml.Node) string {
	switch n.Tag {
	case "", "!", "!!map", "!!seq":
		return ""
	}
	if tag := n.ShortTag(); tag != "!!map" && tag != "!!seq" {
		return tag
	}
	return ""
}

// tagged is the value of a patch with dest's tag, if it has none: what a patch does not
// mention stays.
//
// rule: twoway/kind/tag-*
func tagged(u, d *yaml.Node) *yaml.Node {
	if u == nil || d == nil || u.Kind != d.Kind || u.Kind == yaml.ScalarNode || tagOf(u) != "" || tagOf(d) == "" {
		return u
	}
	n := *u
	n.Tag, n.Style = d.Tag, n.Style|d.Style&yaml.TaggedStyle
	return &n
}

func kindOf(n *yaml.Node) yaml.Kind {
	if n == nil {
		return 0
	}
	return n.Kind
}

// conflict records a conflict at the current place and says how it is settled.
func (w *walker) conflict(kind ConflictKind, o, u, d *yaml.Node) resolution {
	if w.system.patches() {
		return resolution{side: Updated}
	}
	return w.resolveConflict(w.byPolicy(kind, o, u, d))
}

// byPolicy is a conflict as the policy decides it.
//
// rule: newest/*
func (w *walker) byPolicy(kind ConflictKind, o, u, d *yaml.Node) Conflict {
	c := Conflict{Kind: kind, Original: o, Updated: u, Dest: d, Taken: Updated}
	by := w.policy.Decides()
	if by == TakeDest || by == Ask {
		c.Taken = Dest
	}
	if side, versions := w.newest(u, d); versions && (by != w.policy.OnConflict || by == TakeNewest) {
		c.By, c.Taken = terms.ByVersion, side
	}
	return c
}

// newest is the side that has the higher of two versions, Updated if they are one; versions
// reports whether the values are such as can be compared.
func (w *walker) newest(u, d *yaml.Node) (side Side, versions bool) {
	if w.opts.Newer == nil || kindOf(u) != yaml.ScalarNode || kindOf(d) != yaml.ScalarNode {
		return Updated, false
	}
	order, versions := w.opts.Newer(u.Value, d.Value)
	if order < 0 {
		return Dest, versions
	}
	return Updated, versions
}

func (w *walker) record(c Conflict) {
	c.Path = pathOf(w.at)
	c.OnConflict = w.policy.Decides()
	if c.By == terms.ByVersion {
		c.OnConflict = w.policy.OnConflict
	}
	w.conflicts = append(w.conflicts, c)
}

func (w *walker) note(kind terms.NoteKind, message string) {
	w.notes = append(w.notes, Note{Path: pathOf(w.at), Kind: kind, Message: message})
}

// fail records what is wrong with an input; n belongs to it.
func (w *walker) fail(n *yaml.Node, problem string) {
	if w.err == nil {
		w.err = &InputError{Side: Updated, Path: pathOf(w.at), Line: n.Line, Column: n.Column, Problem: problem}
	}
}
