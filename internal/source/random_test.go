package source

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/slow"
)

// mutator makes one random change in a copy of a tree, sharing the rest.
type mutator struct {
	rand     *rand.Rand
	comments bool
	what     string
}

// document changes a document; the old one stays as it is.
func (m *mutator) document(doc *yaml.Node) *yaml.Node {
	c := *doc
	c.Content = []*yaml.Node{m.change(doc.Content[0])}
	return &c
}

func (m *mutator) change(n *yaml.Node) *yaml.Node {
	if isCollection(n) && len(n.Content) > 0 && m.rand.Intn(4) > 0 {
		c := *n
		c.Content = append([]*yaml.Node(nil), n.Content...)
		j := m.rand.Intn(entryCount(n))
		if n.Kind == yaml.MappingNode {
			j = 2*j + 1
		}
		c.Content[j] = m.change(n.Content[j])
		return &c
	}
	return m.here(n)
}

func (m *mutator) here(n *yaml.Node) *yaml.Node {
	c := *n
	c.Content = append([]*yaml.Node(nil), n.Content...)
	entries := entryCount(n)
	if !isCollection(n) {
		entries = 0
	}
	mapping := n.Kind == yaml.MappingNode
	switch op := m.rand.Intn(9); {
	case op == 0 && entries > 0:
		m.what = "delete an entry"
		j := m.rand.Intn(entries)
		if mapping {
			c.Content = append(c.Content[:2*j], c.Content[2*j+2:]...)
		} else {
			c.Content = append(c.Content[:j], c.Content[j+1:]...)
		}
	case op <= 2 && isCollection(n):
		m.what = "insert an entry"
		j := m.rand.Intn(entries + 1)
		added := []*yaml.Node{m.value()}
		if mapping {
			j *= 2
			added = []*yaml.Node{{Kind: yaml.ScalarNode, Tag: "!!str", Value: fmt.Sprintf("new%d", m.rand.Intn(1000))}, added[0]}
		}
		if m.comments && m.rand.Intn(2) == 0 {
			added[0].HeadComment = "# head of new"
		}
		c.Content = append(c.Content[:j:j], append(added, c.Content[j:]...)...)
	case op == 3 && entries > 1:
		m.what = "move an entry"
		size := 1
		if mapping {
			size = 2
		}
		from, to := size*m.rand.Intn(entries), size*m.rand.Intn(entries)
		moved := append([]*yaml.Node(nil), c.Content[from:from+size]...)
		rest := append(c.Content[:from:from], c.Content[from+size:]...)
		c.Content = append(rest[:to:to], append(moved, rest[to:]...)...)
	case op == 4 && m.comments && entries > 0:
		m.what = "change a comment"
		j := m.rand.Intn(entries)
		if mapping {
			j = 2*j + m.rand.Intn(2)
		}
		e := *c.Content[j]
		switch k := m.rand.Intn(3); {
		case k == 0:
			e.HeadComment = m.comment(e.HeadComment)
		case k == 1 && (!mapping && !isCollection(&e) || mapping && j%2 == 1 && !isCollection(&e)):
			e.LineComment = m.comment(e.LineComment)
		case !mapping || j%2 == 0:
			e.FootComment = m.comment(e.FootComment)
		}
		c.Content[j] = &e
	case op == 5 && entries > 1:
		m.what = "delete, insert and change"
		a, b := *m, *m
		x := a.here(&c)
		return b.change(x)
	default:
		m.what = "replace a value"
		v := m.value()
		v.Anchor = n.Anchor
		if v.Kind == yaml.AliasNode {
			v.Anchor = ""
		}
		if m.comments {
			v.LineComment = n.LineComment
			if isCollection(v) && v.Style == 0 {
				v.LineComment = ""
			}
		}
		return v
	}
	return &c
}

func (m *mutator) comment(was string) string {
	if was != "" && m.rand.Intn(2) == 0 {
		return ""
	}
	return fmt.Sprintf("# comment %d", m.rand.Intn(100))
}

func (m *mutator) value() *yaml.Node {
	scalar := func(tag, v string, s yaml.Style) *yaml.Node {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: v, Style: s}
	}
	key := func(k string) *yaml.Node { return scalar("!!str", k, 0) }
	switch m.rand.Intn(12) {
	case 0:
		return scalar("!!int", fmt.Sprint(m.rand.Intn(100)), 0)
	case 1:
		return scalar("!!str", "12", yaml.DoubleQuotedStyle)
	case 2:
		return scalar("!!str", "two\nlines\n", yaml.LiteralStyle)
	case 3:
		return scalar("!!str", "it's: odd # text", yaml.SingleQuotedStyle)
	case 4:
		return scalar("!!null", "null", 0)
	case 5:
		return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{key("p"), m.value(), key("q"), m.value()}}
	case 6:
		return &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: []*yaml.Node{m.value(), m.value()}}
	case 7:
		return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Style: yaml.FlowStyle}
	case 8:
		return &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Style: yaml.FlowStyle, Content: []*yaml.Node{m.value()}}
	case 9:
		return scalar("!!str", "", yaml.DoubleQuotedStyle)
	case 10:
		return scalar("!!bool", "true", 0)
	}
	return scalar("!!str", fmt.Sprintf("text %d", m.rand.Intn(100)), 0)
}

// Random changes are printed in place and verified, in every variant.
func TestRandomEdits(t *testing.T) {
	for _, comments := range []bool{false, true} {
		t.Run(fmt.Sprintf("comments=%v", comments), func(t *testing.T) { randomEdits(t, comments) })
	}
}

func randomEdits(t *testing.T, comments bool) {
	all := samples(t)
	rounds := 15
	if !slow.Wanted {
		rounds = 8
	}
	var failed, prints, anew, lossy int
	for seed := range rounds {
		for k, s := range all {
			if len(s.docs) == 0 || comments && isJSON(bytes.TrimPrefix(s.text, []byte(byteOrderMark))) {
				continue // JSON holds no comments.
			}
			m := &mutator{rand: rand.New(rand.NewSource(int64(seed*10_000 + k))), comments: comments}
			docs := changes(s.docs)
			i := m.rand.Intn(len(docs))
			docs[i].New = m.document(docs[i].Old)
			for range seed % 4 {
				docs[i].New = m.document(docs[i].New)
			}
			if !isAnchored(docs[i].New) {
				continue // Aliases without their anchors are written out by who merges.
			}
			before := node.Copy(docs[i].Old)
			prints++
			p, out, err := printed(s.text, docs)
			if !Identical(before, docs[i].Old) {
				t.Fatalf("%s, seed %d, %s: the old tree was modified:\n%s", s.name, seed, m.what, cmp.Diff(before, docs[i].Old))
			}
			if err != nil {
				failed++
				t.Errorf("%s, seed %d, %s: %v", s.name, seed, m.what, err)
				continue
			}
			anew, lossy = anew+p.anew, lossy+p.lossy
			if testing.Verbose() && p.anew+p.lossy > 0 {
				root, _ := yaml.Marshal(docs[i].New.Content[0])
				t.Logf("%s, seed %d, %s: %d anew, %d lossy\n%s\nwanted:\n%s\ngot:\n%s", s.name, seed, m.what, p.anew, p.lossy, s.text, root, out)
			}
			verify(t, fmt.Sprintf("%s, seed %d, %s", s.name, seed, m.what), out, docs)
		}
	}
	t.Logf("%d prints: %d anew, %d lossy", prints, anew, lossy)
	if prints < 1000 {
		t.Errorf("only %d prints", prints)
	}
	// Those with comments inside flow collections are.
	if (anew+lossy)*80 > prints {
		t.Errorf("%d of %d documents were written anew, %d are lossy", anew, prints, lossy)
	}
}

// Whatever the other versions of a text are, printing ends, and has the value that is wanted: what lines merged is
// not merged by lines again.
func TestRandomVersions(t *testing.T) {
	merged := 0
	for k, s := range samples(t) {
		for seed := range 4 {
			m := &mutator{rand: rand.New(rand.NewSource(int64(seed*10_000 + k)))}
			docs := changes(s.docs)
			if len(docs) != 1 || docs[0].Old == nil {
				continue
			}
			docs[0].New = m.document(docs[0].Old)
			docs[0].Versions = &Versions{Original: m.lines(s.text), Updated: m.lines(s.text)}
			if !isAnchored(docs[0].New) {
				continue
			}
			merged++
			out, err := Print(s.text, docs)
			if err != nil {
				t.Fatalf("%s, seed %d: %v", s.name, seed, err)
			}
			verify(t, fmt.Sprintf("%s, seed %d", s.name, seed), out, docs)
		}
	}
	if merged < 100 {
		t.Errorf("only %d merges", merged)
	}
}

// lines is a text in which some lines are gone or stand twice.
func (m *mutator) lines(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		out = append(out, bytes.Repeat(line, []int{0, 2, 1, 1, 1, 1, 1, 1}[m.rand.Intn(8)])...)
	}
	return out
}

// isAnchored reports whether every alias of a tree stands behind its anchor.
func isAnchored(n *yaml.Node) bool {
	names := map[string]bool{}
	var visit func(n *yaml.Node) bool
	visit = func(n *yaml.Node) bool {
		if n.Anchor != "" {
			names[n.Anchor] = true
		}
		return (n.Kind != yaml.AliasNode || names[n.Value]) && !slices.ContainsFunc(n.Content, func(c *yaml.Node) bool { return !visit(c) })
	}
	return visit(n)
}

// verify parses what was printed on its own account, and prints it again.
func verify(t *testing.T, name string, out []byte, docs []Change) {
	t.Helper()
	got, err := Parse(out)
	if err != nil {
		t.Errorf("%s: output does not parse: %v\n%s", name, err, out)
		return
	}
	var want []*yaml.Node
	for _, d := range docs {
		if d.New != nil {
			want = append(want, d.wanted().Content[0])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d documents instead of %d\n%s", name, len(got), len(want), out)
		return
	}
	again := changes(got)
	for i := range got {
		if !Equal(got[i].Content[0], want[i]) {
			t.Errorf("%s: document %d has another value\n%s", name, i+1, out)
		}
	}
	for i := range again {
		again[i].New = node.Copy(got[i])
	}
	twice, err := Print(out, again)
	if err != nil || !bytes.Equal(out, twice) {
		t.Errorf("%s: printed again: %v\n%s", name, err, cmp.Diff(string(out), string(twice)))
	}
}

func entryCount(n *yaml.Node) int {
	if n.Kind == yaml.MappingNode {
		return len(n.Content) / 2
	}
	return len(n.Content)
}

func isCollection(n *yaml.Node) bool {
	return n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode
}

// Whatever parses is printed unchanged byte for byte; whatever is changed is
// printed right or refused; nothing panics.
func FuzzPrint(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.text, int64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, seed int64) {
		if len(text) > 4096 {
			return
		}
		old, err := Parse(text)
		if err != nil || len(old) == 0 {
			return
		}
		docs := changes(old)
		for i := range docs {
			docs[i].New = node.Copy(old[i])
		}
		out, err := Print(text, docs)
		if err == nil && !bytes.Equal(out, text) {
			t.Errorf("unchanged text was changed:\n%q\n%q", text, out)
		}
		m := &mutator{rand: rand.New(rand.NewSource(seed)), comments: seed%2 == 0}
		for i := range docs {
			docs[i].New = old[i]
		}
		i := m.rand.Intn(len(docs))
		switch m.rand.Intn(6) {
		case 0:
			docs[i].New = nil
		case 1:
			docs = append(docs[:i:i], append([]Change{{New: m.value()}}, docs[i:]...)...)
		default:
			docs[i].New = m.document(old[i])
		}
		out, err = Print(text, docs)
		if err != nil {
			return
		}
		if err := checkStream(out, docs); err != nil {
			t.Errorf("%v\n%q\n%q", err, text, out)
		}
	})
}
