package git

import (
	"os"
	"path/filepath"
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
	if style, err := r.Config(AnyScope, "merge.conflictStyle"); style != "" || err != nil {
		t.Errorf("style %q, %v", style, err)
	}
	if err := os.Unsetenv("GIT_DIR"); err != nil {
		t.Fatal(err)
	}
	if style := r.ConflictStyle(); style != "diff3" {
		t.Errorf("style %q", style)
	}
	l, err := MergeFile([]byte("a\n"), []byte("b\n"), []byte("c\n"), Names{"x", "y", "z"}, 9, "")
	if want := "<<<<<<<<< x\nb\n||||||||| y\na\n=========\nc\n>>>>>>>>> z\n"; err != nil || string(l.Text) != want || l.Conflicts != 1 {
		t.Errorf("%v, %d conflicts\n%s", err, l.Conflicts, l.Text)
	}
}

// TestMergeFileFails: what is not text is an error with git's code, and so is no git.
func TestMergeFileFails(t *testing.T) {
	repository(t)
	if _, err := MergeFile([]byte("a\x00"), []byte("b\x00"), []byte("c\x00"), Names{}, 7, ""); Code(err) != 255 {
		t.Error(err)
	}
	t.Setenv("PATH", t.TempDir())
	_, err := MergeFile(nil, nil, nil, Names{}, 7, "")
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

// TestLines: lines go into a file once and out again; a link stays one.
func TestLines(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "deep", "file"), filepath.Join(dir, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	lines := []string{"a", "b"}
	for _, before := range []string{"", "c", "c\nd\n", "a\n"} {
		_ = os.RemoveAll(filepath.Join(dir, "deep"))
		if before != "" {
			if _, err := AddLines(file, strings.Split(strings.TrimSuffix(before, "\n"), "\n")); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		to := link
		if before == "" {
			to = file
		}
		added, err := AddLines(to, lines)
		if want := 2 - strings.Count(before, "a"); len(added) != want || err != nil {
			t.Errorf("%q: added %q, %v", before, added, err)
		}
		if again, twice := AddLines(to, lines); len(again) > 0 || twice != nil {
			t.Errorf("%q: again %q, %v", before, again, twice)
		}
		removed, err := RemoveLines(to, added)
		if len(removed) != len(added) || err != nil {
			t.Errorf("%q: removed %q, %v", before, removed, err)
		}
		after, err := os.ReadFile(file)
		if string(after) != before || (err == nil) != (before != "") {
			t.Errorf("%q: after it %q, %v", before, after, err)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%q: the link is gone", before)
		}
	}
}
