// Package gittest makes git repositories for tests.
package gittest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/need"
)

// Isolate gives git an author, and no configuration or cache but the test's. It skips the
// test where there is no git.
func Isolate(t *testing.T) {
	t.Helper()
	need.Program(t, "git")
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, role := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+role+"_NAME", "a")
		t.Setenv("GIT_"+role+"_EMAIL", "a@example.com")
	}
}

// Repository is one that a test made, with a work tree.
type Repository struct {
	T   *testing.T
	Dir string
}

// New makes an empty repository for a test that it isolates; args are more of git init.
func New(t *testing.T, args ...string) Repository {
	t.Helper()
	Isolate(t)
	r := Repository{t, filepath.Join(t.TempDir(), "up")}
	if err := os.Mkdir(r.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	r.Git(append([]string{"init", "--quiet", "-b", "main"}, args...)...)
	return r
}

// Git gives what git prints, which must not fail.
func (r Repository) Git(args ...string) string {
	r.T.Helper()
	c := exec.Command("git", args...)
	c.Dir = r.Dir
	out, err := c.CombinedOutput()
	if err != nil {
		r.T.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// Commit commits the work tree, and gives the commit, which then has the tags.
func (r Repository) Commit(tags ...string) string {
	r.T.Helper()
	r.Git("add", "--all")
	r.Git("commit", "--quiet", "--allow-empty", "-m", "c")
	for _, tag := range tags {
		r.Git("tag", "--force", tag)
	}
	return r.Git("rev-parse", "HEAD")
}
