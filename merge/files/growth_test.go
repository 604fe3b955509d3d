package files_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// growing are merges of any size: a tree of n files, and one file of n documents. Every
// tenth part differs in updated, another in dest.
var growing = map[string]struct {
	// full is the size that has to work, tried where slow tests are wanted.
	full  int
	merge func(n int) func() (*files.Result, error)
}{
	"files": {10_000, func(n int) func() (*files.Result, error) {
		version := func(side string) fs.FS {
			tree := fstest.MapFS{}
			for i := range n {
				// All lie in one directory: a MapFS looks at all files to list any.
				tree[fmt.Sprintf("f%06d.yaml", i)] = &fstest.MapFile{Data: []byte(part(i, side)), Mode: 0o644}
			}
			return tree
		}
		original, updated, dest := version("original"), version("updated"), version("dest")
		return func() (*files.Result, error) { return files.Merge(original, updated, dest, files.Options{}) }
	}},
	"documents": {25_000, func(n int) func() (*files.Result, error) {
		version := func(side string) []byte {
			return []byte(counted.Repeat(n, func(i int) string { return part(i, side) + "---\n" }))
		}
		original, updated, dest := version("original"), version("updated"), version("dest")
		return func() (*files.Result, error) {
			_, r, err := files.Bytes(original, updated, dest, "all.yaml", files.Options{})
			return r, err
		}
	}},
}

// part is the i-th resource of a version.
func part(i int, side string) string {
	value := "same"
	if side == "updated" && i%10 == 3 || side == "dest" && i%10 == 7 {
		value = side
	}
	return fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c%d\ndata:\n  k: %s\n  l: a\n", i, value)
}

// TestGrowth: what a merge costs grows as the number of files does, or of documents in a
// file.
func TestGrowth(t *testing.T) {
	const n = 250
	for name, g := range growing {
		t.Run(name, func(t *testing.T) {
			allocations := func(n int) float64 {
				merge := g.merge(n)
				return testing.AllocsPerRun(1, func() {
					r, err := merge()
					if err != nil || len(r.Resources) != n || len(r.Conflicts) > 0 {
						t.Fatalf("%v: %d resources and %d conflicts of %d", err, len(r.Resources), len(r.Conflicts), n)
					}
				})
			}
			counted.Grows(t, n, 2.2, allocations)
			if !slow.Wanted {
				return
			}
			if once, full := allocations(n), allocations(g.full); full/float64(g.full) > 1.2*once/n {
				t.Errorf("%.0f allocations for n=%d and %.0f for %d: %.0f and %.0f each", once, n, full, g.full, once/n, full/float64(g.full))
			}
		})
	}
}

// valuesFile is a file of values with so many sections, in the first of which somebody
// changed a value to v.
func valuesFile(sections, changed int, v string) []byte {
	var b strings.Builder
	for i := range sections {
		image, args := "app:1", "one"
		if i < changed {
			image, args = "app:"+v, "one"+v
		}
		fmt.Fprintf(&b, "service%d:\n  enabled: true\n  # how many run\n  replicas: 3\n  image: {repository: registry/app%d, tag: \"%s\"}\n  args:\n  - --first\n  - --%s\n  - --last\n", i, i, image, args)
		for j := range 20 {
			fmt.Fprintf(&b, "  setting%d: \"some text that is a value %d\"\n", j, j*i)
		}
	}
	return []byte(b.String())
}

// dashboards is a List of ConfigMaps that hold dashboards as JSON.
func dashboards(maps, changed int, v string) []byte {
	var b strings.Builder
	b.WriteString("apiVersion: v1\nkind: ConfigMapList\nitems:\n")
	for i := range maps {
		title := "title"
		if i < changed {
			title += v
		}
		fmt.Fprintf(&b, "- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: dashboard-%d}\n  data:\n    dashboard.json: |-\n      {\n        \"title\": \"%s\",\n        \"panels\": [\n", i, title)
		for j := range 30 {
			comma := ","
			if j == 29 {
				comma = ""
			}
			fmt.Fprintf(&b, "          {\n            \"id\": %d,\n            \"title\": \"panel %d of %d\",\n            \"targets\": [{\"expr\": \"sum(rate(requests_total{job=\\\"%d\\\"}[5m])) by (code)\", \"refId\": \"A\"}],\n            \"type\": \"graph\"\n          }%s\n", j, j, i, j, comma)
		}
		b.WriteString("        ],\n        \"version\": 1\n      }\n")
	}
	return []byte(b.String())
}

// TestGrowthOfMarks: marks cost about what the merge costs, and little more for many questions than for few; where all
// is asked, not more than twice as much for twice as many.
func TestGrowthOfMarks(t *testing.T) {
	for name, c := range map[string]struct {
		version   func(changed int, v string) []byte
		few, many int
		// most is how many times the merge without marks they may cost, more how many times what few do.
		most, more float64
	}{
		"values":     {func(changed int, v string) []byte { return valuesFile(100, changed, v) }, 3, 48, 3.1, 1.3},
		"dashboards": {func(changed int, v string) []byte { return dashboards(8, changed, v) }, 6, 6, 3.1, 1.3},
		"renames": {func(changed int, v string) []byte {
			env := "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n    env:\n"
			for i := range 400 {
				name := fmt.Sprintf("E%d", i)
				if i < changed {
					name += v
				}
				env += fmt.Sprintf("    - name: %s\n      value: \"%d\"\n", name, i)
			}
			return []byte(env)
		}, 200, 400, 4, 2},
	} {
		t.Run(name, func(t *testing.T) {
			cost := func(changed int, on merge.OnConflict) (float64, int) {
				o, u, d := c.version(changed, "1"), c.version(changed, "2"), c.version(changed, "3")
				opts := files.Options{Options: resource.Careful()}
				opts.Policy.OnConflict = on
				blocks := 0
				allocations := testing.AllocsPerRun(1, func() {
					_, r, err := files.Bytes(o, u, d, "values.yaml", opts)
					if err != nil {
						t.Fatal(err)
					}
					blocks = r.Files[0].Blocks
				})
				return allocations, blocks
			}
			few, _ := cost(c.few, merge.Ask)
			many, blocks := cost(c.many, merge.Ask)
			none, _ := cost(c.many, merge.TakeDest)
			if t.Logf("%d blocks: %.2f times the merge without, %.2f times fewer", blocks, many/none, many/few); blocks < c.many || many > c.most*none || many > c.more*few {
				t.Errorf("%d blocks cost %.2f times what the merge without them costs, and %.2f times what %d questions do", blocks, many/none, many/few, c.few)
			}
		})
	}
}
