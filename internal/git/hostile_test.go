package git

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/gittest"
	"github.com/krm-merge/krm-merge/internal/golden"
)

// bareIn makes a directory that git takes for a repository without a work tree, whose
// configuration names commands. It gives the file that these make.
func bareIn(t *testing.T, dir string) (ran string) {
	t.Helper()
	ran = filepath.Join(t.TempDir(), "ran")
	command := "touch " + ran
	golden.Write(t, dir, map[string]string{
		"HEAD": "ref: refs/heads/main\n", "objects/keep": "", "refs/keep": "", "hooks/post-index-change (x)": "#!/bin/sh\n" + command + "\n",
		"config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = " + command + "\n\tsshCommand = " + command + "\n\thooksPath = hooks\n[merge]\n\tconflictStyle = zdiff3\n",
	})
	return ran
}

// TestRepositoryInside: a directory that looks like a repository decides nothing and runs
// nothing, in a work tree or outside of any.
func TestRepositoryInside(t *testing.T) {
	r := gittest.New(t)
	outside := t.TempDir()
	for _, dir := range []string{filepath.Join(r.Dir, "p"), outside} {
		ran := bareIn(t, dir)
		p := Repository{Dir: dir}
		top := Root(dir)
		gitDir, err := p.GitDir()
		if within := dir != outside; within != (err == nil) || within != (top != "") || strings.HasPrefix(gitDir, dir) {
			t.Errorf("%s: the work tree is %q, of %q, %v", dir, top, gitDir, err)
		}
		if top != "" {
			if changed, err := p.Changed(); err != nil || len(changed) == 0 {
				t.Errorf("%s: changed are %q, %v", dir, changed, err)
			}
			if _, err := p.Unmerged(); err != nil {
				t.Error(err)
			}
		}
		t.Chdir(dir)
		for _, where := range []Repository{p, {}} {
			if style := where.ConflictStyle(); style != "" {
				t.Errorf("%s: the style is %q", dir, style)
			}
		}
		if _, err := os.Stat(ran); err == nil {
			t.Errorf("%s: a command of its configuration ran", dir)
		}
	}
}

// TestGuards: git runs no command that the configuration of the work tree names for itself.
func TestGuards(t *testing.T) {
	up := gittest.New(t)
	ran := filepath.Join(t.TempDir(), "ran")
	up.Git("config", "core.fsmonitor", "touch "+ran)
	golden.Write(t, up.Dir, map[string]string{"a": "1"})
	if changed, err := (Repository{Dir: up.Dir}).Changed(); err != nil || len(changed) != 1 {
		t.Errorf("%q, %v", changed, err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the command ran")
	}
}

// TestHooksPath: the hook is where the configuration says, though none runs for git here.
func TestHooksPath(t *testing.T) {
	up := gittest.New(t)
	r := Repository{Dir: up.Dir}
	for _, path := range []string{"", "own"} {
		want := filepath.Join(r.path(".git"), "hooks", "pre-commit")
		if path != "" {
			up.Git("config", "core.hooksPath", path)
			want = filepath.Join(r.path(path), "pre-commit")
		}
		if file, _, err := r.hook(); file != want || err != nil {
			t.Errorf("%q: %s, not %s, %v", path, file, want, err)
		}
	}
}
