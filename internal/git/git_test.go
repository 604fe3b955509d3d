package git

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/gittest"
	"github.com/krm-merge/krm-merge/internal/golden"
)

// TestEnvironment: what git tells a hook of another repository does not count, but for a
// merge by lines.
func TestEnvironment(t *testing.T) {
	r := Repository{Dir: gittest.New(t).Dir}
	t.Setenv("GIT_DIR", filepath.Join(t.TempDir(), "none"))
	t.Setenv("GIT_CONFIG_PARAMETERS", "'merge.conflictstyle=diff3'")
	if _, err := r.Line("rev-parse", "--git-dir"); err != nil {
		t.Error(err)
	}
	if style, _, err := r.Config("merge.conflictStyle"); style != "" || err != nil {
		t.Errorf("style %q, %v", style, err)
	}
	if err := os.Unsetenv("GIT_DIR"); err != nil {
		t.Fatal(err)
	}
	if style := r.ConflictStyle(); style != "diff3" {
		t.Errorf("style %q", style)
	}
	text, clean, err := MergeFile(Histogram, Versions{Original: []byte("a\n"), Ours: []byte("b\n"), Theirs: []byte("c\n")}, Names{"x", "y", "z"}, 9, "")
	if want := "<<<<<<<<< x\nb\n||||||||| y\na\n=========\nc\n>>>>>>>>> z\n"; err != nil || string(text) != want || clean {
		t.Errorf("%v, clean: %t\n%s", err, clean, text)
	}
}

// TestMergeFileFails: what is not text is an error with git's code, and so is no git.
func TestMergeFileFails(t *testing.T) {
	gittest.Isolate(t)
	if _, _, err := MergeFile(Histogram, Versions{Original: []byte("a\x00"), Ours: []byte("b\x00"), Theirs: []byte("c\x00")}, Names{}, 7, ""); Code(err) != 255 {
		t.Error(err)
	}
	t.Setenv("PATH", t.TempDir())
	_, _, err := MergeFile(Histogram, Versions{}, Names{}, 7, "")
	if err == nil || !strings.Contains(err.Error(), "git is not installed") || Code(err) != -1 {
		t.Error(err)
	}
}

// TestLines: lines go into a file once and out again, where they are in front of what it says
// itself; a link stays one.
func TestLines(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "deep", "file"), filepath.Join(dir, "link")
	if err := errors.Join(os.Symlink(file, link), os.Mkdir(filepath.Dir(file), 0o755)); err != nil {
		t.Skip(err)
	}
	for _, own := range []string{"", "c", "c\nd\n", "a\n"} {
		if err := os.WriteFile(file, []byte(own), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct{ lines, added, removed []string }{
			{[]string{"a", "b"}, []string{"a", "b"}, nil}, {[]string{"a", "b"}, nil, nil}, {[]string{"a", "c"}, []string{"c"}, []string{"b"}}, {nil, nil, []string{"a", "c"}},
		} {
			added, removed, err := setLines(link, step.lines)
			if !slices.Equal(added, step.added) || !slices.Equal(removed, step.removed) || err != nil {
				t.Errorf("%q: %q: added %q, removed %q, %v", own, step.lines, added, removed, err)
			}
			text, _ := os.ReadFile(link)
			want := own
			if step.lines != nil {
				want = linesBegin + strings.Join(step.lines, "\n") + "\n" + linesEnd + own
			}
			if string(text) != want {
				t.Errorf("%q: %q: it holds %q", own, step.lines, text)
			}
		}
		if info, err := os.Lstat(link); own != "" && (err != nil || info.Mode()&os.ModeSymlink == 0) {
			t.Errorf("%q: the link is gone", own)
		}
		_ = os.Remove(link)
		if err := os.Symlink(file, link); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCommittedMerges: what .gitattributes says of merges is the same after git is set up; where
// it says nothing, krm-merge merges.
func TestCommittedMerges(t *testing.T) {
	up := gittest.New(t)
	golden.Write(t, up.Dir, map[string]string{
		".gitattributes":     "[attr]keep merge=ours\n*.lock.yaml\tmerge=ours\n/sub/a.yaml -merge\nown/* keep\n\"with space.yaml\" merge=union\n*.big.yaml filter=lfs diff=lfs\n*.bin.yml binary\n*.yaml text\n",
		"sub/.gitattributes": "b.yaml merge=union\ndeep/*.yml -merge\nx.lock.yaml merge=union\n",
	})
	said := map[string]string{
		"a.yaml": "krm-merge", "b.yaml": "krm-merge", "x.lock.yaml": "ours", "sub/y.lock.yaml": "ours", "sub/x.lock.yaml": "union", "sub/a.yaml": "unset",
		"own/a.yaml": "ours", "with space.yaml": "union", "x.big.yaml": "unspecified", "x.bin.yml": "unset", "sub/deep/b.yaml": "union", "sub/deep/c.yml": "unset", "sub/c.yml": "krm-merge",
	}
	for name := range said {
		golden.Write(t, up.Dir, map[string]string{name: "a: 1\n"})
	}
	up.Git("add", ".")
	r := Repository{Dir: up.Dir}
	s := Setup{Repository: r, Program: "krm-merge"}
	changes, err := s.Change(false)
	if err != nil || !strings.Contains(strings.Join(changes, "\n"), `info/attributes: added "*.lock.yaml" merge=ours, as .gitattributes has it`) {
		t.Errorf("%q, %v", changes, err)
	}
	for name, want := range said {
		if got, failed := r.Attributes("merge", []string{name}); got[name] != want || failed != nil {
			t.Errorf("%s: %s, not %s; %v", name, got[name], want, failed)
		}
	}
	if changes, err = s.Change(false); len(changes) > 0 || err != nil {
		t.Errorf("again %q, %v", changes, err)
	}
}

// TestListed: entries with their paths, as they are.
func TestListed(t *testing.T) {
	got := ""
	for e := range Listed("100644 blob 1a\ta b\x00120000 blob 2b 7\tc\nd\x00") {
		got += e.Words[2] + " " + e.Path + ";"
	}
	if want := "1a a b;2b c\nd;"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestObjects: contents, empty ones too; what is missing, cut off or no file is an error.
func TestObjects(t *testing.T) {
	all, err := Objects("1a blob 3\na\nb\n2b blob 0\n\n", []string{"1a", "2b"})
	if err != nil || len(all) != 2 || string(all[0]) != "a\nb" || all[1] == nil || len(all[1]) != 0 {
		t.Errorf("%q, %v", all, err)
	}
	for _, out := range []string{"", "1a missing\n", "1a blob 3\na\n", "1a tree 3\na\nb\n", "1a blob x\na\n", "1a blob -1\na\n"} {
		if all, err := Objects(out, []string{"1a"}); err == nil {
			t.Errorf("%q: %q", out, all)
		}
	}
}

// TestRoot: a directory in a work tree is found, one outside of any is not.
func TestRoot(t *testing.T) {
	r := gittest.New(t)
	top, err := filepath.EvalSymlinks(r.Dir)
	below := filepath.Join(top, "a", "b")
	if err = errors.Join(err, os.MkdirAll(below, 0o755)); err != nil {
		t.Fatal(err)
	}
	if dir, err := (Repository{Dir: below}).GitDir(); Root(below) != top || dir != filepath.Join(top, ".git") || err != nil {
		t.Errorf("%s, %s, %v", Root(below), dir, err)
	}
	outside := t.TempDir()
	if dir, err := (Repository{Dir: outside}).GitDir(); Root(outside) != "" || err == nil {
		t.Errorf("outside: %q, %q", Root(outside), dir)
	}
}

// TestChanged: what is new, changed or deleted below a directory, without what is left
// out or ignored.
func TestChanged(t *testing.T) {
	r := gittest.New(t)
	golden.Write(t, r.Dir, map[string]string{"p/a": "1", "p/b c": "1", "p/sub/d": "1", "other/e": "1", ".gitignore": "*.log\n"})
	r.Commit()
	p := Repository{Dir: filepath.Join(r.Dir, "p")}
	if changed, err := p.Changed(); len(changed) > 0 || err != nil {
		t.Errorf("%q, %v", changed, err)
	}
	golden.Write(t, r.Dir, map[string]string{"p/b c": "2", "p/sub/d": "2", "other/e": "2", "p/new": "2", "p/x.log": "2"})
	if err := os.Remove(filepath.Join(r.Dir, "p/a")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ without, want []string }{
		{nil, []string{"p/a", "p/b c", "p/new", "p/sub/d"}},
		{[]string{"sub"}, []string{"p/a", "p/b c", "p/new"}},
	} {
		changed, err := p.Changed(c.without...)
		slices.Sort(changed)
		if !slices.Equal(changed, c.want) || err != nil {
			t.Errorf("without %v: %q, %v", c.without, changed, err)
		}
	}
}
