package merge_test

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// grammar says what a generated document holds at one place, so that documents
// fit a schema of merge/schema: those of Kubernetes kinds and of generated
// CustomResourceDefinitions.
type grammar struct {
	kind grammarKind
	// values are what leaves, members and the names of a free map are taken
	// from.
	values []string
	// fields of an object; alternatives are groups of fields of which it has
	// one.
	fields       []grammarField
	alternatives [][]grammarField
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
	// grammarFree is a map of leaves with any names.
	grammarFree
	grammarKeyed
	grammarSet
	grammarAtomic
)

func leafOf(values ...string) *grammar { return &grammar{kind: grammarLeaf, values: values} }

func freeMap() *grammar { return &grammar{kind: grammarFree, values: names} }

func setGrammar(values ...string) *grammar { return &grammar{kind: grammarSet, values: values} }

func atomicOf(elem *grammar) *grammar { return &grammar{kind: grammarAtomic, elem: elem} }

func keyedBy(key string, values []string, fields ...grammarField) *grammar {
	return &grammar{kind: grammarKeyed, keys: []string{key},
		elem: object(append([]grammarField{{key, leafOf(values...)}}, fields...)...)}
}

func object(fields ...grammarField) *grammar { return &grammar{kind: grammarObject, fields: fields} }

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
	return nil
}

// value makes a document, or a part of one.
func (gr *grammar) value(g *generator) *yaml.Node {
	switch gr.kind {
	case grammarLeaf:
		return leafNode(gr.values[g.IntN(len(gr.values))])
	case grammarText:
		return textNode(g.some(slices.Concat(names, names)))
	case grammarObject:
		m := mapping()
		for _, f := range gr.fields {
			if gr.isConstant(f) || g.chance(55) {
				g.put(m, f.name, f.of.value(g))
			}
		}
		gr.choose(g, m)
		return m
	case grammarFree:
		m := mapping()
		for _, name := range g.some(gr.values) {
			g.put(m, name, scalar("!!str", names[g.IntN(len(names))]))
		}
		return m
	case grammarKeyed:
		l := &yaml.Node{Kind: yaml.SequenceNode}
		for range g.IntN(4) {
			gr.insert(g, l)
		}
		return l
	case grammarSet:
		l := &yaml.Node{Kind: yaml.SequenceNode}
		for _, v := range g.some(gr.values) {
			l.Content = append(l.Content, leafNode(v))
		}
		return l
	default:
		l := &yaml.Node{Kind: yaml.SequenceNode}
		for range g.IntN(5) {
			l.Content = append(l.Content, gr.elem.value(g))
		}
		return l
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
		g.put(e, key, gr.elem.field(key).value(g))
		if gr.defaults[key] != "" && g.chance(40) {
			remove(e, key)
		}
	}
	if slices.ContainsFunc(l.Content, func(have *yaml.Node) bool { return gr.id(have) == gr.id(e) }) {
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

// editable is a place of a document that an edit can change.
type editable struct {
	node *yaml.Node
	of   *grammar
}

// edit makes a few changes all over a document.
func (gr *grammar) edit(g *generator, document *yaml.Node) *yaml.Node {
	n := clone(document)
	for range g.IntN(7) {
		var places []editable
		gr.places(n, &places)
		p := places[g.IntN(len(places))]
		p.of.change(g, p.node)
	}
	return n
}

func (gr *grammar) places(n *yaml.Node, all *[]editable) {
	*all = append(*all, editable{n, gr})
	switch gr.kind {
	case grammarObject:
		for i := 0; i < len(n.Content); i += 2 {
			if f := gr.field(n.Content[i].Value); f != nil {
				f.places(n.Content[i+1], all)
			}
		}
	case grammarKeyed:
		for _, e := range n.Content {
			from := len(*all)
			gr.elem.places(e, all)
			for _, key := range gr.keys {
				// An element with another key is another element.
				*all = slices.DeleteFunc(*all, func(p editable) bool { return p.of == gr.elem.field(key) })
			}
			(*all)[from].of = gr.withoutKeys()
		}
	case grammarAtomic:
		for _, e := range n.Content {
			gr.elem.places(e, all)
		}
	case grammarLeaf, grammarText, grammarFree, grammarSet:
	}
}

// withoutKeys is what may change in an element without its becoming another.
func (gr *grammar) withoutKeys() *grammar {
	e := *gr.elem
	e.fields = slices.DeleteFunc(slices.Clone(e.fields), func(f grammarField) bool { return slices.Contains(gr.keys, f.name) })
	return &e
}

// change edits one place.
func (gr *grammar) change(g *generator, n *yaml.Node) {
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
	case grammarLeaf:
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
		gr.changeObject(g, n)
	case grammarFree:
		if name := gr.values[g.IntN(len(gr.values))]; g.chance(30) {
			remove(n, name)
		} else {
			g.put(n, name, scalar("!!str", names[g.IntN(len(names))]))
		}
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

func (gr *grammar) changeObject(g *generator, n *yaml.Node) {
	if len(gr.alternatives) > 0 && g.chance(40) {
		gr.choose(g, n)
		return
	}
	free := slices.DeleteFunc(slices.Clone(gr.fields), gr.isConstant)
	if len(free) == 0 {
		return
	}
	f := free[g.IntN(len(free))]
	if g.chance(35) {
		remove(n, f.name)
		return
	}
	g.put(n, f.name, f.of.value(g))
}
