package merge_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// generator makes documents and edited versions of them, the same for the same
// seed.
type generator struct {
	*rand.Rand
	// nulls puts nulls among the scalars.
	nulls bool
	// unproven lets keys be missing or repeated now and then.
	unproven bool
	// comments and aliases put them into the documents.
	comments, aliases bool
	// long gives documents lists of more elements than are found by going through them.
	long bool
	// tags gives maps and lists tags; keys writes some fields' names as numbers and as
	// their text, as each version likes.
	tags, keys bool
	// grammar is what documents follow, nil for those of root.
	grammar *grammar
}

// root is the schema of generated documents: every kind of list, a union with
// and one without discriminator, an atomic map, and maps nobody knows.
func root() *place {
	union := merge.Union{Members: []merge.UnionMember{{Field: "left"}, {Field: "right"}, {Field: "middle"}}}
	choice := merge.Union{Discriminator: "type", Members: []merge.UnionMember{
		{Field: "rolling", Choice: "Rolling"}, {Field: "partition", Choice: "Partition"}}}
	element := &place{fields: map[string]*place{"set": set(), "atomic": atomic()}, unions: []merge.Union{union}}
	element.fields["keyed"] = keyed(&place{}, "name")
	r := &place{fields: map[string]*place{
		"keyed":  keyed(element, "name"),
		"ports":  keyed(&place{}, "port", "protocol=TCP"),
		"set":    set(),
		"atomic": atomic(),
		"choice": {unions: []merge.Union{choice}},
		"select": {atomic: true},
		"union":  {unions: []merge.Union{union}},
	}}
	r.fields["deep"] = &place{fields: map[string]*place{"deep": {fields: r.fields}, "keyed": r.fields["keyed"], "set": r.fields["set"]}}
	return r
}

var names = []string{"a", "b", "c", "d", "e", "f"}

// names are those of elements.
func (g *generator) names(depth int) []string {
	if g.long && depth == 3 {
		return strings.Split("a b c d e f g h i j k l m o p q r s t u v w x z aa ab ac ad ae af ag ah ai aj ak al", " ")
	}
	return names
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func (g *generator) document() *yaml.Node {
	size, share := 4, 60
	if g.chance(60) {
		// In a small document edits of two sides meet more often.
		size, share = 2, 25
	}
	m := g.anyMap(size)
	for _, f := range []string{"keyed", "ports", "set", "atomic", "choice", "select", "union", "deep"} {
		if g.chance(share) {
			g.put(m, f, g.field(f, 3))
		}
	}
	return m
}

// field is a value that fits the field of that name, as the schema has it.
func (g *generator) field(name string, depth int) *yaml.Node {
	switch name {
	case "keyed":
		return g.keyedList("name", depth, func(m *yaml.Node) {
			for _, f := range []string{"set", "atomic", "keyed", "left", "right", "middle"} {
				if depth > 0 && g.chance(20) {
					g.put(m, f, g.field(f, depth-1))
				}
			}
		})
	case "ports":
		l := g.keyedList("port", depth, func(m *yaml.Node) {
			if g.chance(50) {
				g.put(m, "protocol", scalar("!!str", "TCP"))
			}
		})
		if g.chance(30) {
			m := mapping()
			g.put(m, "port", scalar("!!int", strconv.Itoa(g.IntN(4))))
			g.put(m, "protocol", scalar("!!str", "UDP"))
			l.Content = append(l.Content, m)
		}
		return l
	case "inferred":
		return g.keyedList("name", depth, func(*yaml.Node) {})
	case "set":
		l := &yaml.Node{Kind: yaml.SequenceNode}
		for _, n := range g.some(g.names(depth)) {
			l.Content = append(l.Content, scalar("!!str", n))
		}
		return l
	case "atomic":
		l := &yaml.Node{Kind: yaml.SequenceNode}
		for range g.IntN(4) {
			if g.chance(20) {
				l.Content = append(l.Content, g.anyMap(2))
			} else {
				l.Content = append(l.Content, g.scalar())
			}
		}
		return l
	case "choice":
		m := mapping()
		if g.chance(50) {
			g.put(m, "type", scalar("!!str", "Rolling"))
			g.put(m, "rolling", g.anyMap(2))
		} else {
			g.put(m, "type", scalar("!!str", "Plain"))
		}
		return m
	case "union":
		m := g.anyMap(2)
		g.put(m, []string{"left", "right", "middle"}[g.IntN(3)], g.anyMap(2))
		return m
	case "deep":
		m := g.anyMap(2)
		for _, f := range []string{"keyed", "set", "deep", "inferred"} {
			if depth > 0 && g.chance(40) {
				g.put(m, f, g.field(f, depth-1))
			}
		}
		return m
	}
	return g.anyMap(3)
}

// keyedList is a list of maps that the key identifies.
func (g *generator) keyedList(key string, depth int, more func(*yaml.Node)) *yaml.Node {
	l := &yaml.Node{Kind: yaml.SequenceNode}
	for i, name := range g.some(g.names(depth)) {
		m := mapping()
		id := scalar("!!str", name)
		if key == "port" {
			id = scalar("!!int", strconv.Itoa(10+i))
		}
		g.put(m, key, id)
		for _, f := range g.some([]string{"v", "w", "x"}) {
			g.put(m, f, g.scalar())
		}
		more(m)
		l.Content = append(l.Content, m)
	}
	return l
}

func (g *generator) anyMap(size int) *yaml.Node {
	m := mapping()
	for _, name := range g.some(names) {
		if len(m.Content)/2 >= size {
			break
		}
		switch {
		case g.chance(15) && size > 1:
			g.put(m, name, g.anyMap(size-1))
		case g.chance(5):
			g.put(m, name, &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{g.scalar()}})
		default:
			g.put(m, name, g.scalar())
		}
	}
	return m
}

func (g *generator) scalar() *yaml.Node {
	if g.nulls && g.chance(8) {
		return scalar("!!null", "null")
	}
	switch g.IntN(9) {
	case 0:
		return scalar("!!bool", []string{"true", "false"}[g.IntN(2)])
	case 1:
		return scalar("!!float", []string{"1.5", "0.1", "1e3"}[g.IntN(3)])
	case 2:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: "two\nlines\n", Style: yaml.LiteralStyle}
	case 3:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: strconv.Itoa(g.IntN(3)), Style: yaml.DoubleQuotedStyle}
	case 4:
		return scalar("!!str", "")
	case 5, 6:
		return scalar("!!int", strconv.Itoa(g.IntN(5)))
	}
	return scalar("!!str", names[g.IntN(len(names))])
}

// some picks a random part of a list, in random order now and then.
func (g *generator) some(all []string) []string {
	var picked []string
	for _, s := range all {
		if g.chance(50) {
			picked = append(picked, s)
		}
	}
	if g.chance(30) {
		g.Shuffle(len(picked), func(i, j int) { picked[i], picked[j] = picked[j], picked[i] })
	}
	return picked
}

func (g *generator) put(m *yaml.Node, name string, value *yaml.Node) {
	for i := 0; i < len(m.Content); i += 2 {
		if m.Content[i].Value == name {
			m.Content[i+1] = value
			return
		}
	}
	m.Content = append(m.Content, scalar("!!str", name), value)
}

func mapping() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode} }

func scalar(tag, value string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value}
	if tag == "!!str" && value == "" {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

// edited is a copy of a document with some random changes.
func (g *generator) edited(document *yaml.Node) *yaml.Node {
	if g.grammar != nil {
		return g.grammar.edit(g, document)
	}
	n := clone(document)
	for range g.IntN(15) {
		g.edit(n, "", 4)
	}
	return n
}

// edit changes one place below n, the value of the field of that name.
func (g *generator) edit(n *yaml.Node, name string, depth int) {
	if len(n.Content) > 0 && depth > 0 && g.chance(70) {
		i := g.IntN(len(n.Content))
		field := name
		if n.Kind == yaml.MappingNode {
			i |= 1
			field = n.Content[i-1].Value
			if isKeyOf(field, name) && !g.unproven {
				return
			}
		}
		if child := n.Content[i]; child.Kind == yaml.MappingNode || child.Kind == yaml.SequenceNode && listAt(name) == "" {
			if n.Kind == yaml.SequenceNode {
				field = name + "[]"
			}
			g.edit(child, field, depth-1)
			return
		}
	}
	switch n.Kind {
	case yaml.MappingNode:
		g.editMap(n, name)
	case yaml.SequenceNode:
		g.editList(n, name)
	}
}

// listAt is how the list of that field is identified, "" if it is not a field of
// the schema that holds a list.
func listAt(name string) string {
	switch name {
	case "keyed", "inferred":
		return "name"
	case "ports":
		return "port"
	case "set", "atomic":
		return name
	}
	return ""
}

func isKeyOf(field, name string) bool {
	return field == "name" || field == "port" || field == "protocol" && name == "ports[]"
}

func (g *generator) editMap(m *yaml.Node, name string) {
	pairs := len(m.Content) / 2
	if (name == "union" || name == "keyed[]") && g.chance(30) {
		g.editUnion(m)
		return
	}
	if pairs == 0 || g.chance(25) {
		f := append(slices.Clone(names), "keyed", "ports", "set", "atomic", "choice", "union", "left", "right", "type")[g.IntN(15)]
		switch {
		case f == "type" && name != "choice", name == "select":
			return
		case f == "type":
			g.put(m, "type", scalar("!!str", []string{"Rolling", "Plain", "Partition"}[g.IntN(3)]))
		case len(f) == 1 && g.chance(80):
			g.put(m, f, g.scalar())
		default:
			g.put(m, f, g.field(f, 1))
		}
		return
	}
	i := 2 * g.IntN(pairs)
	if isKeyOf(m.Content[i].Value, name) && !(g.unproven && g.chance(20)) {
		return
	}
	switch c := g.IntN(10); {
	case c < 3:
		m.Content = slices.Delete(m.Content, i, i+2)
	case c < 4:
		m.Content[i+1] = g.field(m.Content[i].Value, 1)
	case c < 5 && pairs > 1:
		m.Content = append(m.Content[2:], m.Content[0], m.Content[1])
	case c < 6:
		m.Content[i+1] = mapping()
	case m.Content[i+1].Kind == yaml.ScalarNode || c < 7:
		m.Content[i+1] = g.scalar()
	}
}

// editUnion chooses another member.
func (g *generator) editUnion(m *yaml.Node) {
	members := []string{"left", "right", "middle"}
	m.Content = slices.Clone(m.Content)
	for i := len(m.Content) - 2; i >= 0; i -= 2 {
		if slices.Contains(members, m.Content[i].Value) && g.chance(80) {
			m.Content = slices.Delete(m.Content, i, i+2)
		}
	}
	g.put(m, members[g.IntN(3)], g.anyMap(2))
}

func (g *generator) editList(l *yaml.Node, name string) {
	kind := listAt(name)
	switch c := g.IntN(10); {
	case c < 3 && len(l.Content) > 0:
		i := g.IntN(len(l.Content))
		l.Content = slices.Delete(l.Content, i, i+1)
	case c < 4 && len(l.Content) > 1:
		l.Content = append(l.Content[1:], l.Content[0])
	case c < 5:
		l.Content = nil
	case kind == "name" || kind == "port":
		fresh := g.field(name, 1)
		for _, e := range fresh.Content {
			if g.unproven && g.chance(10) || !slices.ContainsFunc(l.Content, func(have *yaml.Node) bool { return sameID(have, e) }) {
				l.Content = slices.Insert(l.Content, g.IntN(len(l.Content)+1), e)
				return
			}
		}
	case kind == "set":
		for _, s := range g.some(names) {
			if !slices.ContainsFunc(l.Content, func(have *yaml.Node) bool { return have.Value == s }) {
				l.Content = slices.Insert(l.Content, g.IntN(len(l.Content)+1), scalar("!!str", s))
				return
			}
		}
	default:
		l.Content = append(l.Content, g.scalar())
	}
}

// sameID reports whether two generated elements have one key.
func sameID(a, b *yaml.Node) bool {
	id := func(m *yaml.Node) string {
		name, protocol := "", "TCP"
		for i := 0; i+1 < len(m.Content); i += 2 {
			switch m.Content[i].Value {
			case "name", "port":
				name = m.Content[i+1].Value
			case "protocol":
				protocol = m.Content[i+1].Value
			}
		}
		return name + "/" + protocol
	}
	return a.Kind == b.Kind && id(a) == id(b)
}

// text writes a version down, with comments and aliases where the generator
// has them, and other styles than those of the other versions.
func (g *generator) text(t testing.TB, document *yaml.Node) string {
	n := clone(document)
	g.spell(n)
	if g.aliases && g.chance(50) {
		g.alias(n)
	}
	return encode(t, n)
}

func (g *generator) spell(n *yaml.Node) {
	if g.comments && n.Kind != yaml.MappingNode && n.Kind != yaml.SequenceNode && g.chance(10) {
		n.LineComment = fmt.Sprintf("# note %d", g.IntN(3))
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!str" && n.Style == 0 && g.chance(20) {
		n.Style = yaml.SingleQuotedStyle
	}
	for i := 0; n.Kind == yaml.MappingNode && g.keys && i < len(n.Content); i += 2 {
		key := n.Content[i]
		other := map[string]string{"a": "9090", "b": "true"}[key.Value]
		if other == "" {
			continue
		}
		key.Value, key.Style = other, yaml.DoubleQuotedStyle
		if g.chance(50) {
			key.Tag, key.Style = "", 0
		}
	}
	if n.Kind == yaml.MappingNode && g.comments {
		for i := 0; i < len(n.Content); i += 2 {
			if g.chance(5) {
				n.Content[i].HeadComment = fmt.Sprintf("# above %d", g.IntN(3))
			}
		}
	}
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			continue
		}
		g.spell(c)
	}
}

// tag gives some of the maps and lists that no schema knows another tag.
func (g *generator) tag(n *yaml.Node, percent int) {
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 1 && len(n.Content[i-1].Value) == 1 && c.Kind != yaml.ScalarNode && g.chance(percent) {
			c.Tag = []string{"!x", "!y", ""}[g.IntN(3)]
		}
		g.tag(c, percent)
	}
}

// alias writes some values that stand in the document before as aliases of
// them.
func (g *generator) alias(root *yaml.Node) {
	before := map[string]*yaml.Node{}
	anchors := 0
	var visit func(n *yaml.Node)
	visit = func(n *yaml.Node) {
		for i, c := range n.Content {
			if n.Kind == yaml.MappingNode && i%2 == 0 {
				continue
			}
			if c.Kind == yaml.ScalarNode && c.Value == "" || len(c.Content) == 0 && c.Kind != yaml.ScalarNode || c.Tag == "!!null" {
				continue
			}
			value := valueText(c)
			if first := before[value]; first != nil && g.chance(30) {
				if first.Anchor == "" {
					anchors++
					first.Anchor = fmt.Sprintf("x%d", anchors)
				}
				n.Content[i] = &yaml.Node{Kind: yaml.AliasNode, Value: first.Anchor, Alias: first}
				continue
			}
			visit(c)
			if before[value] == nil {
				before[value] = c
			}
		}
	}
	visit(root)
}

func clone(n *yaml.Node) *yaml.Node {
	c := *n
	c.Content = nil
	for _, e := range n.Content {
		c.Content = append(c.Content, clone(e))
	}
	return &c
}

// versions makes three versions of one document, as text and parsed.
func (g *generator) versions(t testing.TB) (texts [3]string, nodes [3]*yaml.Node) {
	base := g.document()
	if g.grammar != nil {
		base = g.grammar.value(g)
	}
	if g.tags {
		g.tag(base, 20)
	}
	updated, dest := g.edited(base), g.edited(base)
	if merge.Equal(base, dest) && g.chance(70) {
		dest = g.edited(base)
	}
	for i, v := range []*yaml.Node{base, updated, dest} {
		if g.tags && i > 0 {
			g.tag(v, 5)
		}
		texts[i] = g.text(t, v)
		nodes[i] = parse(t, texts[i])
	}
	return texts, nodes
}
