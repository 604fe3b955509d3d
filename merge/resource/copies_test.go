package resource_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// readTrees reads the versions of a case, and its configuration.
func readTrees(t *testing.T, file string) (trees map[string]fstest.MapFS, config string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	trees = map[string]fstest.MapFS{}
	for _, f := range archive.Files {
		switch version, name, in := strings.Cut(f.Name, "/"); {
		case in && trees[version] == nil:
			trees[version] = fstest.MapFS{name: {Data: f.Data}}
		case in:
			trees[version][name] = &fstest.MapFile{Data: f.Data}
		case f.Name == "config":
			config = string(f.Data)
		}
	}
	return trees, config
}

// TestCopiesLaws holds the laws against the versions of the cases about copies.
func TestCopiesLaws(t *testing.T) {
	for _, file := range golden.Cases(t, "testdata/merge/copies-*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			trees, config := readTrees(t, file)
			o, u, d := trees["original"], trees["updated"], trees["dest"]
			if o == nil {
				return
			}
			for _, law := range []struct {
				name                    string
				original, updated, dest fstest.MapFS
				want                    fstest.MapFS
			}{
				{"o, u, o = u", o, u, o, u}, {"o, o, d = d", o, o, d, d}, {"o, u, u = u", o, u, u, u}, {"o, d, d = d", o, d, d, d}, {"d, d, d = d", d, d, d, d},
			} {
				want := map[string][]any{}
				for name, f := range law.want {
					want[name] = values(t, string(f.Data))
				}
				got := throughFiles(t, map[string]fstest.MapFS{"original": law.original, "updated": law.updated, "dest": law.dest}, config)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", law.name, diff)
				}
			}
		})
	}
}

func throughFiles(t *testing.T, trees map[string]fstest.MapFS, config string) map[string][]any {
	t.Helper()
	var node yaml.Node
	if err := yaml.Unmarshal([]byte(config), &node); err != nil {
		t.Fatal(err)
	}
	cfg, err := fn.ParseConfig(&node, "")
	if err != nil {
		t.Fatal(err)
	}
	opts := files.Options{Options: cfg.Options}
	r, err := files.Merge(trees["original"], trees["updated"], trees["dest"], opts)
	got := map[string][]any{}
	if err != nil {
		return got
	}
	for _, f := range r.Files {
		if f.Status != files.Deleted {
			got[f.Path] = values(t, string(f.Data))
		}
	}
	return got
}

func values(t *testing.T, stream string) []any {
	t.Helper()
	var all []any
	for _, r := range documents(t, stream, "") {
		all = append(all, decodedNode(t, r.Node))
	}
	return all
}

// TestCopiesGrowth holds against each other what merging n copies and twice as many
// costs, all of which moved, and of which no two tell by a few features what they are.
func TestCopiesGrowth(t *testing.T) {
	versions := func(n int) resource.Versions {
		all := func(dir, image string) []*resource.Resource {
			var b []*resource.Resource
			for i := range n {
				name := fmt.Sprintf("%s/%d/job.yaml", dir, i)
				b = append(b, documents(t, fmt.Sprintf("apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: j-}\nspec: {a: 1, b: 2, c: 3, d: %d, image: %s}\n", i%7, image), name)...)
			}
			return b
		}
		return resource.Versions{Original: all("a", "x:1"), Updated: all("b", "x:2"), Dest: all("a", "x:1")}
	}
	const limit = 2.3
	once, twice := versions(500), versions(1000)
	cost := func(v resource.Versions) float64 {
		return testing.AllocsPerRun(2, func() {
			out, err := resource.Merge(v, resource.Options{})
			if err != nil || len(out.Resources) != len(v.Dest) || len(out.Conflicts) > 0 {
				t.Fatal(err, len(out.Resources), len(out.Conflicts))
			}
		})
	}
	if a, b := cost(once), cost(twice); b > limit*a {
		t.Errorf("%.0f allocations for 500 copies and %.0f for twice as many, want less than %.1f times", a, b, limit)
	}
}
