package merge_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var growth = flag.String("growth", "fields:10", "the merge TestGrowthRun makes: the name of a shape and its size")

// What allocates nothing can still be quadratic: the statements that a merge
// executes grow as its input does. They are counted, in a program of its own,
// by the counters of test coverage.
func TestGrowthOfWork(t *testing.T) {
	if testing.Short() || underRace {
		t.Skip("builds a program, which counts the same with and without the race detector")
	}
	binary := filepath.Join(t.TempDir(), "merge.test")
	build := exec.Command("go", "test", "-c", "-covermode=count", "-coverpkg=github.com/krm-merge/krm-merge/merge", "-o", binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	// Twice the size is twice the work; a search among n is log n more.
	const limit = 2.3
	for _, s := range shapes() {
		t.Run(s.name, func(t *testing.T) {
			small, large := statements(t, binary, s.name, s.n/2), statements(t, binary, s.name, s.n)
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

// statements is how many statements of the engine a merge executes.
func statements(t *testing.T, binary, shape string, n int) int {
	t.Helper()
	profile := filepath.Join(t.TempDir(), "profile")
	run := exec.Command(binary, "-test.run=^TestGrowthRun$", "-growth", fmt.Sprintf("%s:%d", shape, n), "-test.coverprofile", profile)
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file, err := os.Open(profile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	total := 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		// file.go:1.2,3.4 statements count
		if f := strings.Fields(lines.Text()); len(f) == 3 {
			of, _ := strconv.Atoi(f[1])
			count, _ := strconv.Atoi(f[2])
			total += of * count
		}
	}
	if total == 0 {
		t.Fatalf("%s counts nothing", profile)
	}
	return total
}
