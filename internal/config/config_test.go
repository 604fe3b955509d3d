package config_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

func parseConfig(t *testing.T, text, name string) (*config.Config, error) {
	t.Helper()
	return config.Beside{}.Parse(golden.Document(t, text), name)
}

// TestConfigForms: a configuration is the same in every form.
func TestConfigForms(t *testing.T) {
	const settings = `
profile: Careful
modeKey: "true"
lists: {order: Dest}
renames: true
rules: [{target: {kind: Deployment}, path: spec, text: Replace}]
keys: [{path: spec.routes, fields: [host]}]
`
	below := strings.ReplaceAll(settings, "\n", "\n  ")
	forms := map[string]string{
		"own kind": `
apiVersion: fn.kpt.dev/v1alpha1
kind: Merge
metadata: {name: upgrade}
spec:` + below,
		"own kind of kpt's command line": `
apiVersion: fn.kpt.dev/v1alpha1
kind: Merge
data:
  profile: Careful
  modeKey: "true"
  lists.order: Dest
  renames: "true"
  rules: '[{target: {kind: Deployment}, path: spec, text: Replace}]'
  keys: '[{path: spec.routes, fields: [host]}]'
`,
		"ConfigMap": `
apiVersion: v1
kind: ConfigMap
data:
  modeKey: "true"
  lists.order: Dest
  spec: |
    profile: Careful
    renames: true
    rules: [{target: {kind: Deployment}, path: spec, text: Replace}]
  keys: '[{path: spec.routes, fields: [host]}]'
`,
		"spec alone":     "spec: &spec" + strings.Replace(below, "Dest}", "Dest, atomic: }", 1),
		"settings alone": settings,
	}
	all := cmp.Exporter(func(reflect.Type) bool { return true })
	want, err := parseConfig(t, forms["own kind"], "")
	if err != nil {
		t.Fatal(err)
	}
	if p := want.Policy; p.OnConflict != merge.Ask || p.UpdatedOrder || want.Renames != terms.RenamesClaimed {
		t.Errorf("the profile, or what is written in spite of it, does not hold: %+v", want)
	}
	if r := want.Rules; len(r) != 1 || r[0].Target.Kind != "Deployment" || r[0].TextByLines == nil || r[0].OnConflict != nil {
		t.Errorf("rules: %+v", r)
	}
	for name, text := range forms {
		got, err := parseConfig(t, text, "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if diff := cmp.Diff(want, got, all); diff != "" {
			t.Errorf("%s (-own kind +it):\n%s", name, diff)
		}
	}
	for _, text := range []string{"", "null", "{}", "{spec: }", "{apiVersion: v1, kind: ConfigMap}", "{apiVersion: v1, kind: ConfigMap, data: {spec: ''}}"} {
		if got, err := parseConfig(t, text, ""); err != nil || !cmp.Equal(got, &config.Config{}, all) {
			t.Errorf("%q is not the default: %+v, %v", text, got, err)
		}
	}
}

// TestErrors: an error about a setting has its name and, in a file, its line.
func TestErrors(t *testing.T) {
	const own, configMap = "apiVersion: fn.kpt.dev/v1alpha1\nkind: Merge\n", "apiVersion: v1\nkind: ConfigMap\n"
	for _, test := range []struct{ text, want string }{
		{own + "spec:\n  nulls: Clear\n  order: Dest\n", `line 5: order: unknown setting; did you mean "lists.order"?`},
		{own + "spec:\n  lists:\n    xxxxxxxx: Dest\n", "line 5: lists.xxxxxxxx: unknown setting; known are atomic, order"},
		{own + "spec:\n  lists:\n    order: [Dest]\n", "line 5: lists.order: must be one of Dest, Updated"},
		{own + "spec:\n  images: Parts\n", "line 4: images: must be a map with merge, mirrors"},
		{configMap + "data:\n  images: Parts\n", "line 4: images: is not a setting but several; write them by their full names, such as images.merge"},
		{own + "spec:\n  images: {mirrors: {quay.io: m.example.com}}\n", "line 4: images.mirrors: counts only where images merge by parts; write images.merge: Parts, too"},
		{own + "spec:\n  images: {merge: Parts, mirrors: {quay.io/: m.example.com}}\n", `line 4: images.mirrors: "quay.io/" is no registry`},
		{own + "spec:\n  images: {merge: Parts, mirrors: [quay.io]}\n", "line 4: images.mirrors: must be a map of texts, as in {quay.io: mirror.example.com/quay}"},
		{own + "spec:\n  rules:\n  - {path: a, images: {mirrors: {a: b}}}\n", "line 5: rules[0].images.mirrors: unknown setting"},
		{own + "spec:\n  renames: 'true'\n", "line 4: renames: write true without quotes"},
		{own + "spec:\n  rules:\n  - path: ''\n    mode: SKIP\n", "line 5: rules[0].path: must not be empty; leave it out, or write it, as in spec.replicas"},
		{own + "spec:\n  rules:\n  - path: a\n    mode: SKIP\n  - path: b\n", "line 7: rules[1]: has no setting; give it a mode"},
		{own + "spec:\n  rules:\n  - path: a..b\n    mode: SKIP\n", `line 5: rules[0].path: path "a..b" cannot be read from "..b" on`},
		{own + "spec:\n  keys: [\n    a]\n", "line 5: keys[0]: must be a map with target, path, fields"},
		{own + "spec:\n  keys:\n  - path: a\n    fields: []\n", "line 6: keys[0].fields: must list at least one, as in [host, port]"},
		{own + "spec:\n  versions:\n    dest:\n      path: ../x\n", `line 6: versions.dest.path: "../x" must be a directory inside the package`},
		{own + "spec:\n  versions:\n    layers: []\n", "line 5: versions.layers: must list at least one, as in [{path: base}, {path: site}]"},
		{own + "spec: {nulls: Clear}\ndata: {nulls: Clear}\n", "line 4: nulls: given twice"},
		{own + "spec: {rules: []}\ndata: {rules: '[]'}\n", "line 4: rules: given twice"},
		{configMap + "data:\n  nulls:\n", `line 4: nulls: unknown value ""; known are Clear, Changed`},
		{configMap + "data:\n  lists.order.x: Dest\n", "line 4: lists.order.x: unknown setting"},
		{configMap + "data:\n  rules: a\n", "line 4: rules: must be a list, as in [{target: "},
		{configMap + "data:\n  spec: |\n\n    nulls: Clear\n    text: Line\n", `line 7: text: unknown value "Line"; did you mean "Lines"?`},
		{configMap + "data:\n  spec: |\n    nulls\n", "line 5: spec: must be a map with strategy, profile"},
		{configMap + "data:\n  spec: 'text: Line'\n", `line 4: text: unknown value "Line"`},
		{configMap + "data:\n  original.yaml: ''\n  versions.original.path: x\n", `line 4: data["original.yaml"]: the version is given twice`},
		{configMap + "data:\n  source.yaml: ''\n", `line 4: data["source.yaml"]: strategy ThreeWay has no version source`},
		{configMap + "data:\n  onConflict: [Dest]\n", "line 4: onConflict: must be a string"},
		{"nulls: Clear\nonConflicts: Dest\n", `line 2: onConflicts: unknown setting; did you mean "onConflict"?`},
	} {
		_, err := parseConfig(t, test.text, "merge.yaml")
		var of *config.Error
		if !errors.As(err, &of) || !strings.HasPrefix(err.Error(), "merge.yaml: "+test.want) {
			t.Errorf("%s\ngave %v\nwant %s", test.text, err, test.want)
			continue
		}
		if of.File != "merge.yaml" || of.Line == 0 || !strings.Contains(test.want, ": "+of.Setting+": ") {
			t.Errorf("%v is in %s, line %d, setting %q", err, of.File, of.Line, of.Setting)
		}
	}
	for text, want := range map[string]string{
		"1":                            "merge.yaml: the configuration is not a map",
		configMap + "binaryData: {}\n": `merge.yaml: unknown field "binaryData"; known are`,
		own + "specs: {}\n":            `merge.yaml: unknown field "specs"; did you mean "spec"?`,
		"spec: {}\nonConflict: Dest\n": `merge.yaml: unknown field "onConflict"; settings belong under spec: spec.onConflict`,
		"kind: Merge\nspec: {}\n":      "merge.yaml: the configuration is Merge; use apiVersion",
		own + "data: []\n":             "merge.yaml: data: must be a map of settings",
	} {
		if _, err := parseConfig(t, text, "merge.yaml"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\ngave %v\nwant %s", text, err, want)
		}
	}
}

// TestCareful: the profiles can be asked for by name; Newest is Careful but for conflicts.
func TestCareful(t *testing.T) {
	got, err := parseConfig(t, "profile: Careful", "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&config.Config{Options: resource.Careful()}, got); diff != "" {
		t.Errorf("-Careful() +profile: Careful\n%s", diff)
	}
	want := merge.Policy{
		OnConflict: merge.Ask, KeepNulls: true, UpdatedOrder: true,
		Atomic: merge.AtomicMerge, TextByLines: true, ImagesByParts: true, FollowRenamed: true,
	}
	newest, err := parseConfig(t, "profile: Newest", "")
	if err != nil {
		t.Fatal(err)
	}
	other := *got
	other.Policy.OnConflict = merge.NewestOrAsk
	if diff := cmp.Diff(&other, newest); diff != "" {
		t.Errorf("-Careful() with NewestOrAsk +profile: Newest\n%s", diff)
	}
	if got.Policy != want || got.Renames != terms.RenamesSimilar || got.OnDeletedUpstream != terms.KeepModified {
		t.Errorf("%+v", got)
	}
}

// TestBeside: settings over a configuration hold whatever that has, those under it where
// nobody else has them, and a profile where none of these has.
func TestBeside(t *testing.T) {
	cfg, err := config.Beside{
		Over:  []config.Setting{{Name: "lists.order", Value: "Dest"}, {Name: "modeKey", Value: "mode"}},
		Under: []config.Setting{{Name: "profile", Value: "Careful"}, {Name: "onConflict", Value: "Fail"}, {Name: "onDeletedLocally", Value: "Readd"}},
	}.Parse(golden.Document(t, "{onConflict: Dest, lists: {order: Updated}, rules: [{path: a, mode: SKIP}]}"), "c.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Policy.UpdatedOrder || cfg.ModeKey != "mode" {
		t.Errorf("settings over the configuration do not hold: %+v", cfg)
	}
	if cfg.Policy.OnConflict != merge.TakeDest || len(cfg.Rules) != 1 {
		t.Errorf("the configuration does not hold: %+v", cfg)
	}
	if cfg.OnDeletedLocally != terms.Readd {
		t.Errorf("settings under the configuration do not hold: %+v", cfg)
	}
	if careful := resource.Careful(); cfg.Policy.TextByLines != careful.Policy.TextByLines || cfg.Policy.KeepNulls != careful.Policy.KeepNulls {
		t.Errorf("the profile does not hold: %+v", cfg)
	}
}
