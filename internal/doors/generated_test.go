package doors_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generated are packages made up from fixed seeds: resources of several kinds in several
// files, of which both sides change, add, delete, rename and move some.
func generated(add adder) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 10))
		original := madeUp(r)
		updated, dest := original.changed(r, "upstream"), original.changed(r, "local")
		add(fmt.Sprintf("generated/%d", seed), "", [3]map[string]string{original.files(), updated.files(), dest.files()})
	}
}

// thing is a resource that was made up.
type thing struct {
	path, kind, name string
	a, b, comment    string
	list             []string
}

type things []thing

func madeUp(r *rand.Rand) things {
	var all things
	kinds := []string{"ConfigMap", "Deployment", "Secret", "List", "Kptfile", "CustomResourceDefinition", "Job", "Widget"}
	for i := range 3 + r.IntN(8) {
		t := thing{
			path: fmt.Sprintf("%c.yaml", 'a'+r.IntN(4)), kind: kinds[r.IntN(len(kinds))], name: fmt.Sprintf("r%d", i),
			a: "1", b: "1", list: []string{"x", "y"},
		}
		if r.IntN(4) == 0 {
			t.path = "sub/" + t.path
		}
		if r.IntN(3) == 0 {
			t.comment = " # why"
		}
		if i == 0 {
			t.path = "a.yaml"
		}
		if t.kind == "Kptfile" {
			t.path = fmt.Sprintf("k%d/Kptfile", i)
		}
		if t.kind == "CustomResourceDefinition" {
			t.name = fmt.Sprintf("widgets.g%d.example.com", i)
		}
		all = append(all, t)
	}
	return all
}

// changed is what a side makes of it.
func (all things) changed(r *rand.Rand, side string) things {
	var out things
	for i, t := range all {
		switch n := r.IntN(16); {
		case n == 0 && i > 0:
			continue
		case n == 1 && t.kind != "Kptfile":
			t.path = "moved-" + side + ".yaml"
		case n == 2 && t.kind != "Kptfile":
			t.path = "a.yaml"
		case n == 3 && t.kind == "ConfigMap":
			t.name += "-" + side
		case n < 8:
			t.a = side
		case n < 10:
			t.b, t.comment = side, " # "+side
		case n < 12:
			t.list = append([]string{side}, t.list...)
		case n == 12:
			t.list = t.list[:1]
		}
		out = append(out, t)
		if r.IntN(10) == 0 {
			out = append(out, thing{path: t.path, kind: "ConfigMap", name: fmt.Sprintf("new-%d-%s", i, side), a: "1", b: "2"})
		}
		if r.IntN(20) == 0 {
			out = append(out, thing{path: "both.yaml", kind: "ConfigMap", name: fmt.Sprintf("new-%d", i), a: side, b: "2"})
		}
		if r.IntN(25) == 0 && t.kind == "ConfigMap" {
			t.path = "copy.yaml"
			out = append(out, t)
		}
	}
	return out
}

func (all things) files() map[string]string {
	files := map[string]string{}
	for _, t := range all {
		if files[t.path] != "" {
			files[t.path] += "---\n"
		}
		files[t.path] += t.text()
	}
	return files
}

func (t thing) text() string {
	head := func(version string) string {
		return "apiVersion: " + version + "\nkind: " + t.kind + "\nmetadata:\n  name: " + t.name + "\n"
	}
	list := strings.Join(t.list, ", ")
	switch t.kind {
	case "Deployment":
		text := head("apps/v1") + "  labels: &l\n    app: " + t.a + t.comment + "\nspec:\n  selector:\n    matchLabels: *l\n  template:\n    spec:\n      containers:\n"
		for _, name := range append(t.list, "main") {
			text += "      - name: " + name + "\n        image: img:" + t.b + t.comment + "\n"
		}
		return text
	case "Secret":
		return head("v1") + "stringData:\n  a: secret-" + t.a + t.comment + "\n  b: secret-" + t.b + "\n"
	case "List":
		text := "apiVersion: v1\nkind: List\nmetadata:\n  resourceVersion: \"\"\nitems:\n"
		for _, name := range append(t.list, t.name) {
			text += "- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    name: " + t.name + "-" + name + "\n  data:\n    a: \"" + t.a + "\"\n"
		}
		return text
	case "Kptfile":
		return head("kpt.dev/v1") + "info:\n  description: \"" + t.a + "\"" + t.comment + "\npipeline:\n  mutators:\n  - image: set-namespace:v" + t.b + "\n"
	case "CustomResourceDefinition":
		return head("apiextensions.k8s.io/v1") + "spec:\n  group: example.com\n  names: {kind: Widget, plural: widgets}\n  scope: Namespaced\n  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        description: \"" + t.a + "\"\n"
	case "Job":
		return strings.Replace(head("batch/v1"), "  name: ", "  generateName: ", 1) + "spec:\n  a: \"" + t.a + "\"" + t.comment + "\n  b: \"" + t.b + "\"\n"
	case "Widget":
		return head("example.com/v1") + "spec:\n  a: {x: \"" + t.a + "\", y: \"" + t.b + "\"}" + t.comment + "\n  list: [" + list + "]\n  script: |\n    one\n    " + t.a + "\n    three\n"
	}
	text := head("v1") + "data:\n  a: \"" + t.a + "\"" + t.comment + "\n\n  b: '" + t.b + "'\n"
	if t.comment != "" {
		text += " " + t.comment + ", below\n"
	}
	return text
}
