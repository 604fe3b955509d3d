package fn_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/internal/slow"
)

// TestBadInput: what is wrong with a list or its configuration stands in the results and on standard
// error; what else can be wrong with a configuration has TestErrors of internal/config.
func TestBadInput(t *testing.T) {
	const head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n"
	item := "- {apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: {config.kubernetes.io/path: a.yaml}}, data: {k: one}}\n"
	config := func(spec string) string {
		return head + "items:\n" + item + "functionConfig: {apiVersion: fn.kpt.dev/v1alpha1, kind: Merge, metadata: {name: m}, spec: {" + spec + "}}\n"
	}
	for _, test := range []struct {
		name, in string
		want     string // part of what goes to standard error
		noOutput bool   // the input is not a list that could be printed again
	}{
		{"empty", "", "a ResourceList is needed", true},
		{"only-comments", "# nothing\n", "a ResourceList is needed", true},
		{"malformed", "a: [", "standard input is not YAML: line", true},
		{"scalar", "hello\n", "is not a map", true},
		{"no-list", "apiVersion: v1\nkind: ConfigMap\n", `kind is "ConfigMap", not ResourceList`, true},
		{"list-without-version", "kind: ResourceList\nitems: []\n", "no apiVersion", true},
		{"two-documents", head + "items: []\n---\na: 1\n", "line 4: a second document", true},
		{"second-document-malformed", head + "items: []\n---\na: [\n", "not YAML", true},
		{"null-item", head + "items:\n" + item + "-\n", "line 5: items[1]: is not a map", false},
		{"list-item", head + "items:\n- []\n", "line 4: items[0]: is not a map", false},
		{"alias-item", head + "items:\n- &a {apiVersion: v1, kind: A, metadata: {name: a}}\n- *a\n", "line 5: items[1]: is not a map", false},
		{"items-no-list", head + "items: {}\n", "items: must be a list", false},
		{"results-no-list", head + "items: []\nresults: 1\n", "results: must be a list", false},
		{"results-of-old-runners", head + "items: []\nresults:\n  items: []\n", "results: must be a list", false},
		{"duplicate-key", head + "functionConfig: {apiVersion: fn.kpt.dev/v1alpha1, kind: Merge, spec: {strategy: TwoWay}}\nitems:\n- {kind: Pod, apiVersion: v1, metadata: {name: p}, spec: 1, spec: 2}\n" +
			"- {kind: Pod, apiVersion: v1, metadata: {name: p, annotations: {config.kubernetes.io/merge-source: source}}, spec: 3}\n", `v1 Pod p: line 5: document: duplicate key "spec", first on line 5`, false},
		{"duplicate-key-top", head + "items: []\nitems: []\n", `duplicate key "items"`, false},
		{"cycle", head + "items:\n- &a {kind: Pod, a: *a}\n", "contains itself", false},
		{"bomb", head + "items:\n- a: &a [x,x,x,x,x,x,x,x,x,x]\n  b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n  c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n  d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n  e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n  f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n  g: [*f,*f,*f]\n", "aliases stand for more than", false},
		{"deep", head + "items:\n- a: " + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + "\n", "levels deep", false},
		{"foreign-anchor", head + "items:\n- {apiVersion: v1, kind: A, metadata: {name: a}, x: &x 1}\n- {apiVersion: v1, kind: B, metadata: {name: b, annotations: {config.kubernetes.io/merge-source: updated}}, x: *x}\n", "an alias that no anchor stands before", false},
		{"unknown-setting", config("onConflicts: Dest"), `functionConfig: onConflicts: unknown setting; did you mean "onConflict"?`, false},
		{"spec-in-a-configmap-malformed", head + "items: []\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {spec: 'a: ['}}\n", "functionConfig: spec: line 1: did not find expected", false},
		{"mode-key-map", config("modeKey: {a: b}"), "modeKey: must be a text", false},
		{"layers-three-way", config("versions: {layers: [{path: a}]}"), "versions.layers: strategy ThreeWay has no version layers", false},
		{"original-two-way", config("strategy: TwoWay, versions: {original: {path: a}}"), "versions.original: strategy TwoWay has no version original, its versions are source, dest", false},
		{"dest-layers", config("strategy: Layers, versions: {dest: {path: a}}"), "versions.dest: strategy Layers has no version dest", false},
		{"layers-two-forms", config("strategy: Layers, versions: {layers: [{path: a, text: b}]}"), "versions.layers[0]: the version is given twice; use one of path and text", false},
		{"layers-same-path", config("strategy: Layers, versions: {layers: [{path: a}, {path: a/}]}"), "versions.layers[1].path: a is already the path of another layer", false},
		{"layers-number", head + "items: []\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {strategy: Layers, layers.base.yaml: ''}}\n", `data["layers.base.yaml"]: a layer is numbered by its place`, false},
		{"layers-same-number", head + "items: []\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {strategy: Layers, layers.1.yaml: '', layers.01.yaml: ''}}\n", "there are two layers 1", false},
		{"layers-both", head + "items: []\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {strategy: Layers, layers.1.yaml: '', versions.layers: '[{path: a}]'}}\n", "the layers are given twice", false},
		{"rules-path-list", config("rules: [{path: [a, b], mode: SKIP}]"), "rules[0].path: must be a text, as in spec.replicas", false},
		{"rules-path-pointer", config("rules: [{path: /spec/replicas, mode: SKIP}]"), `rules[0].path: path "/spec/replicas": fields are separated by dots; write it as spec.replicas`, false},
		{"rules-path-jsonpath", config("rules: [{path: $.spec.replicas, mode: SKIP}]"), "leave out the $", false},
		{"rules-path-dot", config("rules: [{path: .spec.replicas, mode: SKIP}]"), "leave out the dot in front", false},
		{"rules-path-annotation", config("rules: [{path: metadata.annotations.example.com/team, mode: SKIP}]"), `a name with a slash stands in brackets, whole: annotations["example.com/name"]`, false},
		{"rules-labels", config("rules: [{target: {labels: {a: b}}, mode: SKIP}]"), "rules[0].target.labels: unknown setting; known are group, kind, name, namespace, labelSelector, annotationSelector", false},
		{"rules-selector-map", config("rules: [{target: {annotationSelector: {a: b}}, mode: SKIP}]"), "rules[0].target.annotationSelector: must be a text, as in team=shop", false},
		{"rules-pattern", config("rules: [{target: {name: 'a['}, mode: SKIP}]"), `rules[0].target.name: "a[" must be a name or a pattern`, false},
		{"rules-empty-target", config("rules: [{target: {kind: ''}, mode: SKIP}]"), `rules[0].target.kind: "" must be a name or a pattern`, false},
		{"mark-two-way", head + "items:\n- {apiVersion: v1, kind: A, metadata: {name: a, annotations: {config.kubernetes.io/merge-source: updated}}}\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {strategy: TwoWay}}\n", `is "updated"; use source or dest`, false},
		{"mark-given", head + "items:\n- {apiVersion: v1, kind: A, metadata: {name: a, annotations: {config.kubernetes.io/merge-source: updated}}}\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {original.yaml: '', updated.yaml: ''}}\n", "makes it updated, but the configuration holds that version too; remove one of them", false},
		{"mark-layers", head + "items:\n- {apiVersion: v1, kind: A, metadata: {name: a, annotations: {config.kubernetes.io/merge-source: layers.x}}}\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {strategy: Layers}}\n", `is "layers.x"; use layers.1, layers.2`, false},
		{"mark-layers-many", head + "items:\n- {apiVersion: v1, kind: A, metadata: {name: a, annotations: {config.kubernetes.io/merge-source: layers.3}}}\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {strategy: Layers, layers.1.yaml: '', layers.2.yaml: ''}}\n", `is "layers.3"; use layers.1 or layers.2`, false},
		{"mark-layers-given", head + "items:\n- {apiVersion: v1, kind: A, metadata: {name: a, annotations: {config.kubernetes.io/merge-source: layers.2}}}\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {strategy: Layers, layers.1.yaml: '', layers.2.yaml: ''}}\n", "makes it layers.2, but the configuration holds that version too; remove one of them", false},
		{"modes-annotation", head + "items:\n- {apiVersion: v1, kind: A, metadata: {name: a, annotations: {merge.fn.kpt.dev/modes: 'spec.x: KEEP'}}}\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {strategy: TwoWay, source.yaml: '{apiVersion: v1, kind: A, metadata: {name: a}}'}}\n", `v1 A a: spec.x: annotation merge.fn.kpt.dev/modes: unknown value "KEEP"; use MERGE, SKIP or REPLACE`, false},
		{"modes-key", head + "items:\n- {apiVersion: v1, kind: A, metadata: {name: a}, spec: {x: {m: KEEP}}}\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {strategy: TwoWay, modeKey: m, source.yaml: '{apiVersion: v1, kind: A, metadata: {name: a}, spec: {x: {y: 1}}}'}}\n", `spec.x.m: unknown mode "KEEP"`, false},
		{"directive-unknown", head + "items:\n- {apiVersion: v1, kind: A, metadata: {name: a}, spec: {x: 1}}\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {strategy: TwoWay, source.yaml: '{apiVersion: v1, kind: A, metadata: {name: a}, spec: {$patch: drop}}'}}\n", "unknown $patch: \"drop\"", false},
		{"text-malformed", config(`versions: {updated: {text: "a: ["}}`), "versions.updated.text: line 1", false},
		{"text-with-conflicts", config(`versions: {updated: {text: "a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> theirs\n"}}`), "functionConfig: versions.updated.text: line 2: git's mark of a conflict; resolve that conflict first (krm-merge resolve)", false},
		{"text-duplicate", config(`versions: {updated: {text: "a: 1\na: 2"}}`), `is not a resource`, false},
		{"resource-no-map", config("versions: {updated: {resources: [1]}}"), "versions.updated.resources: unknown setting", false},
		{"text-no-resource", config(`versions: {updated: {text: "a: 1"}}`), "document 1: is not a resource", false},
		{"keys-malformed", config("keys: [{path: a}]"), "keys[0].fields: is missing", false},
		{"own-kind-version", head + "items: []\nfunctionConfig: {apiVersion: fn.kpt.dev/v1, kind: Merge}\n", "use fn.kpt.dev/v1alpha1", false},
		{"configmap-stream", head + "items: []\nfunctionConfig: {apiVersion: v1, kind: ConfigMap, data: {original.a.yaml: 'a: ['}}\n", `functionConfig: data["original.a.yaml"]: line 1`, false},
		{"decision", head + "items:\n- {apiVersion: v1, kind: A, metadata: {name: a, annotations: {config.kubernetes.io/merge-source: updated}}}\n- {apiVersion: fn.kpt.dev/v1alpha1, kind: MergeDecisions, metadata: {name: d}, decisions: [{file: a.yaml, taken: Mine}]}\n", `items[1]:5: decisions[0].taken: unknown value "Mine"`, false},
		{"truncated", head + "items:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: a\n- apiVersion: v1\n  kind: Con", "standard input ends in the middle of a line", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			if exit := fn.Run(strings.NewReader(test.in), &out, &errs); exit != 1 {
				t.Errorf("exit code %d", exit)
			}
			if !strings.Contains(errs.String(), test.want) {
				t.Errorf("standard error is %q, want %q in it", errs.String(), test.want)
			}
			if strings.Contains(errs.String(), "bug") {
				t.Errorf("a bug: %s", errs.String())
			}
			if test.noOutput {
				if out.Len() > 0 {
					t.Errorf("output: %s", out.String())
				}
				return
			}
			if !strings.HasPrefix(out.String(), test.in) && !strings.HasPrefix(test.name, "results-") && test.name != "duplicate-key-top" {
				t.Errorf("the input does not come out as it was:\n%s", out.String())
			}
			if test.name != "results-no-list" && !strings.Contains(out.String(), "severity: error") {
				t.Errorf("no error among the results:\n%s", out.String())
			}
		})
	}
}

// TestGrowth: the cost of a merge is linear in the number of resources. Where
// slow tests are wanted, a list of 10,000 items is, too.
func TestGrowth(t *testing.T) {
	allocations := func(n int) float64 {
		list := packageOf(n)
		return testing.AllocsPerRun(1, func() {
			var out, errs bytes.Buffer
			if fn.Run(bytes.NewReader(list), &out, &errs) != 0 {
				t.Fatal(errs.String())
			}
		})
	}
	counted.Grows(t, 500, 2.2, allocations)
	if !slow.Wanted {
		return
	}
	if large, full := allocations(1000), allocations(10_000); full/10_000 > 1.2*large/1000 {
		t.Errorf("%.0f allocations for 1000 resources, %.0f for 10,000", large, full)
	}
}

// TestOrder: items keep their order, and additions stand where upstream has them, however
// many resources of one name there are in the list.
func TestOrder(t *testing.T) {
	const n = 400
	var out, errs bytes.Buffer
	if fn.Run(bytes.NewReader(packageOf(n)), &out, &errs) != 0 {
		t.Fatal(errs.String())
	}
	want := ""
	for i := range n {
		want += fmt.Sprintf("    name: web-%d\n", i)
	}
	got := strings.Join(regexp.MustCompile(`(?m)^    name: web-.*\n`).FindAllString(out.String(), -1), "")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// packageOf is a list with n resources in three versions: every tenth changed
// upstream, every seventh locally, every twentieth added, all in a few files.
func packageOf(n int) []byte {
	var b bytes.Buffer
	b.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n")
	for _, version := range []string{"dest", "original", "updated"} {
		for i := range n {
			if i%20 == 3 && version != "updated" {
				continue
			}
			image, replicas := "web:1", 1
			if version == "updated" && i%10 == 0 {
				image = "web:2"
			}
			if version == "dest" && i%7 == 0 {
				replicas = 5
			}
			fmt.Fprintf(&b, `- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web-%d
    annotations: {internal.config.kubernetes.io/path: '%s/%d.yaml', internal.config.kubernetes.io/index: '%d'}
  spec:
    replicas: %d
    template:
      spec:
        containers:
        - name: web
          image: %s
`, i, version, i/50, i%50, replicas, image)
		}
	}
	return b.Bytes()
}

// TestUnusualInput: a list that is wrapped in what is unusual but right is merged, and one whose
// text cannot be read is not, whatever it holds.
func TestUnusualInput(t *testing.T) {
	t.Parallel()
	list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
	for _, v := range [][3]string{{"original", "1", "1"}, {"updated", "2", "1"}, {"dest", "1", "ours"}} {
		list += fmt.Sprintf("- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: cm, annotations: {config.kubernetes.io/path: %s/cm.yaml}}\n  data: {a: %q, b: %q}\n", v[0], v[1], v[2])
	}
	var stairs strings.Builder
	for i := range 2000 {
		stairs.WriteString(strings.Repeat(" ", 4+i) + "a:\n")
	}
	for name, test := range map[string]struct{ in, fails string }{
		"comment before the list": {in: "# made by hand\n---\n" + list},
		"document end":            {in: list + "...\n"},
		"YAML 1.1 said so":        {in: "%YAML 1.1\n---\n" + list},
		"byte order mark":         {in: "\ufeff" + list},
		"CRLF":                    {in: strings.ReplaceAll(list, "\n", "\r\n")},
		"old apiVersion":          {in: strings.Replace(list, "config.kubernetes.io/v1", "config.kubernetes.io/v1alpha1", 1)},
		"the spec's other one":    {in: strings.Replace(list, "config.kubernetes.io/v1", "config.kubernetes.io/v1beta1", 1)},

		"YAML 1.2 said so":       {"%YAML 1.2\n---\n" + list, "leave the line out"},
		"UTF-16":                 {"\xff\xfea\x00:\x00 \x001\x00", "line 1"},
		"no UTF-8":               {list + "  # \xff\n", "UTF-8"},
		"alias to itself, a key": {list + "  more: &a {? *a : b}\n", "alias"},
		"depth by block":         {list + "  more:\n" + stairs.String(), "levels"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			code := fn.Run(strings.NewReader(test.in), &out, &errs)
			merged := strings.Contains(out.String(), `a: "2", b: "ours"`) && strings.Count(out.String(), "kind: ConfigMap") == 1
			if test.fails == "" && (code != 0 || errs.Len() > 0 || !merged) {
				t.Errorf("exit code %d\n%s%s", code, errs.String(), out.String())
			}
			if test.fails != "" && (code != 1 || !strings.Contains(errs.String(), test.fails) || out.Len() > 0 && !strings.HasPrefix(out.String(), test.in)) {
				t.Errorf("exit code %d, want %q in\n%.2000s", code, test.fails, errs.String())
			}
		})
	}
}
