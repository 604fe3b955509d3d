package merge_test

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/counted"
)

var growth = flag.String("growth", "fields:10", "the merge TestGrowthRun makes: the name of a shape and its size")

// What allocates nothing can still be quadratic: the statements that a merge
// executes grow as its input does. They are counted, in a program of its own,
// by the counters of test coverage, in the package and in the one that looks into nodes.
func TestGrowthOfWork(t *testing.T) {
	binary := counted.Build(t, "github.com/krm-merge/krm-merge/merge,github.com/krm-merge/krm-merge/internal/node")
	// Twice the size is twice the work; a search among n is log n more.
	const limit = 2.3
	for _, s := range shapes() {
		t.Run(s.name, func(t *testing.T) {
			small := counted.Statements(t, binary, "TestGrowthRun", "-growth", fmt.Sprintf("%s:%d", s.name, s.n/2))
			large := counted.Statements(t, binary, "TestGrowthRun", "-growth", fmt.Sprintf("%s:%d", s.name, s.n))
			if float64(large) > limit*float64(small) {
				t.Errorf("%d statements for n=%d and %d for twice as much, want less than %.1f times", small, s.n/2, large, limit)
			}
			t.Logf("n=%d: %d statements; twice: %d", s.n/2, small, large)
		})
	}
}

// TestGrowthRun makes one merge and nothing else.
func TestGrowthRun(t *testing.T) {
	name, size, _ := strings.Cut(*growth, ":")
	n, err := strconv.Atoi(size)
	i := slices.IndexFunc(shapes(), func(s shape) bool { return s.name == name })
	if err != nil || i < 0 {
		t.Fatalf("no shape and size: %q", *growth)
	}
	if res := shapes()[i].merge(t, n)(); res.Node == nil {
		t.Error("nothing is left")
	}
}
