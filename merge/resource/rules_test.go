package resource_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/rules"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestRules merges the versions of every rule file for whole resources and
// compares by value, with want.txt also by text; then merges the result again, which must change nothing.
func TestRules(t *testing.T) {
	ids := map[string]bool{}
	for _, rule := range rules.All(t, "testdata/rules") {
		if rule.ID != "" {
			ids[rule.ID] = true
		}
		t.Run(rule.Name, func(t *testing.T) {
			text, _ := rule.Section("config.yaml")
			cfg := options(t, text)
			v := resource.Versions{
				Original: ruleVersion(t, rule, "original.yaml"),
				Updated:  ruleVersion(t, rule, "updated.yaml"),
				Dest:     ruleVersion(t, rule, "dest.yaml"),
			}
			out, err := resource.Merge(v, cfg)
			if err != nil {
				t.Fatal(err)
			}
			want := ruleVersion(t, rule, "want.yaml")
			if _, isText := rule.Section("want.txt"); isText {
				want = ruleVersion(t, rule, "want.txt")
				if diff := gocmp.Diff(spelled(t, want), spelled(t, results(out))); diff != "" {
					t.Errorf("text (-want +got):\n%s", diff)
				}
			}
			if diff := gocmp.Diff(decoded(t, want), decoded(t, results(out))); diff != "" {
				t.Errorf("value (-want +got):\n%s", diff)
			}
			conflicts, _ := rule.Section("conflicts")
			if diff := gocmp.Diff(conflicts, ruleConflicts(out)); diff != "" {
				t.Errorf("conflicts (-want +got):\n%s", diff)
			}
			notes, _ := rule.Section("notes")
			if diff := gocmp.Diff(notes, ruleNotes(out)); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}

			again, err := resource.Merge(resource.Versions{Original: v.Updated, Updated: v.Updated, Dest: results(out)}, cfg)
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range again.Resources {
				if i >= len(out.Resources) || m.Node != out.Resources[i].Node {
					t.Errorf("merging the result again changes resource %d", i)
				}
			}
			if len(again.Resources) != len(out.Resources) || len(again.Conflicts) > 0 {
				t.Errorf("merging the result again gives %d resources, not %d, and %d conflicts",
					len(again.Resources), len(out.Resources), len(again.Conflicts))
			}
		})
	}
	if want := 9; len(ids) != want {
		t.Errorf("%d rules have an ID, want %d", len(ids), want)
	}
}

// options are those of a configuration.
func options(t *testing.T, text string) resource.Options {
	t.Helper()
	cfg, err := fn.ParseConfig(golden.Document(t, text), "config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return cfg.Options
}

// ruleVersion reads a stream of resources; all lie in one file but for those that have the
// annotation for it.
func ruleVersion(t *testing.T, rule rules.Rule, section string) []*resource.Resource {
	t.Helper()
	text, _ := rule.Section(section)
	path, named := rule.Section("file")
	if path = strings.TrimSpace(path); !named {
		path = "package.yaml"
	}
	all := documents(t, text, section)
	for _, r := range all {
		r.Path = cmp.Or(annotation.Get(r.Node, "config.kubernetes.io/path"), path)
	}
	return all
}

// results are the resources of a result as those of a version.
func results(out *resource.Outcome) (all []*resource.Resource) {
	for _, m := range out.Resources {
		all = append(all, &resource.Resource{Node: m.Node, Doc: m.Doc, Path: m.Path, Name: m.Path})
	}
	return all
}

func decoded(t *testing.T, resources []*resource.Resource) (all []any) {
	t.Helper()
	for _, r := range resources {
		var v any
		if merge.RepeatsKey(merge.Check(r.Node)) {
			v = string(phrase.JSON(r.Node)) // The YAML library decodes no such value.
		} else if err := r.Node.Decode(&v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// spelled are documents with their comments, styles and order.
func spelled(t *testing.T, resources []*resource.Resource) (all []string) {
	t.Helper()
	for _, r := range resources {
		text, err := yaml.Marshal(r.Doc)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	return all
}

// ruleNotes writes notes as rule files have them: "override at a.b: message".
func ruleNotes(out *resource.Outcome) string {
	var b strings.Builder
	for _, n := range out.Notes {
		b.WriteString(n.Kind.String())
		if len(n.Path) > 0 {
			b.WriteString(" at " + n.Path.String())
		}
		b.WriteString(": " + n.Message + "\n")
	}
	return b.String()
}

// ruleConflicts writes conflicts as rule files have them: "both-changed at
// ConfigMap c data.k: updated taken", without path for a whole resource.
func ruleConflicts(out *resource.Outcome) string {
	var b strings.Builder
	for _, c := range out.Conflicts {
		meta := c.Subject().Meta()
		at := strings.TrimSpace(meta.Kind + " " + meta.Name + " " + c.Path.String())
		fmt.Fprintf(&b, "%s at %s: %s taken\n", c.Kind, at, c.Taken)
	}
	return b.String()
}
