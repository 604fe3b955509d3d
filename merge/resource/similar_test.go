package resource_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestGrowthOfRenames: the cost of finding resources that updated all renamed is linear in their number, even if they
// are all alike. Statements are counted, because comparing allocates nothing.
func TestGrowthOfRenames(t *testing.T) {
	sizes := map[string]int{"different": 200, "alike": 200, "equal": 200, "neighbours": 200}
	counted.Statements(t, "github.com/krm-merge/krm-merge/merge/resource", 2.3, sizes, func(t *testing.T, like string, n int) {
		v := resource.Versions{
			Original: documents(t, renamedMaps("old", like, n), "a.yaml"),
			Updated:  documents(t, renamedMaps("new", like, n), "a.yaml"),
			Dest:     documents(t, renamedMaps("old", like, n), "a.yaml"),
		}
		out, err := resource.Merge(v, resource.Careful())
		if err != nil {
			t.Fatal(err)
		}
		want := n
		if like == "equal" {
			want = 0
		}
		if len(out.Notes) != want {
			t.Errorf("%d of %d renamed resources found, want %d", len(out.Notes), n, want)
		}
	})
}

// renamedMaps are n ConfigMaps with twenty keys, which hold different values, or
// for the most part the same ones, or the same ones but for the names, or some
// that few others have.
func renamedMaps(prefix, like string, n int) string {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		fmt.Fprintf(&b, "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s-%x}\ndata:\n", prefix, r.Uint64())
		for k := range 20 {
			value := fmt.Sprint(i*20 + k)
			switch {
			case like == "equal", like == "alike" && k < 15:
				value = "the same"
			case like == "neighbours" && k < 10:
				value = fmt.Sprint(i / 10)
			}
			fmt.Fprintf(&b, "  k%d: %q\n", k, value)
		}
	}
	return b.String()
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
	counted.Grows(t, 500, 2.3, func(n int) float64 {
		v := versions(n)
		return testing.AllocsPerRun(2, func() {
			out, err := resource.Merge(v, resource.Options{})
			if err != nil || len(out.Resources) != len(v.Dest) || len(out.Conflicts) > 0 {
				t.Fatal(err, len(out.Resources), len(out.Conflicts))
			}
		})
	})
}
