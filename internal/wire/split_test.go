package wire

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/source"
)

// FuzzSplit: a list that is read item by item has the nodes that it has when it
// is parsed as a whole, comments, style and all, but for their lines.
func FuzzSplit(f *testing.F) {
	for _, text := range append(sound(), unsound()...) {
		f.Add(head + "items:\n- a: 1 # x\n" + text + text)
		f.Add(head + "items:\n" + strings.TrimSuffix("  "+strings.ReplaceAll(text, "\n", "\n  "), "  ") + "functionConfig:\n  a: 1\n")
	}
	for _, text := range []string{
		"items:\n- a: \"x\n- b: y\"\n", "items:\n- a: |\n    x\n- b: 1\n\n- c: 1\n", "# a\n---\n" + head + "items: # x\n- a: 1\n",
		head + "items:\n- a: &x 1\n- b: *x\n", head + "x: \"\nitems:\n- a: 1\ny: \"\n", head + "items:\n- a: 1\n# c\n- b: 1\n",
		head + "items:\n- a: 1\nitems:\n- b: 1\n", head + "items:\n- a: |\n    x\ty\n    \tz\n- b: \t1\n", head + "items:\n- a: 1\n\t\n- b: 1\n",
		head + "items:\n- a: \u2028 1\n- b: 1\n", head + "items:\n- a: \x01\n- b: 1\n", head + "items:\n- a: 1\n...\n", head + "items:\n- a: 1\n---\nb: 1\n",
		head + "items:\n- {a: 1}\n- [\n- b\n", head + "items:\n- a: 1\n  # c\n- b: 1\n", head + "items:\n - a: 1\n - b: [x,\n    y]\n",
		head + "items:\n- a:\n    b: 1\n  # c\n- b: 1\n", head + "items:\n- a:\n    b:\n    - 1\n    # c\n    # d\n- b: 1\n  # e\nx: 1\n",
		head + "items:\n- a: |\n    x\n    # c\n  # d\n- b:\n  # e\n", head + "items:\n- a: |+\n    x\n\n  # c\n- b: 1\n\n  # d\n- c: 1\n # e\n",
		head + "items:\n- a: 1\n  b:\n    - 0\n  # c\n\n    -\n", "? x\n" + head + "items:\n- a: 1\n", "- " + head + "items:\n- a: 1\n",
	} {
		f.Add(text)
	}
	f.Fuzz(checkSplit)
}

// TestSplitComments is FuzzSplit for comments between and behind items.
func TestSplitComments(t *testing.T) {
	apart := 0
	for _, above := range []string{"a: 1", "a:\n    b: 1", "a:\n    b:\n      c: 1", "a:\n  - b", "a:\n  - b: 1", "a: |\n    x", "a: |+\n    x\n", "a: {}", "a: \"x\"", "a:", "a:\n    b:", "a: [1,\n    2]", "a: x\n    y", "# h\n  a: 1", "a: 1 # l"} {
		for _, comments := range []string{
			"# c\n", " # c\n", "  # c\n", "    # c\n", "\n  # c\n", "  # c\n\n", "  # c\n# d\n", "  # c\n\n# d\n", "  # c\n  # d\n",
			"    # c\n  # d\n", "  # c\n    # d\n", "  # c\n\n  # d\n", "      # c\n    # d\n  # e\n",
		} {
			for _, below := range []string{"", "- z: 1\n", "x: 1\n", "- y:\n    z: 1\n  # e\n- z: 1\n", "- # e\n  z: 1\n", "- y:\n    z: 1\n  # e\nx:\n- 1\n# f\n"} {
				text := head + "items:\n- " + above + "\n" + comments + below
				checkSplit(t, text)
				if split(text) != nil {
					apart++
				}
			}
		}
	}
	if apart < 400 {
		t.Errorf("only %d lists were read item by item", apart)
	}
}

func checkSplit(t *testing.T, text string) {
	t.Helper()
	l := split(text)
	if l == nil {
		return
	}
	whole, err := ReadWhole(text)
	if err != nil {
		t.Fatalf("read item by item, but: %v\n%s", err, text)
	}
	if len(l.Items) != len(whole.Items) {
		t.Fatalf("%d items, want %d:\n%s", len(l.Items), len(whole.Items), text)
	}
	var wanted, found []string
	for i, item := range l.Items {
		want, below := edgeless(whole.Items[i].Node())
		wanted = append(wanted, below...)
		got, below := edgeless(item.Node())
		found = append(found, below...)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("item %d of\n%s\n-want +got:\n%s", i, text, diff)
		}
		lines := strings.Fields(item.text)
		if last := lines[len(lines)-1]; last == "-" || strings.HasSuffix(last, ":") {
			continue // The library may give comments above an empty value to what is around it.
		}
		if have := strings.Fields(strings.Join(below, " ")); len(have) > len(lines) || !slices.Equal(have, lines[len(lines)-len(have):]) {
			t.Errorf("item %d has the comments %q in\n%s", i, below, text)
		}
	}
	slices.Sort(wanted)
	slices.Sort(found)
	if diff := cmp.Diff(wanted, found); diff != "" {
		t.Errorf("comments below the items of\n%s\n-want +got:\n%s", text, diff)
	}
	if (l.FunctionConfig == nil) != (whole.FunctionConfig == nil) || l.FunctionConfig != nil && !source.Equal(l.FunctionConfig, whole.FunctionConfig) {
		t.Errorf("another functionConfig in\n%s", text)
	}
	if out, err := l.Print(EntriesOf(l.Items), nil); err != nil || out.String() != text {
		t.Errorf("%v: printed as\n%s", err, out)
	}
	if parts, err := l.printParts(EntriesOf(l.Items), nil); err != nil || parts.String() != text {
		t.Errorf("%v: its parts are\n%s", err, parts)
	}
}

// edgeless is an item without positions, and by themselves the lines of the comments
// below its last line: where other items follow, the YAML library gives them to another
// key, and some to another item.
func edgeless(item *yaml.Node) (*yaml.Node, []string) {
	item = unplaced(item)
	var lines []string
	for last := []*yaml.Node{item}; ; {
		var below []string
		for _, n := range last {
			below = append(below, strings.FieldsFunc(n.FootComment, func(r rune) bool { return r == '\n' })...)
			n.FootComment = ""
		}
		lines = append(below, lines...)
		all := last[len(last)-1].Content
		if len(all) == 0 {
			return item, lines
		}
		in := last[len(last)-1]
		last = all[len(all)-1:]
		if in.Kind == yaml.MappingNode {
			last = all[len(all)-2:]
		}
	}
}

// unplaced is a tree without positions.
func unplaced(n *yaml.Node) *yaml.Node {
	c := *n
	c.Line, c.Column = 0, 0
	c.Content = make([]*yaml.Node, len(n.Content))
	for i := range n.Content {
		c.Content[i] = unplaced(n.Content[i])
	}
	return &c
}

func TestSplit(t *testing.T) {
	for text, items := range map[string]int{
		head + "items:\n- a: 1\n":                                      1,
		head + "items:\n  - a: 1\n    b: |\n      x\n  - c: 1\nx: 1\n": 2,
		"---\n" + head + "functionConfig: {}\nitems:\n- a: 1\n":        1,
		head + "items:\n- a: [1,\n  2]\n- b: 1\n":                      2,
		head + "items:\n- a: 1\n# c\n- b: 1\n":                         0,
		head + "items:\n- a: 1\n  # c\n- b: 1\n":                       2,
		head + "items:\n- a:\n    b: 1\n  # c\n- b: 1\n  # d\n":        2,
		head + "items:\n- a:\n    b: 1\n  # c\nx: 1\n":                 1,
		head + "items:\n- a: 1\n # c\n- b: 1\n":                        0,
		head + "items:\n- a: 1\n\n  # c\n- b: 1\n":                     0,
		head + "items:\n- a: |\n    x\n    # y\n- b: 1\n":              2,
		head + "items:\n- a: 1\n\n- b: 1\n":                            0,
		head + "items:\n- a: &x 1\n- b: 1\n":                           2,
		head + "items:\n- a: &x 1\n- b: *x\n":                          0,
		head + "items:\n- a: 1":                                        0,
		head + "items:\n- a: |\n    x\ty\n- b: 1\n":                    2,
		head + "items: []\n":                                           0,
		head + "items:\n- a: 1\r\n":                                    0,
		head + "items:\n- a: [\n":                                      0,
		head + "items:\n- a: 1\nfunctionConfig:\n  a: &x 1\n  b: *x\n": 0,
	} {
		l := split(text)
		if got := 0; l != nil {
			got = len(l.Items)
			if got != items {
				t.Errorf("%d items, want %d:\n%s", got, items, text)
			}
		} else if items != 0 {
			t.Errorf("not read item by item:\n%s", text)
		}
	}
}

const head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n"

// TestPrint reads a list, changes it and prints it.
func TestPrint(t *testing.T) {
	result := "{message: m, severity: info}"
	for _, test := range []struct {
		name, in string
		edit     func(items []Entry) []Entry
		result   bool
		want     string
	}{
		{name: "unchanged", in: "# a\n\n---\n" + head + "items:\n\n- a:   1 # b\n...\n", want: "# a\n\n---\n" + head + "items:\n\n- a:   1 # b\n...\n"},
		{name: "unchanged-crlf", in: strings.ReplaceAll(head+"items:\n- a: 1", "\n", "\r\n"), want: strings.ReplaceAll(head+"items:\n- a: 1", "\n", "\r\n")},
		{name: "unchanged-bom", in: "\ufeff" + head + "items:\n- a: 1\n", want: "\ufeff" + head + "items:\n- a: 1\n"},
		{name: "unchanged-json", in: `{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","items":[{"a":1}]}`, want: `{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","items":[{"a":1}]}`},
		{name: "no-items", in: head, want: head + "items: []\n"},
		{name: "null-items", in: head + "items:\n", want: head + "items: []\n"},
		{name: "result", in: head + "items:\n- a:   1\n\n# end\n", result: true, want: head + "items:\n- a:   1\nresults:\n- {message: m, severity: info}\n\n# end\n"},
		{name: "result-no-final-line-break", in: head + "items:\n- a:   1", result: true, want: head + "items:\n- a:   1\nresults:\n- {message: m, severity: info}\n"},
		{name: "result-behind-block-scalar", in: head + "items: []\nx: |+\n  text\n\n", result: true, want: head + "items: []\nx: |+\n  text\n\nresults:\n- {message: m, severity: info}\n"},
		{name: "result-before-document-end", in: head + "items:\n- a:   1\n...\n", result: true, want: head + "items:\n- a:   1\nresults:\n- {message: m, severity: info}\n...\n"},
		{name: "result-behind-others", in: head + "items:\n- a:   1\nresults:\n- message:   old\n", result: true, want: head + "items:\n- a:   1\nresults:\n- message:   old\n- {message: m, severity: info}\n"},
		{
			name: "deleted", in: head + "items:\n- a:   1\n- b:   1\nother:   1\n",
			edit: func(items []Entry) []Entry { return items[1:] },
			want: head + "items:\n- b:   1\nother:   1\n",
		},
		{
			name: "moved", in: head + "items:\n- a:   1\n- b:   1\n",
			edit: func(items []Entry) []Entry { return []Entry{items[1], items[0]} },
			want: head + "items:\n- b:   1\n- a:   1\n",
		},
		{
			name: "all-deleted", in: head + "items:\n- a: 1\n",
			edit: func([]Entry) []Entry { return nil },
			want: head + "items: []\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			l, err := Read(test.in)
			if err != nil {
				t.Fatal(err)
			}
			entries := EntriesOf(l.Items)
			if test.edit != nil {
				entries = test.edit(slices.Clone(entries))
			}
			var results []*yaml.Node
			if test.result {
				results = append(results, golden.Value(t, result))
			}
			got, err := l.Print(entries, results)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if _, err := Read(got.String()); err != nil {
				t.Errorf("cannot read it again: %v", err)
			}
		})
	}
}
