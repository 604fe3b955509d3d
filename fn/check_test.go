package fn_test

import (
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/fn"
)

// TestCheck: a merge that leaves questions goes through with warnings, and strategy Check
// fails on what it leaves, until the questions are gone.
func TestCheck(t *testing.T) {
	run := func(spec, items string) (string, int) {
		list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nfunctionConfig: {apiVersion: fn.kpt.dev/v1alpha1, kind: Merge, metadata: {name: m}, spec: {" + spec + "}}\nitems:\n" + items
		var out, errs strings.Builder
		exit := fn.Run(strings.NewReader(list), &out, &errs)
		return out.String(), exit
	}
	version := func(mark, k string) string {
		if mark != "" {
			mark = "    config.kubernetes.io/merge-source: " + mark + "\n"
		}
		return "- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: c\n    annotations:\n      config.kubernetes.io/path: a.yaml\n" + strings.ReplaceAll(mark, "    config", "      config") + "  data:\n    k: " + k + "\n"
	}
	gone := func(mark, k string) string {
		return strings.ReplaceAll(strings.ReplaceAll(version(mark, k), "name: c", "name: gone"), "a.yaml", "b.yaml")
	}
	out, exit := run("onConflict: Ask, marks: Decisions", version("original", "1")+version("updated", "2")+version("", "3")+gone("original", "1")+gone("updated", "2"))
	for _, want := range []string{
		"  data:\n    k: 3\n", "path: data.k\n    conflict: both-changed\n", "path: data.k", "severity: warning", "kind: MergeDecisions",
		"config.kubernetes.io/path: 'merge-decisions.yaml'", "name: gone}\n    file: b.yaml\n    conflict: deleted-locally\n",
	} {
		if exit != 0 || !strings.Contains(out, want) {
			t.Fatalf("exit %d, no %q in\n%s", exit, want, out)
		}
	}
	_, rest, _ := strings.Cut(out, "items:\n")
	items, _, _ := strings.Cut(rest, "functionConfig:")
	items, _, _ = strings.Cut(items, "results:")
	out, exit = run("strategy: Check", items)
	for _, want := range []string{"both changed: the question is open; krm-merge resolve answers it", "you deleted it, upstream changed it: the question is open", "severity: error", "path: b.yaml"} {
		if exit != 1 || !strings.Contains(out, want) {
			t.Errorf("exit %d, no %q in\n%s", exit, want, out)
		}
	}
	if out, exit = run("strategy: Check", version("", "3")); exit != 0 || strings.Contains(out, "severity") {
		t.Errorf("without questions: exit %d\n%s", exit, out)
	}
}
