package rules

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/merge"
)

// Every kind of conflict is shown by a rule, for either side where a setting
// can decide, and every value of every setting that is not the default is.
func TestEveryConflictAndSettingHasARule(t *testing.T) {
	all, err := readAll(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	kinds, settings, err := shown(all)
	if err != nil {
		t.Fatal(err)
	}
	for k := merge.BothChanged; k <= merge.OrderChanged; k++ {
		taken := map[string]bool{}
		for _, s := range kinds[k] {
			taken[strings.SplitN(s.taken, ",", 2)[0]] = true
		}
		if !taken["updated"] || !taken["dest"] {
			t.Errorf("%s: rules show it settled for %v, want updated and dest", k, taken)
		}
	}
	for _, s := range []string{
		"onConflict: Dest", "onConflict: Fail", "onConflict: Newest", "nulls: Changed", "text: Lines",
		"lists.atomic: Merge", "lists.atomic: Union", "lists.order: Updated", "lists.additions: Append", "lists.additions: Prepend",
		"onDeletedUpstream: KeepModified", "onDeletedLocally: Readd",
		"rules[].mode: SKIP", "rules[].mode: REPLACE", "rules[].onConflict: Dest", "keys[].fields",
	} {
		if len(settings[s]) == 0 {
			t.Errorf("no rule shows %s", s)
		}
	}
}

func TestConflictsIsCurrent(t *testing.T) {
	want, err := Conflicts(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../../docs/conflicts.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(have)); diff != "" {
		t.Errorf("docs/conflicts.md is stale, run \"go generate ./merge\" (-want +have):\n%s", diff)
	}
}

func TestFlattened(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil,
		"onConflict: Dest\nlists: {order: Updated}":                                                                          {"lists.order: Updated", "onConflict: Dest"},
		"apiVersion: fn.kpt.dev/v1alpha1\nkind: Merge\nmetadata: {name: m}\nspec: {nulls: Changed}":                          {"nulls: Changed"},
		"rules: [{path: a, mode: SKIP}, {target: {kind: K}, path: b, mode: SKIP}]\nkeys: [{path: c, fields: [name, other]}]": {"keys[].fields", "rules[].mode: SKIP"},
	} {
		got, err := flattened(text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	if _, err := flattened("a: ["); err == nil {
		t.Error("no error for a configuration that is no YAML")
	}
}

func TestConflictLine(t *testing.T) {
	kind, taken, err := conflictLine("deleted-upstream at spec.a: dest taken, by keep")
	if kind != merge.DeletedUpstream || taken != "dest, by keep" || err != nil {
		t.Errorf("got %s, %q, %v", kind, taken, err)
	}
	if _, _, err := conflictLine("something at a: updated taken"); err == nil {
		t.Error("an unknown kind is no error")
	}
}
