package resource_test

import (
	"fmt"
	"testing"

	"github.com/krm-merge/krm-merge/merge/resource"
)

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
