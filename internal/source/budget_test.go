package source

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// Each kind of edit touches so many lines and no more.
func TestLineBudget(t *testing.T) {
	text := "# head\n\na:   1   # one\nb:\n\n    # about c\n    c:   'x'   # x\n\n    d: [1,   2]\nl:\n    - x\n    -   name: n\n        v:   1\n\n    - y # y\ne: |\n    text\n# end\n"
	scalar := func(v string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: v} }
	for _, c := range []struct {
		name           string
		change         func(root *yaml.Node)
		removed, added int
	}{
		{"nothing", func(*yaml.Node) {}, 0, 0},
		{"scalar", func(root *yaml.Node) { set(root, scalar("new"), 1) }, 1, 1},
		{"nested scalar", func(root *yaml.Node) { set(root, scalar("new"), 3, 1) }, 1, 1},
		{"scalar in a flow", func(root *yaml.Node) { set(root, scalar("new"), 3, 3, 0) }, 1, 1},
		{"scalar in a list", func(root *yaml.Node) { set(root, scalar("new"), 5, 1, 3) }, 1, 1},
		{"element", func(root *yaml.Node) { set(root, scalar("new"), 5, 2) }, 1, 1},
		{"text", func(root *yaml.Node) { set(root, scalar("new"), 7) }, 2, 1},
		{"insert first", func(root *yaml.Node) { insert(root, 0, scalar("k"), scalar("v")) }, 0, 1},
		{"insert last", func(root *yaml.Node) { insert(root, 8, scalar("k"), scalar("v")) }, 0, 1},
		{"insert in a map", func(root *yaml.Node) { at(root, 3, 2, scalar("k"), scalar("v")) }, 0, 1},
		{"insert an element", func(root *yaml.Node) { at(root, 5, 1, scalar("v")) }, 0, 1},
		{"insert in a flow", func(root *yaml.Node) {
			flow := root.Content[3].Content[3]
			f := *flow
			insert(&f, 1, scalar("v"))
			set(root, &f, 3, 3)
		}, 1, 1},
		{"delete", func(root *yaml.Node) { root.Content = root.Content[2:] }, 1, 0},
		{"delete with comment", func(root *yaml.Node) { at(root, 3, -2) }, 3, 0},
	} {
		for _, v := range variants([]byte(text)) {
			docs, err := Parse(v.text)
			if err != nil {
				t.Fatal(err)
			}
			d := changes(docs)
			root := *docs[0].Content[0]
			root.Content = append([]*yaml.Node(nil), root.Content...)
			c.change(&root)
			d[0].New = &root
			p, out, err := printed(v.text, d, nil)
			if err != nil || p.anew > 0 {
				t.Errorf("%s%s: %v, %d documents anew", c.name, v.name, err, p.anew)
				continue
			}
			removed, added := lineDiff(string(v.text), string(out))
			if removed != c.removed || added != c.added {
				t.Errorf("%s%s: -%d +%d lines, want -%d +%d\n%s", c.name, v.name, removed, added, c.removed, c.added, cmp.Diff(string(v.text), string(out)))
			}
		}
	}
}

// set puts a node at a path of positions, copying the way to it.
func set(n *yaml.Node, v *yaml.Node, path ...int) {
	n.Content = append([]*yaml.Node(nil), n.Content...)
	if len(path) == 1 {
		n.Content[path[0]] = v
		return
	}
	c := *n.Content[path[0]]
	n.Content[path[0]] = &c
	set(&c, v, path[1:]...)
}

func insert(n *yaml.Node, i int, added ...*yaml.Node) {
	n.Content = append(n.Content[:i:i], append(added, n.Content[i:]...)...)
}

// at inserts into the child of a root, or deletes its first nodes.
func at(root *yaml.Node, child, i int, added ...*yaml.Node) {
	c := *root.Content[child]
	if i < 0 {
		c.Content = c.Content[-i:]
	} else {
		insert(&c, i, added...)
	}
	set(root, &c, child)
}

// lineDiff counts the lines between the common start and the common end.
func lineDiff(a, b string) (removed, added int) {
	a, b = strings.TrimRight(a, "\r\n"), strings.TrimRight(b, "\r\n")
	a, b = strings.ReplaceAll(a, "\r\n", "\n"), strings.ReplaceAll(b, "\r\n", "\n")
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return len(x), len(y)
}

// Documents come and go with their markers, and what stays keeps its bytes.
func TestDocumentsComeAndGo(t *testing.T) {
	for _, c := range []struct {
		name, text string
		// keep tells which of the documents stay, + where one is added, h where one
		// with a head is.
		keep, want string
	}{
		{"add to nothing", "", "+", "new: 1\n"},
		{"add twice to nothing", "", "++", "new: 1\n---\nnew: 1\n"},
		{"add behind", "a: 1\n", "k+", "a: 1\n---\nnew: 1\n"},
		{"add in front", "a: 1\n", "+k", "new: 1\n---\na: 1\n"},
		{"add between", "a: 1\n---\nb: 2\n", "k+k", "a: 1\n---\nnew: 1\n---\nb: 2\n"},
		{"add in front of a marker", "---\na: 1\n", "+k", "---\nnew: 1\n---\na: 1\n"},
		{"add behind no final newline", "a: 1", "k+", "a: 1\n---\nnew: 1\n"},
		{"add behind text without newline", "a: |\n  x", "k+", "a: |-\n  x\n---\nnew: 1\n"},
		{"add behind dots", "a: 1\n...\n", "k+", "a: 1\n...\n---\nnew: 1\n"},
		{"add with CRLF", "a: 1\r\n", "k+", "a: 1\r\n---\r\nnew: 1\r\n"},
		{"add behind a byte order mark", "\ufeffa: 1\n", "+k", "\ufeffnew: 1\n---\na: 1\n"},
		{"delete the last", "a: 1\n---\nb: 2\n", "kd", "a: 1\n"},
		{"delete the first", "a: 1\n---\nb: 2\n", "dk", "b: 2\n"},
		{"delete the first marked", "---\na: 1\n---\nb: 2\n", "dk", "---\nb: 2\n"},
		{"delete the first of a marker with comment", "a: 1\n--- # b\nb: 2\n", "dk", "--- # b\nb: 2\n"},
		{"delete the middle", "a: 1\n---\nb: 2\n---\nc: 3", "kdk", "a: 1\n---\nc: 3"},
		{"delete the last of no final newline", "a: 1\n---\nb: 2", "kd", "a: 1\n"},
		{"delete all", "a: 1\n---\nb: 2\n", "dd", ""},
		{"delete keeps the head", "# licence\n\na: 1\n---\nb: 2\n", "dk", "# licence\n\nb: 2\n"},
		{"exchange", "a: 1\n---\nb: 2\n", "d+k", "new: 1\n---\nb: 2\n"},
		{"exchange keeps the head", "# licence\n\na: 1\n", "d+", "# licence\n\nnew: 1\n"},
		{"exchange keeps the head once", "# licence\n\na: 1\n", "dh", "# licence\n\nheaded: 1\n"},
		{"exchange keeps another head", "# licence 1.0\n\na: 1\n", "dh", "# licence 1.0\n\n# licence\n\nheaded: 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			old, err := Parse([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			added, err := Parse([]byte("new: 1\n"))
			if err != nil {
				t.Fatal(err)
			}
			headed := Text{Bytes: []byte("# licence\n\nheaded: 1\n")}
			if headed.Docs, err = Parse(headed.Bytes); err != nil {
				t.Fatal(err)
			}
			var docs []Change
			for _, k := range c.keep {
				switch k {
				case 'h':
					docs = append(docs, Change{New: headed.Docs[0]})
					continue
				case '+':
					docs = append(docs, Change{New: added[0].Content[0]})
					continue
				case 'k':
					docs = append(docs, Change{Old: old[0], New: old[0]})
				case 'd':
					docs = append(docs, Change{Old: old[0]})
				}
				old = old[1:]
			}
			got, err := Print([]byte(c.text), docs, headed)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
