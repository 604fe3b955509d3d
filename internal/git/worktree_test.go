package git

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestRoot: a directory in a work tree is found, one outside of any is not.
func TestRoot(t *testing.T) {
	r := repository(t)
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
	r := repository(t)
	for _, dir := range []string{"p/sub", "other"} {
		if err := os.MkdirAll(filepath.Join(r.Dir, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"p/a", "p/b c", "p/sub/d", "other/e"} {
		r.write(t, name, "1")
	}
	r.write(t, ".gitignore", "*.log\n")
	r.must(t, "add", ".")
	r.must(t, "commit", "--quiet", "-m", "1")
	p := Repository{Dir: filepath.Join(r.Dir, "p")}
	if changed, err := p.Changed(); len(changed) > 0 || err != nil {
		t.Errorf("%q, %v", changed, err)
	}
	for _, name := range []string{"p/b c", "p/sub/d", "other/e", "p/new", "p/x.log"} {
		r.write(t, name, "2")
	}
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
