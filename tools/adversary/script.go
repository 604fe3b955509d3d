package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
)

// script is what one side does to a file, by the nodes of that.
type script struct {
	// instead are values and elements that are replaced, nil where one is deleted.
	instead map[*yaml.Node]*yaml.Node
	// before are the children put in front of one, behind those at the end of a map or list.
	before, behind map[*yaml.Node][]*yaml.Node
	// lines are those of texts that are replaced, by their number.
	lines map[*yaml.Node]map[int]string
}

func newScript() *script {
	return &script{map[*yaml.Node]*yaml.Node{}, map[*yaml.Node][]*yaml.Node{}, map[*yaml.Node][]*yaml.Node{}, map[*yaml.Node]map[int]string{}}
}

// apply gives a copy of a node to which scripts are applied, nil if they delete it.
func apply(n *yaml.Node, scripts ...*script) *yaml.Node {
	for _, s := range scripts {
		if put, replaced := s.instead[n]; replaced {
			return put
		}
	}
	c := *n
	c.Content = nil
	width := 1
	if n.Kind == yaml.MappingNode {
		width = 2
	}
	for i := 0; i+width <= len(n.Content); i += width {
		child := n.Content[i+width-1]
		for _, s := range scripts {
			c.Content = append(c.Content, s.before[child]...)
		}
		if value := apply(child, scripts...); value != nil {
			c.Content = append(append(c.Content, n.Content[i:i+width-1]...), value)
		}
	}
	for _, s := range scripts {
		c.Content = append(c.Content, s.behind[n]...)
	}
	if lines := strings.SplitAfter(n.Value, "\n"); n.Kind == yaml.ScalarNode {
		for _, s := range scripts {
			for i, line := range s.lines[n] {
				lines[i] = line
			}
		}
		c.Value = strings.Join(lines, "")
	}
	return &c
}

// testCase is a file with two scripts.
type testCase struct {
	original, updated, dest, want, got []byte
	// told describes the edits; tokens are what each puts somewhere.
	told, tokens []string
	// collision is what stands in the way of each other, "" for nothing.
	collision string
	// follow makes what is wanted of a collision of which the edits can go along with each other; nil for another one.
	follow func()
}

// maker makes the scripts of a case.
type maker struct {
	*rand.Rand
	*testCase
	sides [2]*script
	// taken are nodes that an edit changes, or is in.
	taken  map[*yaml.Node]bool
	parent map[*yaml.Node]*yaml.Node
	nodes  []*yaml.Node
	// last is what was edited last.
	last *yaml.Node
}

// newCase makes a case of a file, nil if it is none of YAML without aliases, or too small; collide: two of its edits are
// of one place.
func newCase(text []byte, seed uint64, collide bool) *testCase {
	docs, err := source.Parse(text)
	if err != nil || len(docs) == 0 || bytes.Contains(text, []byte("{{")) {
		return nil
	}
	m := &maker{rand.New(rand.NewPCG(seed, 41)), &testCase{}, [2]*script{newScript(), newScript()}, map[*yaml.Node]bool{}, map[*yaml.Node]*yaml.Node{}, nil, nil}
	for _, doc := range docs {
		if !m.read(doc) {
			return nil
		}
	}
	if collide && (len(m.nodes) < 4 || !m.collide()) {
		return nil
	}
	for range 200 {
		if len(m.nodes) > 3 && len(m.told) < 3+int(seed%6) {
			m.edit(m.next())
		}
	}
	for i, to := range []*[]byte{&m.original, &m.updated, &m.dest, &m.want} {
		scripts := [][]*script{nil, m.sides[:1], m.sides[1:], m.sides[:]}[i]
		if to == &m.want && m.follow != nil {
			m.follow()
		}
		var b bytes.Buffer
		encoder := yaml.NewEncoder(&b)
		encoder.SetIndent(2)
		for _, doc := range docs {
			if encoder.Encode(apply(doc, scripts...)) != nil {
				return nil
			}
		}
		*to = b.Bytes()
	}
	if len(m.told) < 2 {
		return nil
	}
	return m.testCase
}

// next is what may be edited next: often a neighbour of what was, as edits that touch are
// the hard ones, and rather an element of a list than a field.
func (m *maker) next() *yaml.Node {
	if m.last != nil && m.IntN(3) > 0 {
		of := m.parent[m.last].Content
		near := of[max(0, min(len(of)-1, slices.Index(of, m.last)+[]int{-2, -1, 1, 2}[m.IntN(4)]))]
		if slices.Contains(m.nodes, near) {
			return near
		}
	}
	n := m.nodes[m.IntN(len(m.nodes))]
	for p := m.parent[n]; p != nil && m.IntN(2) == 0; n, p = p, m.parent[p] {
		if p.Kind == yaml.SequenceNode {
			break
		}
	}
	if !slices.Contains(m.nodes, n) {
		return m.nodes[m.IntN(len(m.nodes))]
	}
	return n
}

// read lists what may be edited: nothing that is null, as nobody knows one from another;
// false if there are aliases, which stand for other places.
func (m *maker) read(n *yaml.Node) bool {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		return false
	}
	for i, child := range n.Content {
		m.parent[child] = n
		if !m.read(child) {
			return false
		}
		identity := n.Kind == yaml.MappingNode && slices.Contains([]string{"apiVersion", "kind", "metadata", "name", "namespace"}, n.Content[i&^1].Value) && m.depth(n) < 2
		if n.Kind != yaml.DocumentNode && (n.Kind != yaml.MappingNode || i%2 == 1) && !identity && child.Tag != "!!null" {
			m.nodes = append(m.nodes, child)
		}
	}
	return true
}

// depth counts the maps and lists around a node.
func (m *maker) depth(n *yaml.Node) (of int) {
	for n = m.parent[n]; n != nil && n.Kind != yaml.DocumentNode; n = m.parent[n] {
		of++
	}
	return of
}

// token is a text that is nowhere else.
func (m *maker) token() string {
	m.tokens = append(m.tokens, fmt.Sprintf("zq%dx%d", len(m.tokens), m.IntN(1000)))
	return m.tokens[len(m.tokens)-1]
}

// edit makes an edit of a node, unless another one changed it, what is around it as a whole,
// or anything in it.
func (m *maker) edit(n *yaml.Node) {
	list, side := m.parent[n].Kind == yaml.SequenceNode, m.IntN(2)
	s := m.sides[side]
	text := n.Kind == yaml.ScalarNode && strings.Count(n.Value, "\n") > 6
	what := ""
	switch fate := m.IntN(5); {
	case m.taken[n]:
		return
	case text && fate < 4:
		// Every fourth line, so that no two of them touch.
		if s.lines[n] == nil {
			s.lines[n] = map[int]string{}
		}
		at := 4 * m.IntN(strings.Count(n.Value, "\n")/4)
		if m.sides[1-side].lines[n][at] != "" || s.lines[n][at] != "" {
			return
		}
		s.lines[n][at] = m.token() + "\n"
		m.note(side, "changed a line", n)
		m.hold(n)
		return
	case fate == 0 && (list || m.IntN(3) == 0) && len(m.parent[n].Content) > 2:
		what, s.instead[n] = "deleted", nil
	case fate == 1 && list:
		if m.sides[0].before[n] != nil || m.sides[1].before[n] != nil {
			return
		}
		s.before[n] = []*yaml.Node{m.fresh(n)}
		m.note(side, "added in front of", n)
		m.hold(n)
		return
	case fate == 1 && m.sides[1-side].behind[m.parent[n]] == nil:
		s.behind[m.parent[n]] = append(s.behind[m.parent[n]], &yaml.Node{Kind: yaml.ScalarNode, Value: m.token()}, &yaml.Node{Kind: yaml.ScalarNode, Value: m.token()})
		m.note(side, "added a field beside", n)
		m.hold(n)
		return
	case n.Kind == yaml.ScalarNode && !text:
		what, s.instead[n] = "changed", m.scalar(n)
	case list && fate < 4:
		what, s.instead[n] = "replaced", m.fresh(n)
	default:
		return
	}
	m.note(side, what, n)
	m.hold(n)
	m.lock(n)
}

func (m *maker) note(side int, what string, n *yaml.Node) {
	text, _ := yaml.Marshal(n)
	m.told = append(m.told, fmt.Sprintf("%s %s line %d: %.60q", [...]string{"updated", "dest"}[side], what, n.Line, text))
}

// hold keeps what is around a node from being changed as a whole.
func (m *maker) hold(n *yaml.Node) {
	m.last = n
	for p := m.parent[n]; p != nil; p = m.parent[p] {
		m.taken[p] = true
	}
}

// lock keeps a node and all in it from being changed.
func (m *maker) lock(n *yaml.Node) {
	for in := range node.All(n) {
		m.taken[in] = true
	}
}

// scalar is another value of the same type.
func (m *maker) scalar(n *yaml.Node) *yaml.Node {
	c := *n
	switch n.Tag {
	case "!!bool":
		c.Value = map[bool]string{true: "false", false: "true"}[strings.EqualFold(n.Value, "true")]
	case "!!int":
		c.Value = fmt.Sprint(100_000 + m.IntN(800_000))
	default:
		c = yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: m.token()}
	}
	return &c
}

// fresh is an element like another one, of which each string is another.
func (m *maker) fresh(n *yaml.Node) *yaml.Node {
	c := *n
	c.HeadComment, c.LineComment, c.FootComment, c.Content = "", "", "", nil
	if n.Kind == yaml.ScalarNode {
		return m.scalar(&c)
	}
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			c.Content = append(c.Content, child)
		} else {
			c.Content = append(c.Content, m.fresh(child))
		}
	}
	return &c
}
