package merge

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Explained is what is known about one place of a merge.
type Explained struct {
	Path Path
	// Original, Updated, Dest and Result are the place in the versions and in
	// what was merged.
	Original, Updated, Dest, Result Spot
	// Way are the lists on the way to the place, and the place itself if it is
	// one, in the order of the path.
	Way []ExplainedList
	// Text is the string on the way, or at the place, that holds documents by
	// its name; nil if there is none, or if it merges like any other value.
	Text *ExplainedText
	// In is the string that holds the document the place lies in, nil if none
	// does.
	In *Embedded
	// Union is the group of fields that the place belongs to and of which one
	// is allowed, nil if there is none.
	Union *Union
	// Policy and Mode hold at the place, Rules are the places in Options.Rules
	// of the rules that do.
	Policy Policy
	Mode   Mode
	Rules  []int
	// Pinned: a comment in dest keeps it as it is.
	Pinned bool
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

// ExplainedList says how a list was merged.
type ExplainedList struct {
	Path Path
	// Schema is what the schema says of it; ListUnknown if there is none.
	Schema ListType
	// Kind is how it was merged; Keys are the fields that identify elements.
	Kind ListKind
	Keys []string
	// Unproven says why the keys of the schema were not used, "" if they were.
	Unproven string
}

// String spells how a list was merged: keyed by name.
func (l ExplainedList) String() string {
	text := l.Kind.String()
	if l.Kind == ListKeyed {
		text += " by " + strings.Join(l.Keys, ", ")
	}
	if l.Schema.Kind == ListUnknown {
		if l.Kind == ListKeyed {
			return text + " (no schema: found from the elements)"
		}
		return text + " (no schema, and nothing identifies all elements)"
	}
	if l.Unproven != "" {
		return text + " (" + l.Unproven + ")"
	}
	return text + " (by its schema)"
}

// Explain gives the places that a pattern names in any of the versions or in
// the result of ThreeWay, in the order of dest, then of updated and original.
// The nodes are values or documents, nil where there is none; nothing is
// modified. The cost is that of the lists and maps on the way.
func Explain(at Pattern, v Versions, result *yaml.Node, opts Options) []Explained {
	e := explainer{walker: newWalker(threeWay, opts), pattern: at}
	e.traits.comments = true
	e.visit(opts.Schema, nil, [4]spot{{nil, target(v.Original)}, {nil, target(v.Updated)}, {nil, target(v.Dest)}, {nil, target(result)}}, 0)
	return e.found
}

type explainer struct {
	*walker
	pattern Pattern
	way     []ExplainedList
	// said and in are Text and In of what is found.
	said  *ExplainedText
	in    *Embedded
	found []Explained
}

// The versions in the order of spots: as Side, and the result.
const resultSpot = 3

func (e *explainer) visit(s Schema, union *Union, at [4]spot, steps int) {
	var values [4]*yaml.Node
	kind := yaml.Kind(0)
	for i := range at {
		values[i] = target(at[i].value)
	}
	for _, i := range [...]int{int(Dest), int(Updated), int(Original), resultSpot} {
		if kind == 0 {
			kind = kindOf(values[i])
		}
	}
	for i := range values {
		if kindOf(values[i]) != kind {
			values[i] = nil
		}
	}
	var l listing
	if kind == yaml.SequenceNode {
		l = classify(s, values[Original], values[Updated], values[Dest])
		shown := ExplainedList{Path: pathOf(e.at), Schema: listType(s), Kind: l.kind}
		for _, k := range l.keys {
			shown.Keys = append(shown.Keys, k.Field)
		}
		if l.unproven != nil {
			shown.Unproven = l.unproven.reason()
		}
		e.way = append(e.way, shown)
		defer func() { e.way = e.way[:len(e.way)-1] }()
	}
	var held *embedded
	if kind == yaml.ScalarNode && !e.inside {
		held, e.said = e.text(values)
		defer func() { e.said = nil }()
	}
	if steps == len(e.pattern) {
		policy := e.policy
		if e.inside {
			// As walker.embedded has it.
			policy.Nulls = NullsChanged
		}
		e.found = append(e.found, Explained{
			Path:     pathOf(e.at),
			Original: Spot{at[Original].key, at[Original].value}, Updated: Spot{at[Updated].key, at[Updated].value},
			Dest: Spot{at[Dest].key, at[Dest].value}, Result: Spot{at[resultSpot].key, at[resultSpot].value},
			Way: append([]ExplainedList(nil), e.way...), Union: union, Text: e.said, In: e.in,
			Policy: policy, Mode: e.ruled.mode(), Rules: e.ruled.holding(), Pinned: at[Dest].value != nil && pins(at[Dest].remarks()),
		})
		return
	}
	switch kind {
	case yaml.MappingNode:
		e.fieldsOf(s, values, steps)
	case yaml.SequenceNode:
		e.elements(s, l, values, steps)
	case yaml.ScalarNode:
		if held != nil {
			e.documentsOf(held, values[resultSpot], steps)
		}
	}
}

func (e *explainer) fieldsOf(s Schema, values [4]*yaml.Node, steps int) {
	var fields [4]children
	for i := range fields {
		fields[i] = fieldsOf(values[i])
	}
	e.each(&fields, func(of *children, i int, at [4]int) {
		key := of.key(i)
		if !e.pattern[steps].matches(place{key: key}) {
			return
		}
		var spots [4]spot
		for v := range spots {
			spots[v] = fields[v].spot(at[v])
		}
		var union *Union
		if s != nil {
			for _, u := range s.Unions() {
				if u.has(key.Value) {
					union = &u
					break
				}
			}
		}
		below := e.commented(fieldSchema(s, key), spots[Updated], spots[Dest], spots[Original])
		e.enter(place{key: key})
		e.visit(below, union, spots, steps+1)
		e.leave()
	})
}

func (e *explainer) elements(s Schema, l listing, values [4]*yaml.Node, steps int) {
	lists := [4]children{l.children[0], l.children[1], l.children[2], {}}
	switch {
	case l.kind == ListKeyed:
		if values[resultSpot] != nil {
			if ids, gap := keyIDs(values[resultSpot], l.keys); gap == nil {
				lists[resultSpot] = children{kind: childElements, nodes: values[resultSpot].Content, ids: ids}
			}
		}
	default:
		// Elements that nothing identifies are what stands at one position.
		for i, v := range values {
			if v != nil {
				lists[i] = positions(v)
			}
		}
		if l.kind == ListSet {
			lists = [4]children{}
			for i, v := range values {
				lists[i] = setOf([]*yaml.Node{v}, nil).children[0]
			}
		}
	}
	e.each(&lists, func(of *children, i int, at [4]int) {
		here := place{element: of.value(i), keys: l.keys}
		if l.kind != ListKeyed && l.kind != ListSet {
			here = place{index: i}
		}
		if !e.pattern[steps].matches(here) {
			return
		}
		var spots [4]spot
		for v := range spots {
			spots[v].value = lists[v].at(at[v])
		}
		e.enter(here)
		e.visit(elemSchema(s), nil, spots, steps+1)
		e.leave()
	})
}

// positions takes a list apart by the positions of its elements.
func positions(list *yaml.Node) children {
	c := children{kind: childElements, nodes: list.Content, ids: make([]string, len(list.Content))}
	for i := range c.ids {
		c.ids[i] = strconv.Itoa(i)
	}
	return c
}

// each visits every child that one of the four has, once.
func (e *explainer) each(of *[4]children, visit func(of *children, i int, at [4]int)) {
	order := [...]int{int(Dest), int(Updated), int(Original), resultSpot}
	for n, v := range order {
	next:
		for i := range of[v].len() {
			for _, earlier := range order[:n] {
				if of[earlier].find(&of[v], i) >= 0 {
					continue next
				}
			}
			var at [4]int
			for w := range at {
				at[w] = of[w].find(&of[v], i)
			}
			visit(&of[v], i, at)
		}
	}
}

// Find follows the path in a value or document, as far as it leads: whole says
// that it led to its end. Elements are looked up one by one, so that the cost
// grows with the lists on the way.
func (p Path) Find(root *yaml.Node) (found Spot, whole bool) {
	found.Value = target(root)
	for _, s := range p {
		next := Spot{}
		at := target(found.Value)
		switch {
		case at == nil:
		case s.kind == stepField:
			f := fieldsOf(at)
			for i := range f.len() {
				if nameOf(f.key(i)) == s.field {
					next = Spot{f.key(i), f.value(i)}
					break
				}
			}
		case at.Kind != yaml.SequenceNode:
		case s.kind == stepIndex && s.index < len(at.Content):
			next.Value = at.Content[s.index]
		default:
			for _, e := range at.Content {
				if s.kind == stepMember && nameOf(e) == s.field || s.kind == stepKeyed && hasKey(target(e), s.key, nil) {
					next.Value = e
					break
				}
			}
		}
		if next.Value == nil {
			return found, false
		}
		found = next
	}
	return found, true
}
