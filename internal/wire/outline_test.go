package wire

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// sound are items that have an outline.
func sound() []string {
	return []string{
		"- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: a\n  data:\n    k: one\n",
		"- # head\n  # more\n  apiVersion: apps/v1\n  kind: \"Deployment\"\n  metadata: # kpt-merge: b/c\n    name: 'a'\n    namespace: n-1\n    labels: {app: web, \"tier\": 'front', n: [1, -2, --x, [a b, {}], a:b]}\n    annotations:\n      config.kubernetes.io/index: '0'\n      note: |\n        # a\n\n          b: c\n        \n      config.kubernetes.io/path: \"x y.yaml\" # here\n  spec:\n    # between\n    list:\n    - name: x # one\n      args: [--a, ':80']\n    - - 1\n      - - 2\n    -   deep:\n        - >-\n          folded\n          text\n        -   wide: 1\n            b: http://x:80/y#z # c\n    wide:\n      - a\n      - b: \"q\\\"\\n\"\n        c: 'it''s'\n    empty:\n    last: x:y -z\n",
		"- a: ~\n",
		"- a: 1 #x\n  # y\n",
		"- a:\n    b:\n    - 1\n  # y\n  # z\n",
		"- kind: A\n  x:\n  y: {a: null}\n",
		"- a: é — ü\n  \"b/c.d\": 1\n",
		"- a: |+\n    x\n  b: >\n     y\n",
		"- t: |+\n\n\n    x\n      \n     y\n    \n\n  u: |-\n    a\n  \n  v: |\n      b\n        c\n\n  w:\n  - |\n    d\n  - - |-\n      e\n    - f\n",
		"- list: [1, 1.5, .5, -1, +1, 0x1f, 0o7, 017, 1e3, 2001-01-01, 1_000, ~, null, true, False, y, on, .inf, -.inf, .nan, +.inf, -x, 1.2.3, 12:30:45]\n  \"é\": [é, {b.c: ü, \"ö\": 'x''y', b: \"\\\\n\\\"\"}, []]\n  true: 1\n",
		"- a:\n  - b:\n    - c\n    d:\n  - e:\n  f:\n    g:\n      - h\n      -   i: 1\n          j: 2\n  k:\n\n\n",
		"- 1: a\n  b: 2\n  \"c\": 3\n  '-d': 4\n",
		"- kind: A\n  metadata: {name: a, namespace: \"b\"}\n",
	}
}

// unsound are items that have to be parsed, whatever they are.
func unsound() []string {
	return []string{
		"- a: [\n", "- a: 'x\n", "- a: \"x\n", "- a: b: c\n", "- a: 1\n  a: 2\n", "- 1: a\n  1.0: b\n", "- {a: 1}\n",
		"- a: &x 1\n", "- a: *x\n", "- a: !!str 1\n", "- <<: x\n", "- a: {b: 1, b: 2}\n", "- a: 1\n   b: 2\n", "- a:\n    b: 1\n   c: 2\n",
		"- a: one\n    two\n", "- a: \"one\n    two\"\n", "- ? a\n  : b\n", "- a:\tb\n", "- a: @x\n", "- a: %x\n", "- a: `x\n", "- -\n", "- - a\n",
		"- a: |-\n\n\n  b: c\n", "- |-\n\n", "- - |-\n\n", "- - a: |-\n\n\n    b: c\n", "- a: >\n", "- a: |+\n\n", "- a:\n  - |-\n   \n", "- a: |-\n  \n",
		"- a: |\n", "- a: |\n      x\n    y\n", "- a: |\n        \n    y\n", "- a: |2\n    x\n", "- a:\n  # y\n    b: 1\n",
		"- a: 1\n\n  # y\n", "- a: 1\n # y\n", "- a:\n  # y\n", "- a: |\n    x\n \n  # y\n", "- a:\n    b: 1\n    # x\n  # y\n", "- a:\n    b:\n    - 1\n   # y\n",
		"- a: [x, y\n", "- a: [x]]\n", "- a: {x}\n", "- a: {x: }\n", "- a: [x: y]\n", "- a: \"\\x\"\n", "- a: \"x\" y\n", "- a: 'x'y\n", "- a: x:\n",
		"- a: - b\n", "- a\n", "- a:1\n", "- a: 1\n  - b\n", "- a:\n  - b\n  c\n", "- a: \x01\n", "- a: \u2028\n", "- a: \ufeff\n", "- a: \xff\n",
		"- metadata:\n    annotations:\n      a: 1\n      # x\n      b: 2\n", "- kind: ~\n", "- kind: |\n    x\n",
	}
}

// outlineOf reads an item that begins at the margin.
func outlineOf(text string) *Outline {
	s := parser{}
	return s.outline(text, 0)
}

func TestOutline(t *testing.T) {
	for _, text := range sound() {
		if outlineOf(text) == nil {
			t.Errorf("no outline of\n%s", text)
		}
		checkOutline(t, text)
	}
	for _, text := range unsound() {
		if outlineOf(text) != nil {
			t.Errorf("an outline of\n%s", text)
		}
	}
	text := "- metadata:\n    annotations:\n      a: \"1\"\n      b: |\n        x\n"
	item := &Item{text: text, outline: outlineOf(text)}
	if before, behind, ok := item.without("a"); !ok || before+behind != "- metadata:\n    annotations:\n      b: |\n        x\n" {
		t.Errorf("without an annotation it is %s", before+behind)
	}
}

// TestIsPrintable: every byte is found at every place.
func TestIsPrintable(t *testing.T) {
	for c := range 256 {
		want := c == '\n' || ' ' <= c && c < 0x7f
		for at := range 21 {
			text := []byte(strings.Repeat("a\n ~", 6))[:21]
			text[at] = byte(c)
			if got := isPrintable(string(text)); got != want {
				t.Errorf("%q is printable: %v", text, got)
			}
		}
	}
	if text := "a: é, ü — and \u2027\n"; !isPrintable(text) {
		t.Errorf("%q is not printable", text)
	}
}

// FuzzOutline: what has an outline is sound YAML by itself, and the outline agrees with
// it.
func FuzzOutline(f *testing.F) {
	for _, text := range append(sound(), unsound()...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkOutline(t, text)
	})
}

func checkOutline(t *testing.T, text string) {
	t.Helper()
	if !strings.HasPrefix(text, "- ") || !strings.HasSuffix(text, "\n") || len(text) > 20000 {
		return
	}
	if items, end := itemTexts(text, 0, 0); len(items) != 1 || end != len(text) {
		return
	}
	o := outlineOf(text)
	if o == nil {
		return
	}
	item := &Item{text: text}
	if !item.parsed() {
		_, err := only(text)
		t.Fatalf("an outline of what is no YAML (%v):\n%s", err, text)
	}
	if !o.partial {
		if made := tree(text, o.nodes); !reflect.DeepEqual(item.doc, made) {
			t.Fatalf("other nodes of\n%s\n-the library's +ours:\n%s", text, cmp.Diff(item.doc, made))
		}
	}
	item.outline = o
	n := item.Node()
	if err := merge.Check(n); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	m := ownField(n, "metadata")
	meta, annotations := o.Meta, o.Annotations
	for name, is := range map[string][2]string{
		"apiVersion": {meta.APIVersion, node.Text(ownField(n, "apiVersion"))}, "kind": {meta.Kind, node.Text(ownField(n, "kind"))},
		"name": {meta.Name, node.Text(ownField(m, "name"))}, "namespace": {meta.Namespace, node.Text(ownField(m, "namespace"))},
		"generateName": {meta.GenerateName, node.Text(ownField(m, "generateName"))},
	} {
		if is[0] != is[1] {
			t.Errorf("%s is %q, the outline says %q, in\n%s", name, is[1], is[0], text)
		}
	}
	a := ownField(m, "annotations")
	if a == nil {
		a = &yaml.Node{}
	}
	if len(a.Content) != 2*len(annotations) {
		t.Fatalf("%d annotations in\n%s", len(annotations), text)
	}
	for i, got := range annotations {
		if name := a.Content[2*i].Value; name != got.Name || node.Text(a.Content[2*i+1]) != got.Value {
			t.Errorf("annotation %q is %q in\n%s", name, got.Value, text)
		}
	}
	if hasNull(n) && !o.Nulls {
		t.Errorf("a null in\n%s", text)
	}
	for _, got := range annotations {
		checkWithout(t, item, got.Name)
	}
}

// checkWithout: leaving out the lines of an annotation leaves out that annotation and
// nothing else.
func checkWithout(t *testing.T, item *Item, name string) {
	t.Helper()
	before, behind, ok := item.without(name)
	if !ok {
		return
	}
	text := before + behind
	left := &Item{text: text}
	if !left.parsed() {
		t.Fatalf("without %s no YAML is left:\n%s", name, text)
	}
	a, b := node.FieldAt(item.node, "metadata", "annotations"), node.FieldAt(left.node, "metadata", "annotations")
	for i := 0; i+1 < len(a.Content); i += 2 {
		if a.Content[i].Value != name && !merge.Equal(ownField(b, a.Content[i].Value), a.Content[i+1]) {
			t.Errorf("without %s, %s is another:\n%s", name, a.Content[i].Value, text)
		}
	}
	if len(b.Content) != len(a.Content)-2 {
		t.Errorf("without %s:\n%s", name, text)
	}
}

func hasNull(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && node.IsNull(n) || slices.ContainsFunc(n.Content, hasNull)
}

// TestTree compares the nodes of random items with those that the library makes.
func TestTree(t *testing.T) {
	made := 0
	for seed := range uint64(3000) {
		g := generator{Rand: rand.New(rand.NewPCG(seed, 3))}
		g.WriteString("- ")
		g.mapping(2, 0)
		text := g.String()
		if o := outlineOf(text); o != nil && !o.partial {
			made++
		}
		checkOutline(t, text)
	}
	if made < 1000 {
		t.Errorf("only %d items were compared", made)
	}
}

// generator writes random items of the kind that people write. The cursor is
// behind the spaces of a line where something is written.
type generator struct {
	*rand.Rand
	strings.Builder
}

func (g *generator) any(of ...string) string { return of[g.IntN(len(of))] }

func (g *generator) newline() {
	comment := "\n" + strings.Repeat(" ", 2+g.IntN(6)) + "# c\n"
	g.WriteString(g.any("\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n", "\n\n", "\n   \n\n", comment))
}

func (g *generator) mapping(indent, depth int) {
	for i := range 1 + g.IntN(4) {
		if i > 0 {
			g.WriteString(strings.Repeat(" ", indent))
		}
		g.WriteString(fmt.Sprintf(g.any("k%d", "k%d", "\"k %d\"", "'k.%d'", "%d", "a/b.%d"), i) + ":")
		g.value(indent, depth, false)
	}
}

func (g *generator) sequence(indent, depth int) {
	for i := range 1 + g.IntN(4) {
		if i > 0 {
			g.WriteString(strings.Repeat(" ", indent))
		}
		gap := 1 + g.IntN(8)/7*2
		g.WriteString("-" + strings.Repeat(" ", gap))
		switch {
		case depth > 4 || g.IntN(3) == 0:
			g.value(indent, 9, true)
		case g.IntN(4) == 0:
			g.sequence(indent+1+gap, depth+1)
		default:
			g.mapping(indent+1+gap, depth+1)
		}
	}
}

// value writes a value, in a collection in that column, and the end of its line.
func (g *generator) value(indent, depth int, list bool) {
	kind := g.IntN(12)
	if !list {
		switch {
		case kind < 4 && depth < 5:
			g.newline()
			below := indent + 1 + g.IntN(4)
			if kind == 0 {
				below = indent + g.IntN(3)
				g.WriteString(strings.Repeat(" ", below))
				g.sequence(below, depth+1)
				return
			}
			g.WriteString(strings.Repeat(" ", below))
			g.mapping(below, depth+1)
			return
		case kind == 4:
			g.newline()
			return
		}
		g.WriteString(g.any(" ", " ", " ", "  "))
	}
	switch kind {
	case 5:
		g.block(indent)
		return
	case 6:
		g.WriteString(g.any("[]", "{}", "[a, 1, 'b c']", "{a: 1, \"b\": [x, {y: z}]}", "[ a , b ]", "[http://x:1/y, 1.5, ~]"))
	case 7:
		g.WriteString(g.any("\"a\"", "\"\"", "\"a\\\"b\\\\n\\n\"", "'it''s'", "''", "'# no'", "\"é: ü\""))
	default:
		g.WriteString(g.any("a", "a b", "1", "-1", "1.50", "true", "null", "~", "yes", "2001-01-01", "0x1f", "x:y", "http://a/b#c", "é", "a, b", "-x", "--x", "v1.2.3", "1_0", "$(A)", "/a/b"))
	}
	g.WriteString(g.any("", "", "", "", "  ", " # c", "   # a: 'b' ", " #"))
	g.newline()
}

func (g *generator) block(indent int) {
	g.WriteString(g.any("|", "|", "|-", "|+", "|+", ">") + "\n")
	below := strings.Repeat(" ", indent+1+g.IntN(4))
	for range 1 + g.IntN(4) {
		g.WriteString(g.any("", "", "", "\n", below[1:]+"\n") + below + g.any("a\n", "# b\n", "  c\n", "- d \n", "e: f\n"))
	}
	g.WriteString(g.any("", "", "\n", "\n\n", below+"\n", below+"  \n", below+"\n\n"+below+"   \n"))
}
