package upstream_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/upstream"
)

// TestTree: files, links and executable bits as they are, whatever attributes ask for;
// submodules and what Git LFS keeps are told.
func TestTree(t *testing.T) {
	r := newRepo(t)
	r.commit(map[string]string{
		"other": "o", ".gitattributes": "*.bat -text\n*.sh ident filter=none\n*.yaml eol=crlf\n",
		"pkg/a.yaml": "a: 1\n", "pkg/b/run.sh (x)": "# $Id$\n", "pkg/l -> b/run.sh": "", "pkg/out -> ../../etc/passwd": "",
		"pkg/x.bat": "1\r\n2\r\n", "pkg/ä \".yaml": "b\n",
		"pkg/big.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n",
	})
	r.Git("update-index", "--add", "--cacheinfo", "160000,1234567890123456789012345678901234567890,pkg/sub")
	r.Git("commit", "--quiet", "-m", "sub")
	commit := r.Git("rev-parse", "HEAD")
	c := open(t, upstream.Options{})
	files, err := c.Tree(context.Background(), upstream.Location{Repo: r.Dir, Directory: "/pkg"}, upstream.Revision{Commit: commit})
	if err != nil {
		t.Fatal(err)
	}
	want := `a.yaml a: 1
b/run.sh* # $Id$
big.bin version https://git-lfs.github.com/spec/v1
oid sha256:0
size 3
l -> b/run.sh
out -> ../../etc/passwd
x.bat 1^
2^
ä ".yaml b
`
	if diff := cmp.Diff(want, text(files)); diff != "" {
		t.Error(diff)
	}
	notes := []string{"a submodule of git is left out: sub", "Git LFS keeps the content elsewhere, and the pointer is taken: big.bin"}
	if diff := cmp.Diff(notes, files.Notes); diff != "" {
		t.Error(diff)
	}
	if got := tree(t, c, r.Dir, commit, "pkg/b/"); got != "run.sh* # $Id$\n" {
		t.Error(got)
	}
	if got := tree(t, c, r.Dir, commit, ""); !strings.Contains(got, "pkg/x.bat 1^\n2^\n") || !strings.Contains(got, "other o\n") {
		t.Error(got)
	}
	for dir, want := range map[string]string{"none": "has no directory none in", "pkg/a.yaml": "has no directory pkg/a.yaml in", "*": "has no directory"} {
		_, err := c.Tree(context.Background(), upstream.Location{Repo: r.Dir, Directory: dir}, upstream.Revision{Commit: commit})
		refused(t, err, upstream.NoDirectory, want)
	}
}

// TestResolve: refs are found as kpt finds them.
func TestResolve(t *testing.T) {
	r := newRepo(t)
	first := r.commit(map[string]string{"a/b/x": "1"})
	r.Git("tag", "-a", "-m", "t", "v1")
	r.Git("tag", "a/b/v2")
	r.Git("tag", "a/v3")
	r.Git("branch", "side")
	second := r.commit(map[string]string{"a/b/x": "2"})
	r.Git("tag", "-m", "t", "v2")
	r.Git("branch", "v1")
	c := open(t, upstream.Options{})
	for _, at := range []struct {
		dir, ref     string
		commit, name string
		kind         upstream.RefKind
	}{
		{"/a/b", "", second, "main", upstream.Branch},
		{"/a/b", "HEAD", second, "main", upstream.Branch},
		{"/a/b", "main", second, "main", upstream.Branch},
		{"/", "side", first, "side", upstream.Branch},
		{"/", "refs/heads/side", first, "refs/heads/side", upstream.Branch},
		{"/", "v1", second, "v1", upstream.Branch},
		{"/", "refs/tags/v1", first, "refs/tags/v1", upstream.Tag},
		{"/", "v2", second, "v2", upstream.Tag},
		{"/a/b", "v2", first, "a/b/v2", upstream.Tag},
		{"a/b", "a/b/v2", first, "a/b/v2", upstream.Tag},
		{"/a/b", "v3", first, "a/v3", upstream.Tag},
		{"/", first, first, first, upstream.Commit},
	} {
		want := upstream.Revision{Commit: at.commit, Ref: at.name, Kind: at.kind}
		if got := resolve(t, c, upstream.Location{Repo: r.Dir, Directory: at.dir, Ref: at.ref}); got != want {
			t.Errorf("%s@%s: %+v, not %+v", at.dir, at.ref, got, want)
		}
	}
	const whole = "; write the whole name of a commit"
	for ref, advice := range map[string]string{"none": "", "v99": "", "abcdef0": whole} {
		_, err := c.Resolve(context.Background(), upstream.Location{Repo: r.Dir, Ref: ref})
		refused(t, err, upstream.NoRef, "has no branch, tag or commit "+ref+advice+"; see which there are: git ls-remote ")
	}
}

// TestHistory: what a branch or tag was once stays in the cache; a renamed default branch
// is found.
func TestHistory(t *testing.T) {
	r := newRepo(t)
	old := r.commit(map[string]string{"x": "1"})
	r.Git("tag", "v1")
	at := upstream.Location{Repo: r.Dir, Ref: "v1"}
	if got := tree(t, open(t, upstream.Options{}), r.Dir, resolve(t, open(t, upstream.Options{}), at).Commit, "/"); got != "x 1\n" {
		t.Error(got)
	}
	r.Git("commit", "--quiet", "--amend", "-m", "other")
	r.Git("tag", "--force", "v1")
	r.Git("branch", "-m", "main", "trunk")
	r.Git("reflog", "expire", "--expire=all", "--all")
	r.Git("gc", "--quiet", "--prune=now")
	c := open(t, upstream.Options{})
	if now := resolve(t, c, at).Commit; now == old {
		t.Error("the tag did not move")
	}
	if v := resolve(t, c, upstream.Location{Repo: r.Dir}); v.Ref != "trunk" {
		t.Errorf("%+v", v)
	}
	if got := tree(t, c, r.Dir, old, "/"); got != "x 1\n" {
		t.Error(got)
	}
	_, err := open(t, upstream.Options{Dir: t.TempDir()}).Tree(context.Background(), upstream.Location{Repo: r.Dir, Directory: "/"}, upstream.Revision{Commit: old})
	refused(t, err, upstream.Gone, "does not have commit "+old+" any more; ", "--original DIR")
}

// TestOffline: what is in the cache is enough, and what is not is an error that says so.
func TestOffline(t *testing.T) {
	r := newRepo(t)
	commit := r.commit(map[string]string{"p/x": "1", "q/x": "2"})
	at := upstream.Location{Repo: r.Dir}
	c := open(t, upstream.Options{Offline: true})
	_, err := c.Resolve(context.Background(), at)
	refused(t, err, upstream.Unavailable, "not in the cache; run once without --offline")
	if _, err = c.Tree(context.Background(), upstream.Location{Repo: r.Dir, Directory: "p"}, upstream.Revision{Commit: commit}); err == nil {
		t.Error("no error")
	}
	on := open(t, upstream.Options{})
	resolve(t, on, at)
	tree(t, on, r.Dir, commit, "p")
	if err = os.RemoveAll(r.Dir); err != nil {
		t.Fatal(err)
	}
	c = open(t, upstream.Options{Offline: true})
	if v := resolve(t, c, at); v.Commit != commit || v.Ref != "main" {
		t.Errorf("%+v", v)
	}
	if got := tree(t, c, r.Dir, commit, "p"); got != "x 1\n" {
		t.Error(got)
	}
}

// TestReadOnly: a cache that cannot be written is read; what has to be fetched is an error
// that says what to do.
func TestReadOnly(t *testing.T) {
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("nothing is read-only")
	}
	r := newRepo(t)
	commit := r.commit(map[string]string{"p/x": "1"})
	dir := t.TempDir()
	c := open(t, upstream.Options{Dir: dir})
	tree(t, c, r.Dir, commit, "p")
	err := filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
		if err == nil {
			err = os.Chmod(name, 0o555)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = filepath.WalkDir(dir, func(name string, _ os.DirEntry, _ error) error { return os.Chmod(name, 0o755) })
	})
	c = open(t, upstream.Options{Dir: dir})
	resolve(t, c, upstream.Location{Repo: r.Dir})
	if got := tree(t, c, r.Dir, commit, "p"); got != "x 1\n" {
		t.Error(got)
	}
	commit = r.commit(map[string]string{"p/x": "2"})
	_, err = c.Tree(context.Background(), upstream.Location{Repo: r.Dir, Directory: "p"}, upstream.Revision{Commit: commit})
	refused(t, err, upstream.Unavailable, "permission denied; set XDG_CACHE_HOME")
}

// TestNoCache: a cache that cannot be is an error that says what to do.
func TestNoCache(t *testing.T) {
	r := newRepo(t)
	commit := r.commit(map[string]string{"x": "1"})
	c := open(t, upstream.Options{Dir: filepath.Join(r.Dir, "x", "cache")})
	resolve(t, c, upstream.Location{Repo: r.Dir})
	_, err := c.Tree(context.Background(), upstream.Location{Repo: r.Dir, Directory: "/"}, upstream.Revision{Commit: commit})
	refused(t, err, upstream.Unavailable, "the cache cannot be written: ", "; set XDG_CACHE_HOME")
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	if _, err = upstream.Open(upstream.Options{}); err == nil || !strings.HasPrefix(err.Error(), "no directory for what is fetched: ") || !strings.Contains(err.Error(), "set HOME or XDG_CACHE_HOME") {
		t.Error(err)
	}
}

// TestSHA256: repositories whose objects are named by another hash.
func TestSHA256(t *testing.T) {
	r := newRepo(t, "--object-format=sha256")
	commit := r.commit(map[string]string{"p/x": "1"})
	r.Git("tag", "v1.0.0")
	c := open(t, upstream.Options{})
	for _, ref := range []string{"", "v1.0.0", commit} {
		if v := resolve(t, c, upstream.Location{Repo: r.Dir, Ref: ref}); v.Commit != commit {
			t.Errorf("%s: %+v", ref, v)
		}
	}
	if got := tree(t, c, r.Dir, commit, "p"); got != "x 1\n" {
		t.Error(got)
	}
}

// TestChanged: the files of the directory that differ.
func TestChanged(t *testing.T) {
	r := newRepo(t)
	first := r.commit(map[string]string{"p/a": "1", "p/b": "1", "p/c": "1", "p/gone": "1", "q": "1"})
	r.Git("rm", "--quiet", "p/gone")
	second := r.commit(map[string]string{"p/a": "2", "p/c (x)": "1", "p/new/x": "1", "q": "2"})
	got, err := open(t, upstream.Options{}).Changed(context.Background(), upstream.Location{Repo: r.Dir, Directory: "/p"}, upstream.Revision{Commit: first}, upstream.Revision{Commit: second})
	if diff := cmp.Diff([]string{"a", "c", "gone", "new/x"}, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}
