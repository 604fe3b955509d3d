package git

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/gittest"
)

// repository makes an empty repository, with a configuration of its own only.
func repository(t *testing.T) Repository {
	t.Helper()
	return Repository{Dir: gittest.New(t).Dir}
}

func (r Repository) must(t *testing.T, args ...string) string {
	t.Helper()
	out, err := r.Run(args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (r Repository) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(r.Dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestEnvironment: what git tells a hook of another repository does not count, but for a
// merge by lines.
func TestEnvironment(t *testing.T) {
	r := repository(t)
	t.Setenv("GIT_DIR", filepath.Join(t.TempDir(), "none"))
	t.Setenv("GIT_CONFIG_PARAMETERS", "'merge.conflictstyle=diff3'")
	if _, err := r.Line("rev-parse", "--git-dir"); err != nil {
		t.Error(err)
	}
	if style, err := r.Config("merge.conflictStyle"); style != "" || err != nil {
		t.Errorf("style %q, %v", style, err)
	}
	if err := os.Unsetenv("GIT_DIR"); err != nil {
		t.Fatal(err)
	}
	if style := r.ConflictStyle(); style != "diff3" {
		t.Errorf("style %q", style)
	}
	l, err := MergeFile(Histogram, []byte("a\n"), []byte("b\n"), []byte("c\n"), Names{"x", "y", "z"}, 9, "")
	if want := "<<<<<<<<< x\nb\n||||||||| y\na\n=========\nc\n>>>>>>>>> z\n"; err != nil || string(l.Text) != want || l.Conflicts != 1 {
		t.Errorf("%v, %d conflicts\n%s", err, l.Conflicts, l.Text)
	}
}

// TestMergeFileFails: what is not text is an error with git's code, and so is no git.
func TestMergeFileFails(t *testing.T) {
	repository(t)
	if _, err := MergeFile(Histogram, []byte("a\x00"), []byte("b\x00"), []byte("c\x00"), Names{}, 7, ""); Code(err) != 255 {
		t.Error(err)
	}
	t.Setenv("PATH", t.TempDir())
	_, err := MergeFile(Histogram, nil, nil, nil, Names{}, 7, "")
	if err == nil || !strings.Contains(err.Error(), "git is not installed") || Code(err) != -1 {
		t.Error(err)
	}
}

// TestUnmerged: the index has the versions of files in the middle of a merge.
func TestUnmerged(t *testing.T) {
	r := repository(t)
	commit := func(files map[string]string) {
		for name, text := range files {
			r.write(t, name, text)
		}
		r.must(t, "add", ".")
		r.must(t, "commit", "--quiet", "-m", "c")
	}
	commit(map[string]string{"a b": "1\n", "gone": "1\n", "same": "1\n"})
	r.must(t, "checkout", "--quiet", "-b", "theirs")
	commit(map[string]string{"a b": "3\n", "gone": "3\n", "new": "3\n"})
	r.must(t, "checkout", "--quiet", "main")
	r.must(t, "rm", "--quiet", "gone")
	commit(map[string]string{"a b": "2\n", "new": "2\n"})
	if none, err := r.Unmerged(); len(none) > 0 || err != nil {
		t.Errorf("%v, %v", none, err)
	}
	if _, err := r.Run("merge", "--quiet", "theirs"); Code(err) != 1 {
		t.Fatal(err)
	}
	all, err := r.Unmerged()
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, u := range all {
		got.WriteString(u.Path)
		for _, s := range []*Stage{u.Original, u.Ours, u.Theirs} {
			text, err := r.Content(s, u.Path)
			if err != nil {
				t.Fatal(err)
			}
			if s == nil {
				text = []byte("-")
			}
			got.WriteString(" " + strings.TrimSpace(string(text)))
		}
		got.WriteString("\n")
	}
	if want := "a b 1 2 3\ngone 1 - 3\nnew - 2 3\n"; got.String() != want {
		t.Errorf("got\n%swant\n%s", &got, want)
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
	r := repository(t)
	for _, dir := range []string{"sub/deep", "own"} {
		if err := os.MkdirAll(filepath.Join(r.Dir, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	r.write(t, ".gitattributes", "[attr]keep merge=ours\n*.lock.yaml\tmerge=ours\n/sub/a.yaml -merge\nown/* keep\n\"with space.yaml\" merge=union\n*.big.yaml filter=lfs diff=lfs\n*.bin.yml binary\n*.yaml text\n")
	r.write(t, "sub/.gitattributes", "b.yaml merge=union\ndeep/*.yml -merge\nx.lock.yaml merge=union\n")
	said := map[string]string{
		"a.yaml": "krm-merge", "b.yaml": "krm-merge", "x.lock.yaml": "ours", "sub/y.lock.yaml": "ours", "sub/x.lock.yaml": "union", "sub/a.yaml": "unset",
		"own/a.yaml": "ours", "with space.yaml": "union", "x.big.yaml": "unspecified", "x.bin.yml": "unset", "sub/deep/b.yaml": "union", "sub/deep/c.yml": "unset", "sub/c.yml": "krm-merge",
	}
	for name := range said {
		r.write(t, name, "a: 1\n")
	}
	r.must(t, "add", ".")
	s := Setup{Repository: r, Program: "krm-merge"}
	changes, err := s.Install()
	if err != nil || !strings.Contains(strings.Join(changes, "\n"), `info/attributes: added "*.lock.yaml" merge=ours, as .gitattributes has it`) {
		t.Errorf("%q, %v", changes, err)
	}
	for name, want := range said {
		if got, failed := r.Attributes("merge", []string{name}); got[name] != want || failed != nil {
			t.Errorf("%s: %s, not %s; %v", name, got[name], want, failed)
		}
	}
	if changes, err = s.Install(); len(changes) > 0 || err != nil {
		t.Errorf("again %q, %v", changes, err)
	}
}
