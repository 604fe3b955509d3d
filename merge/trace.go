package merge

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Trace is asked by Options.Trace to record how a 3-way merge came to the places
// that a pattern names. It is for one merge.
type Trace struct {
	At Path
	// Places are those found, mostly in the order of dest, then of updated and
	// original.
	Places []Traced

	lists []tracedList
}

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
	// Schema is its kind by the schema; ListUnknown if there is none.
	Schema ListType
	// Kind is how it was merged; Keys are the fields that identify elements.
	Kind ListKind
	Keys []string
	// Unproven is why the keys of the schema were not used, "" if they were.
	Unproven string
}

// String spells how a list was merged: keyed by name.
func (l tracedList) String() string {
	text := l.Kind.String()
	if l.Kind == ListKeyed {
		text += " by " + strings.Join(l.Keys, ", ")
	}
	switch {
	case l.Schema.Kind == ListUnknown && l.Kind == ListKeyed:
		return text + " (no schema: found from the elements)"
	case l.Schema.Kind == ListUnknown:
		return text + " (no schema, and nothing identifies all elements)"
	case l.Unproven != "":
		return text + " (" + l.Unproven + ")"
	}
	return text + " (by its schema)"
}

// on reports whether the pattern leads through the place at hand, or to it.
func (t *Trace) on(at []place) bool {
	if t == nil || len(at) > len(t.At) {
		return false
	}
	for i := range at {
		if !t.At[i].matches(at[i]) {
			return false
		}
	}
	return true
}

// follow records in a trace how the versions were merged, in a walk of its own.
func (w *walker) follow(t *Trace, s Schema, o, u, d *yaml.Node) {
	*t = Trace{At: t.At}
	w.trace = t
	w.see(nil, spot{nil, o}, spot{nil, u}, spot{nil, d})
	w.look(s, ModeUnset, o, u, d)
	t.finish()
}

// see traces the place at hand, a child of a collection or a root.
func (w *walker) see(c *collection, o, u, d spot) {
	t := w.trace
	if t == nil || len(w.at) != len(t.At) || !t.on(w.at) {
		return
	}
	p := Traced{
		Path: pathOf(w.at), Original: Spot{o.key, o.value}, Updated: Spot{u.key, u.value}, Dest: Spot{d.key, d.value},
		Policy: w.policy, Mode: w.ruled.mode(), Rules: w.ruled.holding(),
	}
	if c != nil {
		if mode := w.modeOf(c.mode, u, d); mode != ModeUnset {
			p.Mode = mode
		}
		p.Union = unionOf(c.schema, w.at[len(w.at)-1].key)
	}
	t.Places = append(t.Places, p)
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

// look looks for what the trace is about in a place that a mode decides as a whole, if one is
// given.
func (w *walker) look(s Schema, settled Mode, o, u, d *yaml.Node) {
	values := [3]*yaml.Node{target(o), target(u), target(d)}
	kind := kindOf(cmp.Or(values[Dest], values[Updated], values[Original]))
	for i := range values {
		if kindOf(values[i]) != kind {
			values[i] = nil
		}
	}
	o, u, d = values[Original], values[Updated], values[Dest]
	switch {
	case kind == yaml.MappingNode:
		c := w.fieldsIn(s, o, u, d)
		if c.mode = settled; settled == ModeUnset {
			c.mode = w.mode(o, d, u)
		}
		c.look()
	case kind == yaml.SequenceNode:
		l := w.listing(s, o, u, d)
		if l.kind != ListKeyed && l.kind != ListSet {
			l.children = [4]children{positions(o), positions(u), positions(d)}
		}
		c := w.pieces(s, l, o, u, d)
		c.mode = settled
		c.look()
	}
}

// look looks at the children of a collection.
func (c *collection) look() {
	eachPair(&[4]children{c.co, c.cu, c.cd}, func(first *children, i int, at [4]int) {
		o, u, d := c.co.spot(at[Original]), c.cu.spot(at[Updated]), c.cd.spot(at[Dest])
		c.enter(c.place(first, i))
		if c.trace.on(c.at) {
			c.see(c, o, u, d)
			mode := c.modeOf(c.mode, u, d)
			if !c.settles(mode, o.value, u.value, d.value) {
				mode = ModeUnset
			}
			c.walker.look(c.below(o, u, d), mode, o.value, u.value, d.value)
		}
		c.leave()
	})
}

// positions takes a list apart by the positions of its elements.
func positions(list *yaml.Node) children {
	return elementsOf(list, childElements, func(i int, _ *yaml.Node) string { return strconv.Itoa(i) })
}

// listed traces how the list at hand is merged.
func (w *walker) listed(s Schema, l listing) {
	if !w.trace.on(w.at) {
		return
	}
	list := tracedList{Path: pathOf(w.at), Schema: listType(s), Kind: l.kind}
	for _, k := range l.keys {
		list.Keys = append(list.Keys, k.String())
	}
	if l.unproven != nil {
		list.Unproven = l.unproven.reason()
	}
	w.trace.lists = append(w.trace.lists, list)
}

// finish gives each place what stands on the way to it.
func (t *Trace) finish() {
	for i := range t.Places {
		p := &t.Places[i]
		for _, l := range t.lists {
			if l.Path.leadsTo(p.Path) && !slices.ContainsFunc(p.Way, func(other tracedList) bool { return len(other.Path) == len(l.Path) }) {
				p.Way = append(p.Way, l)
			}
		}
		slices.SortFunc(p.Way, func(a, b tracedList) int { return len(a.Path) - len(b.Path) })
	}
}

// leadsTo reports whether a path is another one, or a place on the way to it.
func (p Path) leadsTo(q Path) bool {
	return len(p) <= len(q) && p.String() == q[:len(p)].String()
}
