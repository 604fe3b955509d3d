package merge_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/rules"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

var update = flag.Bool("update", false, "rewrite what the rule files want: the value, the conflicts and the notes")

const ruleDir = "testdata/rules"

// TestRules merges the versions of every rule file and compares by value; the
// invariants must hold on each of them.
func TestRules(t *testing.T) {
	for _, rule := range rules.All(t, ruleDir) {
		t.Run(rule.Name, func(t *testing.T) {
			c := caseOf(t, rule)
			res, err := c.merge()
			if want, ok := rule.Section("want-error"); ok {
				wantError(t, err, want)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			compare(t, rule, res)
			checkInvariants(t, c)
			checkRepeated(t, c)
		})
	}
}

// Every ID of the list of cases is there, each once.
func TestRuleIDs(t *testing.T) {
	seen := map[string]string{}
	for _, rule := range rules.All(t, ruleDir) {
		if rule.ID == "" {
			continue
		}
		if first, ok := seen[rule.ID]; ok {
			t.Errorf("%s is both %s and %s", rule.ID, first, rule.Name)
		}
		seen[rule.ID] = rule.Name
	}
	if want := 131; len(seen) != want {
		t.Errorf("%d rules have an ID, want %d", len(seen), want)
	}
}

// caseOf makes the merge a rule file describes: of layers if it has 1.yaml, of
// a source if it has source.yaml, else of three versions.
func caseOf(t testing.TB, rule rules.Rule) mergeCase {
	t.Helper()
	version := func(section string) *yaml.Node { return versionOf(t, rule, section) }
	options := func(versions ...*yaml.Node) merge.Options {
		text, _ := rule.Section("config.yaml")
		opts, err := optionsOf(text, versions...)
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := rule.Section("answers.yaml"); ok {
			opts.Answers = answersOf(t, text)
		}
		return opts
	}
	var layers []*yaml.Node
	for {
		layer := version(fmt.Sprintf("%d.yaml", len(layers)+1))
		if layer == nil {
			break
		}
		layers = append(layers, layer)
	}
	source, dest := version("source.yaml"), version("dest.yaml")
	original, updated := version("original.yaml"), version("updated.yaml")
	switch {
	case len(layers) > 0:
		return layersCase(layers, options(layers...))
	case source != nil:
		return twoWayCase(source, dest, options(source, dest))
	case updated == nil && dest == nil:
		t.Fatal("no layers, no source, and neither updated.yaml nor dest.yaml: nothing to merge")
	}
	return threeWayCase(original, updated, dest, options(updated, dest))
}

// versionOf is a version of a rule file, nil if that does not have it.
func versionOf(t testing.TB, rule rules.Rule, section string) *yaml.Node {
	t.Helper()
	text, _ := rule.Section(section)
	return parse(t, text)
}

// compare compares what the engine gives with what the rule file wants, or rewrites that. A value
// that is the same keeps its spelling.
func compare(t *testing.T, rule rules.Rule, res merge.Result) {
	t.Helper()
	got := map[string]string{"conflicts": conflictLines(res), "notes": noteLines(res)}
	for _, section := range []string{"want.yaml", "want.txt"} {
		want, ok := rule.Section(section)
		switch {
		case ok && section == "want.yaml" && valueText(parse(t, want)) == valueText(res.Node):
			got[section] = want
		case ok:
			got[section] = encode(t, res.Node)
		}
	}
	golden.Compare(t, filepath.Join(ruleDir, filepath.FromSlash(rule.Name)+".txtar"), rule.Archive, got, *update)
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", strings.TrimSpace(want))
	}
	for words := range strings.Lines(want) {
		if words = strings.TrimSpace(words); !strings.Contains(err.Error(), words) {
			t.Errorf("error %q, want one with %q", err, words)
		}
	}
}

// conflictLines writes conflicts as rule files have them, a line each:
// "both-changed at spec.replicas: updated taken".
func conflictLines(res merge.Result) string {
	var b strings.Builder
	for _, c := range res.Conflicts {
		fmt.Fprintf(&b, "%s at %s: %s taken", c.Kind, pathText(c.Path), c.Taken)
		if c.Partial {
			b.WriteString(", partial")
		}
		if c.By == terms.ByAnswer {
			b.WriteString(", by an answer")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// noteLines writes notes as rule files have them: "order at spec.ports".
func noteLines(res merge.Result) string {
	var b strings.Builder
	for _, n := range res.Notes {
		fmt.Fprintf(&b, "%s at %s\n", n.Kind, pathText(n.Path))
	}
	return b.String()
}

func pathText(p merge.Path) string {
	if len(p) == 0 {
		return "."
	}
	return p.String()
}
