package resource_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestReferences merges the versions of every file in testdata/references and
// compares the warnings about references that the merge broke.
func TestReferences(t *testing.T) {
	for _, file := range golden.Cases(t, "testdata/references/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]string{}
			for _, f := range archive.Files {
				texts[f.Name] = string(f.Data)
			}
			var config yaml.Node
			if err = yaml.Unmarshal([]byte(texts["config.yaml"]), &config); err != nil {
				t.Fatal(err)
			}
			cfg, err := fn.ParseConfig(&config, "")
			if err != nil {
				t.Fatal(err)
			}
			out, err := resource.Merge(resource.Versions{
				Original: parsed(t, texts["original.yaml"]), Updated: parsed(t, texts["updated.yaml"]), Dest: parsed(t, texts["dest.yaml"]),
			}, cfg.Options)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, n := range out.Notes {
				if n.Warning && n.Resource != nil {
					fmt.Fprintf(&got, "%s: %s: %s\n", name(t, n.Resource), n.Path, n.Message)
				}
			}
			golden.Compare(t, file, archive, map[string]string{"warnings": got.String()}, *update)
		})
	}
}

func parsed(t *testing.T, text string) []*resource.Resource {
	t.Helper()
	return documents(t, text, "package.yaml")
}

func name(t *testing.T, r *resource.Resource) string {
	t.Helper()
	var meta struct {
		Kind     string
		Metadata struct{ Name string }
	}
	if err := r.Node.Decode(&meta); err != nil {
		t.Fatal(err)
	}
	return meta.Kind + "/" + meta.Metadata.Name
}

// A rule that keeps a member of a union keeps the whole choice: with another
// member from upstream no API server would take the result.
func TestKeptMemberOfAUnion(t *testing.T) {
	const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  volumes:\n  - name: v\n    "
	path, err := merge.ParsePattern("spec.volumes[name=v].emptyDir")
	if err != nil {
		t.Fatal(err)
	}
	o, err := resource.Merge(resource.Versions{
		Original: parsed(t, pod+"emptyDir: {}\n"),
		Updated:  parsed(t, pod+"hostPath: {path: /x}\n"),
		Dest:     parsed(t, pod+"emptyDir: {}\n"),
	}, resource.Options{Rules: []resource.Rule{{Rule: merge.Rule{Path: path, Mode: merge.ModeSkip}}}})
	if err != nil {
		t.Fatal(err)
	}
	if c := o.Conflicts; len(c) != 1 || c[0].Path.String() != "spec.volumes[name=v]" || c[0].By != terms.ByMode || o.Resources[0].Node != o.Resources[0].Dest.Node {
		t.Errorf("got %v", c)
	}
}

// BenchmarkChecks is a merge in which every resource changed on both sides.
func BenchmarkChecks(b *testing.B) {
	version := func(replicas, image string) []*resource.Resource {
		var text strings.Builder
		for i := range 300 {
			fmt.Fprintf(&text, "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web-%d\n  labels: {app: web, tier: front, team: a}\nspec:\n  replicas: %s\n"+
				"  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers:\n", i, replicas)
			for c := range 3 {
				fmt.Fprintf(&text, "      - name: c%d\n        image: %s\n        args: [--a=1, --b=2]\n        ports:\n        - {name: http, containerPort: 80}\n"+
					"        env:\n        - {name: A, value: x}\n        - {name: B, value: y}\n        resources: {limits: {cpu: 1, memory: 1Gi}}\n", c, image)
			}
			text.WriteString("---\n")
		}
		docs, err := source.Parse([]byte(text.String()))
		if err != nil {
			b.Fatal(err)
		}
		var all []*resource.Resource
		for i, doc := range docs[:300] {
			all = append(all, &resource.Resource{Node: doc.Content[0], Doc: doc, Name: "a.yaml", Path: "a.yaml", Index: i})
		}
		return all
	}
	for b.Loop() {
		v := resource.Versions{Original: version("1", "web:1"), Updated: version("1", "web:2"), Dest: version("3", "web:1")}
		if _, err := resource.Merge(v, resource.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
