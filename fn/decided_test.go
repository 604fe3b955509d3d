package fn_test

import (
	"fmt"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/merge"
)

// decided is a resource MergeDecisions that decides between 1, 2 and 3.
func decided(file, taken string) string {
	digest := func(text string) string {
		return merge.Digest(&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: text})
	}
	return fmt.Sprintf("{apiVersion: fn.kpt.dev/v1alpha1, kind: MergeDecisions, metadata: {name: merge-decisions%s}, decisions: [{file: %s, resource: {apiVersion: v1, kind: ConfigMap, name: c}, path: data.k, original: %s, updated: %s, dest: %s, taken: %s, when: 2026-08-31}]}",
		map[bool]string{true: ", annotations: {config.kubernetes.io/path: merge-decisions.yaml}"}[strings.Contains(file, "/")], file, digest("1"), digest("2"), digest("3"), taken)
}

// TestDecisions: the function finds decisions among dest's items, around dest's
// directory, and in its configuration, and says which it took over.
func TestDecisions(t *testing.T) {
	item := func(file, mark, k string) string {
		var annotations []string
		if file != "" {
			annotations = append(annotations, "config.kubernetes.io/path: "+file)
		}
		if mark != "" {
			annotations = append(annotations, "config.kubernetes.io/merge-source: "+mark)
		}
		return "- {apiVersion: v1, kind: ConfigMap, metadata: {name: c, annotations: {" + strings.Join(annotations, ", ") + "}}, data: {k: " + k + "}}\n"
	}
	marked := item("", "original", "1") + item("", "updated", "2") + item("", "", "3")
	directories := item("original/a.yaml", "", "1") + item("updated/a.yaml", "", "2") + item("dest/a.yaml", "", "3")
	for name, c := range map[string]struct{ items, spec, want string }{
		"among the items":     {marked + "- " + decided("a.yaml", "Dest") + "\n", "onConflict: Fail", "as decided on 2026-08-31, kept yours"},
		"around dest":         {directories + "- " + decided("dest/a.yaml", "Updated") + "\n", "onConflict: Fail", "as decided on 2026-08-31, took upstream's"},
		"about another file":  {directories + "- " + decided("other/a.yaml", "Updated") + "\n", "onConflict: Fail", "onConflict: Fail"},
		"configuration, text": {marked, `onConflict: Fail, versions: {decisions: {text: "` + decided("a.yaml", "Dest") + `"}}`, "as decided on 2026-08-31, kept yours"},
		"bad entry":           {marked + "- " + decided("a.yaml", "Mine") + "\n", "onConflict: Fail", `decisions[0].taken: unknown value "Mine"`},
		"bad text":            {marked, `versions: {decisions: {text: "` + decided("a.yaml", "Mine") + `"}}`, `decisions[0].taken: unknown value "Mine"`},
		"path":                {marked, "versions: {decisions: {path: a}}", "versions.decisions.path: the function finds decisions among the items by itself"},
		"two":                 {marked, `versions: {decisions: {text: "` + decided("a.yaml", "Dest") + `\n---\n` + decided("a.yaml", "Dest") + `"}}`, "versions.decisions: holds 2 resources"},
		"two ways":            {marked, `strategy: TwoWay, versions: {decisions: {text: "` + decided("a.yaml", "Dest") + `"}}`, "strategy TwoWay has no conflicts to decide"},
	} {
		t.Run(name, func(t *testing.T) {
			list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nfunctionConfig: {apiVersion: fn.kpt.dev/v1alpha1, kind: Merge, metadata: {name: m}, spec: {" + c.spec + "}}\nitems:\n" + c.items
			var out, errs strings.Builder
			fn.Run(strings.NewReader(list), &out, &errs)
			if text := strings.ReplaceAll(out.String(), "''", "'"); !strings.Contains(text, c.want) {
				t.Errorf("no %q in\n%s%s", c.want, text, errs.String())
			}
		})
	}
}
