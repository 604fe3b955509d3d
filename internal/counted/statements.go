// Package counted measures work for tests of growth: allocations, and the statements that a program executes, by the
// counters of test coverage. Unlike time both are the same on every run and machine; statements show searching and
// comparing, too.
package counted

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/slow"
)

// Grows fails where the cost for twice n is more than limit times that for n.
func Grows(t *testing.T, n int, limit float64, cost func(n int) float64) {
	t.Helper()
	once, twice := cost(n), cost(2*n)
	if t.Logf("n=%d: %.0f; twice: %.0f", n, once, twice); twice > limit*once {
		t.Errorf("it costs %.0f for n=%d and %.0f for twice as much, want less than %.1f times", once, n, twice, limit)
	}
}

// Repeat is a text of n parts.
func Repeat(n int, part func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(part(i))
	}
	return b.String()
}

// shapeAndSize is what a test runs, alone, in the program that counts.
const shapeAndSize = "KRM_MERGE_COUNTED"

// Statements is all of a test that holds how many statements of the packages of these import paths, joined by commas,
// run executes for shapes of these sizes and for twice as large ones. That takes long: where such tests are not
// wanted, it only runs small ones.
func Statements(t *testing.T, of string, limit float64, sizes map[string]int, run func(t *testing.T, shape string, n int)) {
	t.Helper()
	if shape, size, is := strings.Cut(os.Getenv(shapeAndSize), ":"); is {
		n, err := strconv.Atoi(size)
		if err != nil {
			t.Fatal(err)
		}
		run(t, shape, n)
		return
	}
	binary := filepath.Join(t.TempDir(), "counted.test")
	if slow.Wanted {
		build := exec.Command("go", "test", "-c", "-covermode=count", "-coverpkg="+of, "-o", binary, ".")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	name := t.Name()
	for shape, n := range sizes {
		t.Run(shape, func(t *testing.T) {
			if !slow.Wanted {
				run(t, shape, 10)
				return
			}
			Grows(t, n, limit, func(n int) float64 {
				profile := filepath.Join(t.TempDir(), "profile")
				c := exec.Command(binary, "-test.run=^"+name+"$", "-test.coverprofile", profile)
				c.Env = append(os.Environ(), fmt.Sprintf("%s=%s:%d", shapeAndSize, shape, n))
				if out, err := c.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				return executed(t, profile)
			})
		})
	}
}

// executed is how many statements a profile counts.
func executed(t *testing.T, profile string) (total float64) {
	t.Helper()
	file, err := os.Open(profile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		// file.go:1.2,3.4 statements count
		if f := strings.Fields(lines.Text()); len(f) == 3 {
			statements, _ := strconv.ParseFloat(f[1], 64)
			count, _ := strconv.ParseFloat(f[2], 64)
			total += statements * count
		}
	}
	if total == 0 {
		t.Fatalf("%s counts nothing", profile)
	}
	return total
}
