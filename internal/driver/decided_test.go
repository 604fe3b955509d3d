package driver

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/gittest"
)

// decided is a file of decisions about a field of a.yaml.
func decided(field string) string {
	return fmt.Sprintf("apiVersion: fn.kpt.dev/v1alpha1\nkind: MergeDecisions\nmetadata: {name: d}\ndecisions:\n- file: a.yaml\n  path: %s\n  original: %x\n  taken: Dest\n", field, sha256.Sum256(nil))
}

// TestDecide: decisions are those of our side: of the work tree, or of the commit that
// git names; those that cannot be read are said.
func TestDecide(t *testing.T) {
	gittest.Isolate(t)
	r := git.Repository{Dir: gittest.New(t).Dir}
	run := func(args ...string) {
		t.Helper()
		if _, err := r.Run(append([]string{"-c", "user.name=a", "-c", "user.email=a"}, args...)...); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(r.Dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commit := func(root, inside string) {
		write("merge-decisions.yaml", decided(root))
		write("dir/merge-decisions.yaml", decided(inside))
		run("add", ".")
		run("commit", "--quiet", "-m", "c")
	}
	commit("root", "inside")
	run("checkout", "--quiet", "-b", "other")
	commit("otherroot", "otherinside")
	run("checkout", "--quiet", "main")

	check := func(ours, want, said string) {
		t.Helper()
		f := File{Path: "dir/a.yaml", Names: git.Names{Ours: ours}}
		lines := strings.Join(f.Decide(r), "\n")
		var found []string
		for _, field := range []string{"root", "inside", "otherroot", "otherinside", "new"} {
			for _, file := range []string{"a.yaml", "dir/a.yaml"} {
				q := decisions.Question{Place: decisions.Place{File: file, Path: field}, Original: fmt.Sprintf("%x", sha256.Sum256(nil))}
				if f.Decisions.Lookup(q) != nil {
					found = append(found, file+" "+field)
				}
			}
		}
		if got := strings.Join(found, ", "); got != want || !strings.HasPrefix(lines, said) || (said == "") != (lines == "") {
			t.Errorf("%q: found %q, said %q", ours, got, lines)
		}
	}
	for _, ours := range []string{"", "HEAD", "ours", "main", "Updated upstream", "-x"} {
		check(ours, "a.yaml root, dir/a.yaml inside", "")
	}
	check("other", "a.yaml otherroot, dir/a.yaml otherinside", "")
	check("Temporary merge branch 1", "", "")

	write("merge-decisions.yaml", decided("new"))
	check("HEAD", "dir/a.yaml inside, a.yaml new", "")
	write("dir/merge-decisions.yaml", "<<<<<<< a\n=======\n>>>>>>> b\n")
	check("HEAD", "dir/a.yaml inside, a.yaml new", "")
	write("dir/merge-decisions.yaml", "a: 1\n")
	check("HEAD", "a.yaml new", "dir/merge-decisions.yaml: no decision of it is taken over, as it cannot be read: dir/merge-decisions.yaml:1: ")
}
