package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/need"
)

// TestExamples replays the examples: what each of them is expected to become is
// committed as the merge of its dest and its updated, which parted at its
// original.
func TestExamples(t *testing.T) {
	need.Program(t, "git")
	dirs := examples(t)
	repo := t.TempDir()
	h := &history{t, repo}
	h.git("init", "-q", "-b", "main")
	write := func(version func(example) string) {
		for _, e := range dirs {
			to := filepath.Join(repo, e.name)
			if err := os.RemoveAll(to); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(to, os.DirFS(version(e))); err != nil {
				t.Fatal(err)
			}
		}
		h.git("add", "-A")
	}
	write(func(e example) string { return e.in("original") })
	h.git("commit", "-q", "-m", "original")
	h.git("checkout", "-q", "-b", "side")
	write(func(e example) string { return e.in("updated") })
	h.git("commit", "-q", "-m", "updated")
	h.git("checkout", "-q", "main")
	write(func(e example) string { return e.in("dest") })
	h.git("commit", "-q", "-m", "dest")
	h.git("merge", "-q", "-s", "ours", "--no-commit", "side")
	write(func(e example) string { return e.expected })
	h.git("commit", "-q", "-m", "expected")

	// Only a person can settle five of them; crd-lists needs a definition that
	// lies in another file, and files are replayed one by one.
	h.replays(`1 merge commits (0 others skipped), 16 files

all                right  by bytes   asked  wrong in silence  refused  not tried
krm-merge             10        10       5                 1        0          0
git merge-file         4         4      12                 0        0          0
kyaml                  4         2       0                11        0          1
kyaml as in kpt        4         2       0                12        0          0

derivable          right  by bytes   asked  wrong in silence  refused  not tried
krm-merge              9         9       0                 0        0          0
git merge-file         4         4       5                 0        0          0
kyaml                  3         1       0                 5        0          1
kyaml as in kpt        4         2       0                 5        0          0

chosen             right  by bytes   asked  wrong in silence  refused  not tried
krm-merge              0         0       5                 1        0          0
git merge-file         0         0       6                 0        0          0
kyaml                  0         0       0                 6        0          0
kyaml as in kpt        0         0       0                 6        0          0

made               right  by bytes   asked  wrong in silence  refused  not tried
krm-merge              1         1       0                 0        0          0
git merge-file         0         0       1                 0        0          0
kyaml                  1         1       0                 0        0          0
kyaml as in kpt        0         0       0                 1        0          0

where git is right: krm-merge right 4 (by bytes 4), asked 0, wrong 0
`)
}

// example is a package with an original, an updated and a dest.
type example struct {
	name, dir string
	// expected is the directory of what dest becomes.
	expected string
}

func (e example) in(version string) string { return filepath.Join(e.dir, version) }

// examples finds those whose versions are directories. What dest becomes is the
// directory expected, or dest with the example's patch applied.
func examples(t *testing.T) []example {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	var found []example
	for _, pattern := range []string{"*", "*/*"} {
		originals, err := filepath.Glob(filepath.Join(root, pattern, "original"))
		if err != nil {
			t.Fatal(err)
		}
		for _, original := range originals {
			e := example{dir: filepath.Dir(original), name: strings.TrimPrefix(filepath.Dir(original), root+string(filepath.Separator))}
			e.expected = e.in("expected")
			if _, err := os.Stat(e.expected); err != nil {
				e.expected = patched(t, root, e)
			}
			found = append(found, e)
		}
	}
	if len(found) < 7 {
		t.Fatalf("found %d examples with three versions", len(found))
	}
	return found
}

// patched gives dest as the patch of an example leaves it.
func patched(t *testing.T, root string, e example) string {
	t.Helper()
	top, inside, _ := strings.Cut(filepath.ToSlash(e.name), "/")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, top))); err != nil {
		t.Fatal(err)
	}
	dest := filepath.ToSlash(filepath.Join(inside, "dest"))
	patch := filepath.Join(dir, ".expected", "diff.patch")
	if _, err := os.Stat(patch); err == nil {
		c := exec.Command("git", "apply", "--include", dest+"/*", patch)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", e.name, err, out)
		}
	}
	return filepath.Join(dir, filepath.FromSlash(dest))
}
