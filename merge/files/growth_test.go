package files_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/merge/files"
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
		versions := files.Versions{Original: version("original"), Updated: version("updated"), Dest: version("dest")}
		return func() (*files.Result, error) { return files.Merge(versions, files.Options{}) }
	}},
	"documents": {100_000, func(n int) func() (*files.Result, error) {
		version := func(side string) []byte {
			var b strings.Builder
			for i := range n {
				b.WriteString(part(i, side) + "---\n")
			}
			return []byte(b.String())
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
	const (
		n     = 250
		limit = 2.2
	)
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
			once, twice := allocations(n), allocations(2*n)
			if twice > limit*once {
				t.Errorf("%.0f allocations for n=%d and %.0f for twice as much, want less than %.1f times", once, n, twice, limit)
			}
			if !slow.Wanted {
				return
			}
			if full := allocations(g.full); full/float64(g.full) > 1.2*once/n {
				t.Errorf("%.0f allocations for n=%d and %.0f for %d: %.0f and %.0f each", once, n, full, g.full, once/n, full/float64(g.full))
			}
		})
	}
}
