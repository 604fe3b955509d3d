// Package counted measures work for tests of growth: the statements that a
// program executes, by the counters of test coverage. Unlike time they are the
// same on every run and machine, and unlike allocations they see searching and
// comparing too.
package counted

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/slow"
)

// Build builds the tests of the package at hand into a program that counts the
// statements of the packages of these import paths, joined by commas. It gives the
// program's file. That takes long, so it skips the test unless such tests are wanted.
func Build(t *testing.T, of string) string {
	t.Helper()
	slow.Skip(t)
	binary := filepath.Join(t.TempDir(), "counted.test")
	build := exec.Command("go", "test", "-c", "-covermode=count", "-coverpkg="+of, "-o", binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return binary
}

// Statements runs one test of a program with further arguments, and gives the
// number of statements it executed.
func Statements(t *testing.T, binary, test string, args ...string) int {
	t.Helper()
	profile := filepath.Join(t.TempDir(), "profile")
	args = append([]string{"-test.run=^" + test + "$", "-test.coverprofile", profile}, args...)
	if out, err := exec.Command(binary, args...).CombinedOutput(); err != nil {
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
			statements, _ := strconv.Atoi(f[1])
			count, _ := strconv.Atoi(f[2])
			total += statements * count
		}
	}
	if total == 0 {
		t.Fatalf("%s counts nothing", profile)
	}
	return total
}
