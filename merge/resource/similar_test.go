package resource_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/merge/resource"
)

var renames = flag.String("renames", "different:10", "the merge TestRenamesRun makes: what its resources are like, and how many there are")

// TestGrowthOfRenames: the cost of finding renamed resources is linear in their number,
// even if they are all alike. Statements are counted, because comparing allocates
// nothing.
func TestGrowthOfRenames(t *testing.T) {
	binary := counted.Build(t, "github.com/krm-merge/krm-merge/merge/resource")
	for _, like := range []string{"different", "alike", "equal", "neighbours"} {
		of := func(n int) int {
			return counted.Statements(t, binary, "TestRenamesRun", "-renames", fmt.Sprintf("%s:%d", like, n))
		}
		if small, large := of(200), of(400); float64(large) > 2.3*float64(small) {
			t.Errorf("%s: %d statements for 200 resources, %d for 400", like, small, large)
		}
	}
}

// TestRenamesRun makes one merge of resources that updated all renamed.
func TestRenamesRun(t *testing.T) {
	like, number, _ := strings.Cut(*renames, ":")
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
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
