package wire

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/source"
)

// largeText is the text of a list of one large item, with its value.
func largeText(t *testing.T) (text string, value *yaml.Node) {
	t.Helper()
	var b strings.Builder
	b.WriteString(itemsKey + "- kind: A\n  spec:\n    list:\n")
	for i := range 400 {
		fmt.Fprintf(&b, "    - name: n%d\n      value: v%d # %d\n", i, i, i%7)
	}
	b.WriteString("    map:\n      text: |\n        a\n\n        b\n      last: '1'\n")
	text = b.String()
	doc := tree(strings.TrimPrefix(text, itemsKey))
	if doc == nil || len(text) < largeItem {
		t.Fatal("the text is not large and plain")
	}
	return text, doc.Content[0]
}

// span is where the only occurrence of a part is.
func span(t *testing.T, text, part string) source.Span {
	t.Helper()
	if strings.Count(text, part) != 1 {
		t.Fatalf("%q occurs %d times", part, strings.Count(text, part))
	}
	at := strings.Index(text, part)
	return source.Span{Start: at, End: at + len(part)}
}

func TestSays(t *testing.T) {
	text, value := largeText(t)
	written := []source.Span{{Start: 40, End: 40}, span(t, text, "v37 #"), span(t, text, "n38\n      value: v38"), span(t, text, "    - name: n100\n      value: v100 # 2\n"), span(t, text, "b\n      last")}
	if !confirms([]byte(text), written, value) {
		t.Error("the text does not say what it says")
	}
	find := func(want string) *yaml.Node {
		var at func(n *yaml.Node) *yaml.Node
		at = func(n *yaml.Node) *yaml.Node {
			if n.Value == want {
				return n
			}
			for _, c := range n.Content {
				if f := at(c); f != nil {
					return f
				}
			}
			return nil
		}
		return at(value)
	}
	list := value.Content[1].Content[0].Content[3].Content[1]
	for name, change := range map[string]func() (back func()){
		"value": func() func() { n := find("v200"); n.Value = "x"; return func() { n.Value = "v200" } },
		"type":  func() func() { n := find("1"); n.Tag = "!!int"; n.Style = 0; return func() { n.Tag = "!!str" } },
		"comment": func() func() {
			n := find("v200")
			n.LineComment = "# x"
			return func() { n.LineComment = "# 4" }
		},
		"comment-above": func() func() { n := find("n200"); n.HeadComment = "# x"; return func() { n.HeadComment = "" } },
		"comment-of-list": func() func() {
			list.FootComment = "# x"
			return func() { list.FootComment = "" }
		},
		"anchor": func() func() { n := find("v200"); n.Anchor = "a"; return func() { n.Anchor = "" } },
		"kind":   func() func() { list.Kind = yaml.MappingNode; return func() { list.Kind = yaml.SequenceNode } },
		"fewer": func() func() {
			all := list.Content
			list.Content = all[:399]
			return func() { list.Content = all }
		},
		"more": func() func() {
			all := list.Content
			list.Content = append(all[:400:400], all[0])
			return func() { list.Content = all }
		},
	} {
		t.Run(name, func(t *testing.T) {
			back := change()
			if confirms([]byte(text), written, value) {
				t.Error("the text says something else")
			}
			back()
			if !confirms([]byte(text), written, value) {
				t.Error("the test left something behind")
			}
		})
	}
	for name, other := range map[string]string{
		"comment":   strings.Replace(text, "    map:\n", "    # c\n    map:\n", 1),
		"folded":    strings.Replace(text, "|\n", ">\n", 1),
		"small":     itemsKey + "- kind: A\n",
		"no-item":   strings.Replace(text, itemsKey, "other:\n", 1),
		"two-items": text + "- kind: B\n",
	} {
		if confirms([]byte(other), nil, value) {
			t.Errorf("%s: who knows what the text says", name)
		}
	}
}

// TestSections: what is read of what was written are whole entries.
func TestSections(t *testing.T) {
	const item = "- a: 1\n  b:\n    c:\n    - d: 1\n      e: 2\n\n    - f\n    g: |\n      x\n\n      y\n    h: 3\n  i: 4\n"
	for part, want := range map[string]string{
		"1\n  b": item, "d: 1": "    - d: 1\n      e: 2\n\n", "2": "      e: 2\n\n", "e: 2\n\n    - f": "    - d: 1\n      e: 2\n\n    - f\n",
		"f": "    - f\n", "x": "    g: |\n      x\n\n      y\n", "y\n": "    g: |\n      x\n\n      y\n", "g: |\n      x": "    g: |\n      x\n\n      y\n", "3\n  i": "  b:\n    c:\n    - d: 1\n      e: 2\n\n    - f\n    g: |\n      x\n\n      y\n    h: 3\n  i: 4\n",
		"4\n": "  i: 4\n",
	} {
		at := len(itemsKey) + strings.Index(item, part)
		s, ok := sectionsOf(item, []source.Span{{Start: at, End: at + len(part)}})
		if !ok || len(s) != 1 || item[s[0].start:s[0].end] != want {
			t.Errorf("%q is widened to %v, want %q", part, s, want)
		}
	}
}

// TestAgrees: the library reads any parts of random items as they are read here,
// or it is known that it may not.
func TestAgrees(t *testing.T) {
	agreed := 0
	for seed := range uint64(500) {
		g := generator{Rand: rand.New(rand.NewPCG(seed, 5))}
		g.WriteString("- ")
		g.mapping(2, 0)
		item := g.String()
		if o := outlineOf(item); o == nil || o.comments || tree(item) == nil {
			continue
		}
		for range 10 {
			start := g.IntN(len(item))
			written := []source.Span{{Start: len(itemsKey) + start, End: len(itemsKey) + start + 1 + g.IntN(len(item)-start)}}
			if agrees(item, written) {
				agreed++
			}
		}
	}
	if agreed < 500 {
		t.Errorf("only %d parts agree", agreed)
	}
}
