package upstream_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/gittest"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/upstream"
)

// repo is a repository that a test made, with a work tree.
type repo struct{ gittest.Repository }

// newRepo makes an empty repository.
func newRepo(t *testing.T, args ...string) repo {
	t.Helper()
	return repo{gittest.New(t, args...)}
}

// commit commits files and gives the commit.
func (r repo) commit(files map[string]string) string {
	r.T.Helper()
	golden.Write(r.T, r.Dir, files)
	return r.Commit()
}

// tag gives a commit these tags, and no others are left.
func (r repo) tag(commit, tags string) {
	r.T.Helper()
	dir := filepath.Join(r.Dir, ".git", "refs", "tags")
	err := os.RemoveAll(dir)
	for tag := range strings.FieldsSeq(tags) {
		file := filepath.Join(dir, filepath.FromSlash(tag))
		err = errors.Join(err, os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(commit+"\n"), 0o644))
	}
	if err != nil {
		r.T.Fatal(err)
	}
}

func open(t *testing.T, o upstream.Options) *upstream.Cache {
	t.Helper()
	c, err := upstream.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// text is what a tree holds, a line for each file.
func text(files *upstream.Files) string {
	var b strings.Builder
	for _, f := range files.All {
		b.WriteString(f.Path)
		if f.Mode == fs.ModeSymlink {
			b.WriteString(" -> " + string(f.Data) + "\n")
			continue
		}
		if f.Mode&0o111 != 0 {
			b.WriteString("*")
		}
		b.WriteString(" " + strings.TrimSuffix(strings.ReplaceAll(string(f.Data), "\r", "^"), "\n") + "\n")
	}
	return b.String()
}

// tree reads a directory of a commit.
func tree(t *testing.T, c *upstream.Cache, repo, commit, dir string) string {
	t.Helper()
	files, err := c.Tree(context.Background(), upstream.Location{Repo: repo, Directory: dir}, upstream.Revision{Commit: commit})
	if err != nil {
		t.Error(err)
		return ""
	}
	return text(files)
}

// resolve gives the commit of a location.
func resolve(t *testing.T, c *upstream.Cache, at upstream.Location) upstream.Revision {
	t.Helper()
	v, err := c.Resolve(context.Background(), at)
	if err != nil {
		t.Errorf("%s: %v", at, err)
	}
	return v
}

// refused holds an error against the reason that it must have, and against parts of what it must say.
func refused(t *testing.T, err error, why upstream.Reason, says ...string) {
	t.Helper()
	var e *upstream.Error
	if !errors.As(err, &e) || e.Reason != why {
		t.Errorf("the error is %v", err)
		return
	}
	for _, part := range says {
		if !strings.Contains(e.Error(), part) {
			t.Errorf("the error does not say %q: %v", part, err)
		}
	}
}
