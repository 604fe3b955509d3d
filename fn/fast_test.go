package fn

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/fn/runtime/runtimeutil"

	"github.com/krm-merge/krm-merge/internal/annotation"
	bench "github.com/krm-merge/krm-merge/internal/benchinput"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// FuzzFast: parsing no more of a list than needed gives the same bytes as parsing all
// of it, and the same values as reading and printing it as a whole.
func FuzzFast(f *testing.F) {
	for _, in := range golden.Sections(f, "testdata/run/*.txtar", "in") {
		for _, list := range spellings(in) {
			f.Add(list)
		}
	}
	f.Fuzz(func(t *testing.T, list string) { compareWays(t, list) })
}

// TestFast compares the ways on large lists.
func TestFast(t *testing.T) {
	for _, list := range [][]byte{
		bench.List(25, bench.Sparse), bench.List(25, bench.Dense), bench.Environment(30),
		// Large enough to be shared among processors.
		bench.Environment(400), bench.Keys(800), bench.Definition(2000),
	} {
		if _, _, _, err := merged(string(list), wire.Read); err != nil {
			t.Error(err)
		}
		compareWays(t, string(list))
	}
}

// countCopied counts the resources of a list that come out without being parsed.
func countCopied(list string, cfg *Config) (n int) {
	l, err := wire.Read(list)
	if err != nil {
		return 0
	}
	in, err := sortItems(l.Items, cfg, l.FunctionConfig)
	if err != nil {
		return 0
	}
	o, _, err := in.merge(cfg, l.Written)
	if err != nil {
		return 0
	}
	for _, m := range o.Resources {
		if m.Node == nil && m.Lazy == nil {
			n++
		}
	}
	return n
}

var (
	// endsInComment finds an item, or another element of a list, that ends with a comment.
	endsInComment = regexp.MustCompile(`(?m)^ +#.*\n *- `)
	transportID   = regexp.MustCompile(`(?m)^ *internal\.config\.kubernetes\.io/id: .*\n`)
)

// compareWays runs a list in three ways.
func compareWays(t *testing.T, text string) {
	t.Helper()
	_, fastText, _, fastErr := merged(text, wire.Read)
	_, parsedText, _, parsedErr := merged(text, func(text string) (*wire.List, error) {
		l, err := wire.Read(text)
		if err == nil && !l.Whole() {
			for _, item := range l.Items {
				item.Parse()
			}
		}
		return l, err
	})
	_, wholeText, _, wholeErr := merged(text, wire.ReadWhole)
	fast, parsed, whole := fastText.String(), parsedText.String(), wholeText.String()
	if (fastErr == nil) != (parsedErr == nil) || (fastErr == nil) != (wholeErr == nil) {
		t.Fatalf("errors are %v, %v and %v for\n%s", fastErr, parsedErr, wholeErr, text)
	}
	if fastErr != nil {
		return
	}
	if diff := cmp.Diff(parsed, fast); diff != "" {
		t.Errorf("%s\n-parsed +fast:\n%s", text, diff)
	}
	if endsInComment.MatchString(text) {
		// Parsed as a whole, such a comment may be another item's, whose comments then
		// seem to have changed: kpt must not copy them.
		fast, whole = transportID.ReplaceAllString(fast, ""), transportID.ReplaceAllString(whole, "")
	}
	var a, b yaml.Node
	if err := yaml.Unmarshal([]byte(fast), &a); err != nil {
		t.Fatalf("the output is no YAML: %v\n%s", err, fast)
	}
	if err := yaml.Unmarshal([]byte(whole), &b); err != nil {
		t.Fatal(err)
	}
	if !merge.Equal(&a, &b) {
		t.Errorf("%s\n-whole +fast:\n%s", text, cmp.Diff(whole, fast))
	}
}

// spellings are a list as it is, with a comment at the head of each item, and with items that
// stand deeper.
func spellings(list string) []string {
	all := []string{list}
	if at := itemsOf.FindStringSubmatchIndex(list); at != nil {
		before, items, behind := list[:at[2]], list[at[2]:at[3]], list[at[3]:]
		all = append(all, before+starts.ReplaceAllString(items, "- # head\n  ")+behind, before+lines.ReplaceAllString(items, "  $0")+behind)
	}
	return all
}

var (
	itemsOf = regexp.MustCompile(`(?m)^items:\n((?:(?:[- ].*)?\n)+)`)
	starts  = regexp.MustCompile(`(?m)^- `)
	lines   = regexp.MustCompile(`(?m)^.+$`)
)

// TestFastCases compares the ways on lists that are rare among random ones, and checks
// which of their resources are copied.
func TestFastCases(t *testing.T) {
	item := func(version, name, annotations, rest string) string {
		return "- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: " + name + "\n    annotations:\n" +
			"      config.kubernetes.io/merge-source: " + version + "\n" + annotations + rest
	}
	three := func(annotations, o, u, d string) string {
		return item("dest", "a", annotations, d) + item("original", "a", annotations, o) + item("updated", "a", annotations, u)
	}
	const one, two = "  data:\n    k: one\n", "  data:\n    k: two\n"
	for _, test := range []struct {
		name, items string
		copied      int
	}{
		{"same", three("      note: x\n", one, one, one), 1},
		{"changed-locally", three("      note: x\n", one, one, two), 1},
		{"changed-upstream", three("      note: x\n", one, two, one), 0},
		{"modes", three("      merge.fn.kpt.dev/modes: '.data: REPLACE'\n", one, one, two), 0},
		{"local-config", three("      config.kubernetes.io/local-config: 'true'\n", one, one, two), 0},
		{"null", three("      note: x\n", one, one, one+"    n: ~\n"), 0},
		{"own-list", three("      note: x\n", one, one, one+"  list:\n  - name: a\n  - name: a\n"), 1},
		{"no-other-annotation", three("", one, one, two), 1},
		{"held-twice", three("      note: x\n", one, one, two) + item("dest", "a", "      note: x\n", one), 0},
		{"held-twice-upstream", three("      note: x\n", one, one, two) + item("updated", "a", "      note: x\n", two), 0},
		{"claimed-by-another", three("      note: x\n", one, one, two) + "- apiVersion: v1\n  kind: ConfigMap\n  metadata: # kpt-merge: /a\n    name: b\n" + one, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n" + test.items
			compareWays(t, list)
			if copied := countCopied(list, &Config{}); copied != test.copied {
				t.Errorf("%d resources are copied, want %d", copied, test.copied)
			}
		})
	}
	same := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n" + three("", one, one, two)
	for _, options := range []resource.Options{{ModeKey: "m"}, {Rules: []resource.Rule{{}}}} {
		if n := countCopied(same, &Config{Options: options}); n != 0 {
			t.Errorf("%d resources are copied under %+v", n, options)
		}
	}
}

// TestFastReleases: once a list is merged, nothing holds its nodes, except those of
// resources that were added or moved.
func TestFastReleases(t *testing.T) {
	item := func(version, name, path, value string) string {
		return fmt.Sprintf("- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: %s\n    annotations:\n      config.kubernetes.io/merge-source: %s\n"+
			"      internal.config.kubernetes.io/path: %s.yaml\n  data:\n    k: %s\n", name, version, path, value)
	}
	list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n" +
		item("original", "same", "a", "1") + item("updated", "same", "a", "1") + item("dest", "same", "a", "1") +
		item("original", "changed", "a", "1") + item("updated", "changed", "a", "2") + item("dest", "changed", "a", "1") +
		item("original", "both", "a", "1") + item("updated", "both", "a", "2") + item("dest", "both", "a", "3") +
		item("original", "deleted", "a", "1") + item("dest", "deleted", "a", "2") +
		item("original", "deleted-here", "a", "1") + item("updated", "deleted-here", "a", "2") +
		item("updated", "added", "b", "1") + item("dest", "mine", "b", "1") +
		item("original", "moved", "c", "1") + item("updated", "moved", "d", "2") + item("dest", "moved", "c", "1")
	compareWays(t, list)
	l, err := wire.Read(list)
	if err != nil {
		t.Fatal(err)
	}
	in, err := sortItems(l.Items, &Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	o, _, err := in.merge(&Config{}, l.Written)
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Conflicts) != 3 {
		t.Errorf("%d conflicts, want 3", len(o.Conflicts))
	}
	entries, err := compose(in, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = l.Print(entries, nil); err != nil {
		t.Fatal(err)
	}
	var held []string
	for _, side := range [][]*resource.Resource{in.versions.Original, in.versions.Updated, in.versions.Dest} {
		for _, r := range side {
			if r.Node != nil || itemOf(r).Parsed() {
				held = append(held, itemOf(r).version.name+" "+r.Meta().Name)
			}
		}
	}
	for i, m := range o.Resources {
		if m.Node != nil || entries[i].Node != nil {
			held = append(held, m.Foremost().Meta().Name)
		}
	}
	if diff := cmp.Diff([]string{"original moved", "updated added", "updated moved", "dest moved", "added", "moved"}, held); diff != "" {
		t.Errorf("held nodes (-want +got):\n%s", diff)
	}
}

// TestAnnotations: annotations that tools write for each other are not part of a
// resource, and the one by which we know kustomize is the one that kustomize reads.
func TestAnnotations(t *testing.T) {
	for _, name := range []string{pathName, indexName, seqIndent, itemID, oldPath, oldIndex, oldID, packagePath} {
		if !annotation.IsTransport(name) {
			t.Errorf("%s is merged", name)
		}
	}
	if byKustomize != runtimeutil.FunctionAnnotationKey {
		t.Errorf("%s is not %s", byKustomize, runtimeutil.FunctionAnnotationKey)
	}
}
