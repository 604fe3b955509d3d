package merge

import (
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// walker takes the versions apart and puts the result together. Its methods
// are given the nodes of one place in the three versions, nil where a version
// has none, and give the node of the result, nil if it has none: dest's own
// node if nothing changed there.
type walker struct {
	// walk merges the values of a place, after nulls and aliases are looked through. It is a field so that what
	// merges a map or list needs none of the other kinds of places: walk.go alone knows all.
	walk   func(w *walker, s Schema, o, u, d *yaml.Node) *yaml.Node
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

// ruled is what rules say of a place.
type ruled struct {
	policy Policy
	// leading are the positions, among the rules, of those whose patterns name the place, or one around or below it.
	leading []int
}

// holds reports whether the rule, one that leads to the place at hand, names it or a place around it.
func (w *walker) holds(rule *Rule) bool { return len(rule.Path) <= len(w.at) }

// leadingTo are the rules that lead from the place at hand on to a child.
func (w *walker) leadingTo(child place) []int {
	var leading []int
	for _, i := range w.leading {
		if path := w.opts.Rules[i].Path; len(path) <= len(w.at) || path[len(w.at)].matches(child) {
			leading = append(leading, i)
		}
	}
	return leading
}

// ruledPolicy is the policy at the place at hand: each setting is that of the first rule that holds there
// and has it.
//
// rule: rule/*
func (w *walker) ruledPolicy() Policy {
	p := w.opts.Policy
	for _, i := range slices.Backward(w.leading) {
		if rule := &w.opts.Rules[i]; w.holds(rule) {
			p = rule.Over(p)
		}
	}
	return p
}

// ruling reports whether a rule decides about conflicts at the place at hand.
func (w *walker) ruling() bool {
	return slices.ContainsFunc(w.leading, func(i int) bool { return w.opts.Rules[i].OnConflict != nil && w.holds(&w.opts.Rules[i]) })
}

// ruledMode is the mode of the first rule that names exactly the place at hand.
func (w *walker) ruledMode() Mode {
	for _, i := range w.leading {
		if rule := &w.opts.Rules[i]; rule.Mode != ModeUnset && len(rule.Path) == len(w.at) {
			return rule.Mode
		}
	}
	return ModeUnset
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

// recorded is how many conflicts and notes there are.
func (w *walker) recorded() [2]int { return [2]int{len(w.conflicts), len(w.notes)} }

// forget drops the conflicts and notes that were recorded since then.
func (w *walker) forget(since [2]int) {
	w.conflicts, w.notes = w.conflicts[:since[0]], w.notes[:since[1]]
}

// differs records the place at hand, of which the merge made the value: if it is taken
// whole, instead of what is in it and was recorded since then.
func (w *walker) differs(since int, u, d spot, value *yaml.Node) {
	if !w.compares || value == d.value {
		return
	}
	whole := value == nil || d.value == nil || target(value) == target(u.value)
	if !whole && len(w.differences) > since || Equal(value, d.value) {
		return
	}
	w.differences = append(w.differences[:since], Difference{Path: pathOf(w.at), From: Spot{d.key, d.value}, To: Spot{u.key, u.value}})
}

// clears reports whether there are nulls, and that they clear.
func (w *walker) clears() bool { return w.traits.nulls && !w.policy.KeepNulls }

// mergeKey is dest's << in a map of the result.
type mergeKey struct {
	key, value *yaml.Node
	// next is the field of dest's own behind the merge key, nil if none is.
	next *yaml.Node
	// own are the fields that dest spells out itself.
	own children
}

func (w *walker) heedsPins() bool { return w.traits.comments && w.system == threeWay }

// traits are what a document has that some passes over it look for.
type traits struct {
	nulls, aliases, comments, directives bool
}

// moveInheritance is called when a node of the result is replaced by a copy.
func (w *walker) moveInheritance(from, to *yaml.Node) {
	if m, ok := w.inherits[from]; ok {
		w.inherits[to] = m
	}
}

// fieldName is the name of the field at hand, "" if an element or the root is.
func (w *walker) fieldName() string {
	if len(w.at) == 0 || w.at[len(w.at)-1].key == nil {
		return ""
	}
	return nameOf(w.at[len(w.at)-1].key)
}
