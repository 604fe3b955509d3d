package merge_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// generator makes documents and edited versions of them, the same for the same
// seed.
type generator struct {
	*rand.Rand
	// grammar is what documents follow.
	grammar *grammar
	// wild edits put values of other kinds and fields that no schema knows anywhere.
	wild bool
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
}

// follow sets the family that a generator's documents are of, and gives their schema: proven and
// unproven are of one that has everything, without and with lists whose keys do not identify
// their elements, resources of Kubernetes kinds.
func (g *generator) follow(t testing.TB, family string, seed uint64) merge.Schema {
	t.Helper()
	if family == "resources" {
		var schema merge.Schema
		g.grammar, schema = resources(t, g, seed)
		return schema
	}
	g.unproven, g.wild, g.grammar = family == "unproven", true, everything(g)
	return root()
}

var names = []string{"a", "b", "c", "d", "e", "f"}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

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

// text writes a version down, with comments and aliases where the generator
// has them, and other styles than those of the other versions.
func (g *generator) text(t testing.TB, document *yaml.Node) string {
	n := node.Copy(document)
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

// versions makes three versions of one document, as text and parsed.
func (g *generator) versions(t testing.TB) (texts [3]string, nodes [3]*yaml.Node) {
	base := g.grammar.value(g)
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
