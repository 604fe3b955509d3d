package upstream_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/krm-merge/krm-merge/internal/upstream"
)

// object writes an object that git itself would not make, and gives its name.
func (r repo) object(kind, data string) string {
	r.T.Helper()
	file := filepath.Join(r.T.TempDir(), "object")
	if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
		r.T.Fatal(err)
	}
	return r.Git("hash-object", "-w", "--literally", "-t", kind, file)
}

// directory writes a tree with entries, "MODE NAME" and the object, and gives its name.
func (r repo) directory(entries ...string) string {
	r.T.Helper()
	var data strings.Builder
	for i := 0; i < len(entries); i += 2 {
		id, err := hex.DecodeString(entries[i+1])
		if err != nil {
			r.T.Fatal(err)
		}
		data.WriteString(entries[i] + "\x00" + string(id))
	}
	return r.object("tree", data.String())
}

// TestHostileTrees: what unfolds without end, and what brings a repository along, is refused by
// name, soon.
func TestHostileTrees(t *testing.T) {
	r := newRepo(t)
	r.commit(map[string]string{"a": "1\n"})
	file := r.object("blob", "1\n")
	bomb, deep := r.directory("100644 a", file), r.directory("100644 a", file)
	for range 7 {
		var entries []string
		for i := range 10 {
			entries = append(entries, fmt.Sprintf("40000 %d", i), bomb)
		}
		bomb = r.directory(entries...)
	}
	for range 200 {
		deep = r.directory("40000 d", deep)
	}
	of := func(names ...string) string {
		var entries []string
		for _, name := range names {
			if dir, is := strings.CutSuffix(name, "/"); is {
				entries = append(entries, "40000 "+dir, r.directory("100644 keep", file))
			} else {
				entries = append(entries, "100644 "+name, file)
			}
		}
		return r.directory(entries...)
	}
	inside := "is a repository of git in the package"
	c := open(t, upstream.Options{})
	for _, hostile := range []struct{ name, tree, says string }{
		{"bomb", bomb, "too many files"},
		{"deep", deep, "more than 100 directories in each other"},
		{"bare", of("HEAD", "config", "objects/", "refs/"), `"." in`},
		{"bare, below", r.directory("40000 x", of("HEAD", "config", "objects/", "refs/")), `"x" in`},
		{"bare, in capitals", of("OBJECTS/", "Refs/", "config", "head"), inside},
		{"with its parts elsewhere", of("HEAD", "commondir", "config"), inside},
		{"a repository", r.directory("40000 .git", of("config")), inside},
		{"a file that names one", of(".git"), inside},
		{"for other file systems", of(".Git "), inside},
		{"by its short name", of("git~1/"), inside},
		{"with what is not seen", of(".g\u200dit/"), inside},
		{"with a stream", of(".git::$INDEX_ALLOCATION/"), inside},
		{"above", r.directory("40000 ..", of("a")), "is not a name that a file can have here"},
	} {
		t.Run(hostile.name, func(t *testing.T) {
			commit := r.Git("commit-tree", "-m", "c", hostile.tree)
			r.Git("update-ref", "refs/heads/"+strings.NewReplacer(" ", "-", ",", "").Replace(hostile.name), commit)
			ctx, stop := context.WithTimeout(context.Background(), time.Minute)
			defer stop()
			_, err := c.Tree(ctx, upstream.Location{Repo: r.Dir}, upstream.Revision{Commit: commit})
			refused(t, err, upstream.Unavailable, hostile.says)
			if _, err = c.Changed(ctx, upstream.Location{Repo: r.Dir}, upstream.Revision{Commit: commit}, upstream.Revision{Commit: commit}); err == nil {
				t.Error("what changed in it is told")
			}
		})
	}
	commit := r.Git("commit-tree", "-m", "c", of("HEAD", "objects", "head.yaml", "a.git/"))
	r.Git("update-ref", "refs/heads/harmless", commit)
	if _, err := c.Tree(context.Background(), upstream.Location{Repo: r.Dir}, upstream.Revision{Commit: commit}); err != nil {
		t.Error(err)
	}
}

// TestOptions: what begins with a - never reaches git, and no program but git's own fetches.
func TestOptions(t *testing.T) {
	r := newRepo(t)
	commit := r.commit(map[string]string{"a": "1\n"})
	c, ctx := open(t, upstream.Options{}), context.Background()
	ran := filepath.Join(t.TempDir(), "ran")
	t.Setenv("GIT_ALLOW_PROTOCOL", "ext:file")
	for _, at := range []upstream.Location{
		{Repo: "--upload-pack=touch " + ran, Ref: "v1"}, {Repo: "-x"}, {Repo: "ext::sh -c touch% " + ran}, {Repo: "testgit::" + r.Dir},
		{Repo: r.Dir, Ref: "--upload-pack=touch " + ran}, {Repo: r.Dir, Ref: "-x"},
	} {
		if _, err := c.Resolve(ctx, at); err == nil {
			t.Errorf("%s is found", at)
		}
		if at.Ref == "" {
			at.Ref = commit
		}
		if _, err := c.Tree(ctx, upstream.Location{Repo: at.Repo}, upstream.Revision{Commit: at.Ref}); err == nil {
			t.Errorf("%s is read", at)
		}
	}
	for _, text := range []string{"-x.git/p", r.Dir + ".git@-x", r.Dir + ".git/p@--output=x", "ext::sh -c x.git/p"} {
		if at, err := upstream.Parse(text); err == nil {
			t.Errorf("%s is %s", text, at)
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a command ran")
	}
}

// TestEnding: of two repositories that differ in the ending the one that is named is taken.
func TestEnding(t *testing.T) {
	r := newRepo(t)
	want := r.commit(map[string]string{"p/a": "1\n"})
	dir := t.TempDir()
	for _, name := range []string{"x", "x.git", "y"} {
		r.Git("clone", "--quiet", "--bare", r.Dir, filepath.Join(dir, name))
	}
	other := repo{r.Repository}
	other.Dir = filepath.Join(dir, "x")
	other.Git("update-ref", "refs/heads/main", other.Git("commit-tree", "-m", "other", want+"^{tree}"))
	for _, text := range []string{dir + "/x.git/p", "file://" + dir + "/x.git/p@main", dir + "/y.git/p@main"} {
		at, err := upstream.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := resolve(t, open(t, upstream.Options{}), at); got.Commit != want {
			t.Errorf("%s is %s at %s", text, at, got.Commit)
		}
	}
}
