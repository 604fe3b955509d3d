package merge_test

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// grammar says what a generated document holds at one place, so that documents
// fit a schema: that of root, those of Kubernetes kinds and of generated
// CustomResourceDefinitions.
type grammar struct {
	kind grammarKind
	// values are what leaves and members are taken from; a leaf without any is of every type.
	values []string
	// fields of an object, of which so many percent are there; alternatives are groups of
	// fields of which it has one. others are what it holds under any name, nil if nothing.
	fields       []grammarField
	share        int
	alternatives [][]grammarField
	others       *grammar
	// elem is what the elements of a list are, keys the fields of them that
	// identify one. A key in defaults may be left out.
	elem     *grammar
	keys     []string
	defaults map[string]string
	// inferred reports whether no schema knows the keys.
	inferred bool
}

type grammarField struct {
	name string
	of   *grammar
}

type grammarKind uint8

const (
	grammarLeaf grammarKind = iota
	// grammarText is a string of several lines.
	grammarText
	grammarObject
	grammarKeyed
	grammarSet
	grammarAtomic
	// grammarAny is a scalar, a map or a list.
	grammarAny
)

func leafOf(values ...string) *grammar { return &grammar{kind: grammarLeaf, values: values} }

func freeMap() *grammar { return &grammar{kind: grammarObject, others: leafOf(names...)} }

func anything() *grammar { return &grammar{kind: grammarAny} }

// anyMap is a map that no schema knows.
func anyMap() *grammar { return &grammar{kind: grammarObject, others: anything()} }

func setGrammar(values ...string) *grammar { return &grammar{kind: grammarSet, values: values} }

func atomicOf(elem *grammar) *grammar { return &grammar{kind: grammarAtomic, elem: elem} }

func keyedBy(key string, values []string, fields ...grammarField) *grammar {
	return &grammar{kind: grammarKeyed, keys: []string{key},
		elem: object(append([]grammarField{{key, leafOf(values...)}}, fields...)...)}
}

func object(fields ...grammarField) *grammar {
	return &grammar{kind: grammarObject, fields: fields, share: 55}
}

func (gr *grammar) or(alternatives ...[]grammarField) *grammar {
	gr.alternatives = alternatives
	return gr
}

// one is an alternative of a single field.
func one(name string, of *grammar) []grammarField { return []grammarField{{name, of}} }

// field is the grammar of an object's field, nil if it has none of that name.
func (gr *grammar) field(name string) *grammar {
	for _, f := range slices.Concat(append(slices.Clone(gr.alternatives), gr.fields)...) {
		if f.name == name {
			return f.of
		}
	}
	return gr.others
}

// value makes a document, or a part of one.
func (gr *grammar) value(g *generator) *yaml.Node {
	switch gr.kind {
	case grammarLeaf:
		switch {
		case gr.values == nil:
			return g.scalar()
		case g.nulls && len(gr.values) > 1 && g.chance(3):
			return scalar("!!null", "null")
		}
		return leafNode(gr.values[g.IntN(len(gr.values))])
	case grammarText:
		return textNode(g.some(slices.Concat(names, names)))
	case grammarObject:
		m := mapping()
		for _, f := range gr.fields {
			if gr.isConstant(f) || g.chance(gr.share) {
				g.put(m, f.name, f.of.value(g))
			}
		}
		if gr.others != nil {
			for _, name := range g.some(names) {
				g.put(m, name, gr.others.value(g))
			}
		}
		gr.choose(g, m)
		return m
	case grammarKeyed:
		l := &yaml.Node{Kind: yaml.SequenceNode}
		for range g.IntN(max(4, len(gr.elem.field(gr.keys[0]).values))) {
			gr.insert(g, l)
		}
		return l
	case grammarSet:
		l := &yaml.Node{Kind: yaml.SequenceNode}
		for _, v := range g.some(gr.values) {
			l.Content = append(l.Content, leafNode(v))
		}
		return l
	case grammarAtomic:
		l := &yaml.Node{Kind: yaml.SequenceNode}
		for range g.IntN(5) {
			l.Content = append(l.Content, gr.elem.value(g))
		}
		return l
	default:
		switch c := g.IntN(20); c {
		case 0:
			return atomicOf(leafOf()).value(g)
		case 1, 2:
			return anyMap().value(g)
		}
		return g.scalar()
	}
}

// isConstant reports whether a field has one value only, such as apiVersion, and is
// always there.
func (gr *grammar) isConstant(f grammarField) bool {
	return f.of.kind == grammarLeaf && len(f.of.values) == 1
}

// choose gives an object one of its alternatives, or none.
func (gr *grammar) choose(g *generator, m *yaml.Node) {
	for _, f := range slices.Concat(gr.alternatives...) {
		remove(m, f.name)
	}
	if i := g.IntN(len(gr.alternatives) + 1); i < len(gr.alternatives) {
		for _, f := range gr.alternatives[i] {
			g.put(m, f.name, f.of.value(g))
		}
	}
}

// insert puts an element with another key somewhere into a keyed list.
func (gr *grammar) insert(g *generator, l *yaml.Node) {
	e := gr.elem.value(g)
	for _, key := range gr.keys {
		values := gr.elem.field(key).values
		g.put(e, key, leafNode(values[g.IntN(len(values))]))
		if gr.defaults[key] != "" && g.chance(40) {
			remove(e, key)
		}
	}
	same := func(have *yaml.Node) bool { return gr.id(have) == gr.id(e) }
	if slices.ContainsFunc(l.Content, same) && !(g.unproven && g.chance(10)) {
		return
	}
	l.Content = slices.Insert(l.Content, g.IntN(len(l.Content)+1), e)
}

func (gr *grammar) id(e *yaml.Node) string {
	var id []string
	for _, key := range gr.keys {
		value := gr.defaults[key]
		for i := 0; i < len(e.Content); i += 2 {
			if e.Content[i].Value == key {
				value = e.Content[i+1].Value
			}
		}
		id = append(id, value)
	}
	return strings.Join(id, "/")
}

func remove(m *yaml.Node, name string) {
	for i := 0; i < len(m.Content); i += 2 {
		if m.Content[i].Value == name {
			m.Content = slices.Delete(m.Content, i, i+2)
			return
		}
	}
}

// leafNode is a scalar of the type its spelling has.
func leafNode(value string) *yaml.Node {
	switch {
	case value == "true" || value == "false":
		return scalar("!!bool", value)
	case strings.Trim(value, "0123456789") == "" && value != "":
		return scalar("!!int", value)
	}
	return scalar("!!str", value)
}

func textNode(lines []string) *yaml.Node {
	text := "first\n"
	for _, line := range lines {
		text += line + "\n"
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text + "last\n", Style: yaml.LiteralStyle}
}

// editable is a place of a document that an edit can change; the fields in keys stay.
type editable struct {
	node *yaml.Node
	of   *grammar
	keys []string
}

// edited is a copy of a document with a few changes all over it, and more where they are wild.
func (g *generator) edited(document *yaml.Node) *yaml.Node {
	n := node.Copy(document)
	most := 9
	if g.wild {
		most = 18
	}
	for range g.IntN(most) {
		var places []editable
		g.places(editable{node: n, of: g.grammar}, &places)
		// There are many scalars, and few lists.
		kind := []yaml.Kind{yaml.ScalarNode, yaml.MappingNode, yaml.SequenceNode}[g.IntN(3)]
		if some := slices.DeleteFunc(slices.Clone(places), func(p editable) bool { return p.node.Kind != kind }); len(some) > 0 {
			places = some
		}
		if p := places[g.IntN(len(places))]; g.wild && g.chance(35) {
			g.changeWildly(p, n)
		} else {
			p.of.change(g, p)
		}
	}
	return n
}

// places are those of a document, each with the grammar of what it holds.
func (g *generator) places(at editable, all *[]editable) {
	at.of = at.of.holding(at.node)
	*all = append(*all, at)
	for i, c := range at.node.Content {
		below := editable{node: c, of: at.of.elem}
		if at.of.kind == grammarObject {
			if i%2 == 0 || slices.Contains(at.keys, at.node.Content[i-1].Value) {
				continue
			}
			below.of = g.fieldOf(at.of, at.node.Content[i-1].Value)
		}
		if at.of.kind == grammarKeyed && !(g.unproven && g.chance(20)) {
			// An element with another key is another element.
			below.keys = at.of.keys
		}
		if below.of != nil {
			g.places(below, all)
		}
	}
}

// holding is the grammar of a node at a place, where a wild edit may have put another kind.
func (gr *grammar) holding(n *yaml.Node) *grammar {
	kind := yaml.SequenceNode
	switch gr.kind {
	case grammarLeaf, grammarText:
		kind = yaml.ScalarNode
	case grammarObject:
		kind = yaml.MappingNode
	case grammarAny:
		kind = 0
	case grammarKeyed, grammarSet, grammarAtomic:
	}
	switch n.Kind {
	case kind:
		return gr
	case yaml.MappingNode:
		return anyMap()
	case yaml.SequenceNode:
		return atomicOf(anything())
	}
	return leafOf()
}

// fieldOf is the grammar of a map's field. In a map that no schema knows a field is what one
// of its name is at the top.
func (g *generator) fieldOf(gr *grammar, name string) *grammar {
	of := gr.field(name)
	if g.wild && (of == nil || of.kind == grammarAny) {
		of = g.grammar.field(name)
	}
	return of
}

// changeWildly edits one place as no grammar has it.
func (g *generator) changeWildly(p editable, document *yaml.Node) {
	n := p.node
	switch c := g.IntN(10); {
	case c < 3 && n.Kind == yaml.MappingNode:
		name := []string{"left", "right", "middle", "keyed", "ports", "set", "atomic", "choice", "union"}[g.IntN(9)]
		g.put(n, name, g.fieldOf(p.of, name).value(g))
	case c < 8 && len(n.Content) > 0 && n.Kind == yaml.MappingNode:
		i := 2 * g.IntN(len(n.Content)/2)
		field := slices.Clone(n.Content[i : i+2])
		if slices.Contains(p.keys, field[0].Value) {
			return
		}
		n.Content = slices.Delete(n.Content, i, i+2)
		if c < 5 {
			n.Content = append(n.Content, field...)
		}
	case c < 7 && n.Kind == yaml.SequenceNode:
		n.Content = nil
	case n == document || p.keys != nil:
	case c == 9:
		*n = *mapping()
	default:
		*n = *anything().value(g)
	}
}

// change edits one place.
func (gr *grammar) change(g *generator, at editable) {
	n := at.node
	move := func() {
		if i := g.IntN(len(n.Content)); len(n.Content) > 1 {
			e := n.Content[i]
			n.Content = slices.Delete(n.Content, i, i+1)
			n.Content = slices.Insert(n.Content, g.IntN(len(n.Content)+1), e)
		}
	}
	drop := func() {
		i := g.IntN(len(n.Content))
		n.Content = slices.Delete(n.Content, i, i+1)
	}
	switch gr.kind {
	case grammarLeaf, grammarAny:
		*n = *gr.value(g)
	case grammarText:
		lines := strings.SplitAfter(n.Value, "\n")
		i := g.IntN(len(lines))
		switch g.IntN(3) {
		case 0:
			lines = slices.Insert(lines, i, fmt.Sprintf("new %d\n", g.IntN(5)))
		case 1:
			lines = slices.Delete(lines, i, i+1)
		default:
			if lines[i] != "" {
				lines[i] = fmt.Sprintf("other %d\n", g.IntN(5))
			}
		}
		if text := strings.Join(lines, ""); strings.Contains(text, "\n") {
			n.Value = text
		}
	case grammarObject:
		gr.changeObject(g, at)
	case grammarKeyed:
		switch c := g.IntN(4); {
		case c == 0 && len(n.Content) > 0:
			drop()
		case c == 1 && len(n.Content) > 0:
			move()
		default:
			gr.insert(g, n)
		}
	case grammarSet:
		v := leafNode(gr.values[g.IntN(len(gr.values))])
		switch i := slices.IndexFunc(n.Content, func(e *yaml.Node) bool { return e.Value == v.Value }); {
		case i < 0:
			n.Content = slices.Insert(n.Content, g.IntN(len(n.Content)+1), v)
		case g.chance(50):
			n.Content = slices.Delete(n.Content, i, i+1)
		default:
			move()
		}
	case grammarAtomic:
		switch c := g.IntN(4); {
		case c == 0 && len(n.Content) > 0:
			drop()
		case c == 1 && len(n.Content) > 0:
			move()
		case c == 2 && len(n.Content) > 0:
			n.Content[g.IntN(len(n.Content))] = gr.elem.value(g)
		default:
			n.Content = slices.Insert(n.Content, g.IntN(len(n.Content)+1), gr.elem.value(g))
		}
	}
}

func (gr *grammar) changeObject(g *generator, at editable) {
	if len(gr.alternatives) > 0 && g.chance(40) {
		gr.choose(g, at.node)
		return
	}
	var some []grammarField
	for _, f := range gr.fields {
		if !gr.isConstant(f) && !slices.Contains(at.keys, f.name) {
			some = append(some, f)
		}
	}
	for _, name := range names {
		if gr.others != nil {
			some = append(some, grammarField{name, g.fieldOf(gr, name)})
		}
	}
	if len(some) == 0 {
		return
	}
	f := some[g.IntN(len(some))]
	if g.chance(50) {
		remove(at.node, f.name)
		return
	}
	g.put(at.node, f.name, f.of.value(g))
}
