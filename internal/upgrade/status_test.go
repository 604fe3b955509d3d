package upgrade_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/upgrade"
)

// taken writes a package that was taken from the repository, with what its lock says, if it has one.
func (r repository) taken(asked string, lock *kptfile.Lock) string {
	r.T.Helper()
	text, _, _ := strings.Cut(kptfileOf(r, "p", asked, "", ""), "upstreamLock")
	if lock != nil {
		text = kptfileOf(r, "p", asked, lock.Ref, lock.Commit)
	}
	dir := r.T.TempDir()
	golden.Write(r.T, dir, map[string]string{kptfile.Name: text})
	return dir
}

func lock(ref, commit string) *kptfile.Lock {
	return &kptfile.Lock{Upstream: kptfile.Upstream{Ref: ref}, Commit: commit}
}

// TestOf: which version is newer, and what is said where nobody knows.
func TestOf(t *testing.T) {
	r := newRepository(t)
	first := r.commit(map[string]string{"p/a": "1"}, "v1.0.0", "p/v0.1.0", "moved", "a-v1.0.0")
	second := r.commit(map[string]string{"p/a": "2"}, "v1.1.0", "v1.2.0-rc.1", "b-v1.0.0")
	other := r.commit(map[string]string{"q/a": "2"}, "v2.0.0-rc.1")
	r.Git("branch", "old", first)
	cache := upgrader(t).Cache
	for _, c := range []struct {
		name, ref string
		lock      *kptfile.Lock
		want      string
	}{
		{"a tag", "v1.0.0", lock("v1.0.0", first), "v1.0.0, v1.1.0, behind, 1"},
		{"the newest tag", "v1.1.0", lock("v1.1.0", second), "v1.1.0, v1.1.0, current, 0"},
		{"a prerelease was taken", "v1.2.0-rc.1", lock("v1.2.0-rc.1", second), "v1.2.0-rc.1, v1.1.0, current, 0"},
		{"a prerelease that is newer was taken", "v2.0.0-rc.1", lock("v2.0.0-rc.1", other), "v2.0.0-rc.1, v2.0.0-rc.1, current, 0"},
		{"a tag of the directory", "v0.1.0", lock("p/v0.1.0", first), "p/v0.1.0, p/v0.1.0, current, 0"},
		{"a bot edited the ref", "v1.1.0", lock("v1.0.0", first), "v1.0.0, v1.1.0, behind, 1"},
		{"a branch", "main", lock("main", first), "main (FIRST), main (OTHER), behind, 1"},
		{"a branch with nothing new in the package", "main", lock("main", second), "main (SECOND), main (OTHER), current, 0"},
		{"an old branch", "old", lock("old", first), "old (FIRST), old (FIRST), current, 0"},
		{"a commit with a tag", first, lock(first, first), "FIRST, p/v0.1.0, current, 0"},
		{"a commit without", other, lock(other, other), "OTHER, p/v0.1.0, unknown, 1; OTHER is not a version, so nobody knows whether p/v0.1.0 is newer"},
		{"a tag that was moved", "v1.1.0", lock("v1.1.0", first), "v1.1.0, v1.1.0, behind, 1; v1.1.0 is not what was taken any more: it was moved upstream, or published again"},
		{"a tag that is gone", "v0.9.0", lock("v0.9.0", first), "v0.9.0 (FIRST), v1.1.0, behind, 1; upstream does not have v0.9.0 (FIRST) any more"},
		{"a tag that is no version", "moved", lock("moved", first), "moved, p/v0.1.0, current, 0"},
		{"no lock", "v1.0.0", nil, "v1.0.0, v1.1.0, unknown, -1; its Kptfile does not say which version was taken; krm-merge adopt writes it there"},
		{"a commit that is gone", "v1.0.0", lock("v1.0.0", strings.Repeat("1", 40)), "v1.0.0, v1.1.0, behind, -1; v1.0.0 is not what was taken any more: it was moved upstream, or published again; what changed is not known: does not have commit " + strings.Repeat("1", 40) + " any more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := upgrade.StatusOf(context.Background(), cache, r.taken(c.ref, c.lock))
			if err != nil {
				t.Fatal(err)
			}
			newest := "none"
			if s.Newest != nil {
				newest = s.Newest.String()
			}
			got := fmt.Sprintf("%s, %s, %s, %d", s.Taken, newest, s.State, s.Changed)
			if len(s.Notes) > 0 {
				got += "; " + strings.Join(s.Notes, "; ")
			}
			got = strings.NewReplacer(first[:7], "FIRST", second[:7], "SECOND", other[:7], "OTHER").Replace(got)
			if got != c.want {
				t.Errorf("%s\nnot\n%s", got, c.want)
			}
		})
	}
}

// TestOddVersions: which tags are versions of a package is said where it is not clear, and where the newest is of
// another major version, the newest of the same one is named.
func TestOddVersions(t *testing.T) {
	for _, c := range []struct{ taken, tags, want string }{
		{"tip", "a-v1.0.0 b-v1.0.0", "no tag of upstream is clearly a version of the package; upgrade --to takes a branch, tag or commit"},
		{"tip", "v1.0.0-rc.1", "no release is a major step from tip, the newest version is v1.0.0-rc.1; upgrade --to takes one by its name"},
		{"tip", "nightly", "no tag of upstream is clearly a version of the package; upgrade --to takes a branch, tag or commit"},
		{"v1.0.0", "v1.1.0 v2.0.0", "v1.1.0 is the newest of the same major version; upgrade --latest=minor takes it"},
	} {
		r := newRepository(t)
		commit := r.commit(map[string]string{"p/a": "1"}, c.taken)
		r.commit(map[string]string{"p/a": "2"}, strings.Fields(c.tags)...)
		cache := upgrader(t).Cache
		s, err := upgrade.StatusOf(context.Background(), cache, r.taken(c.taken, lock(c.taken, commit)))
		if err != nil || (s.State == upgrade.Unknown) != (s.Newest == nil) || strings.Join(s.Notes, "; ") != c.want {
			t.Errorf("%s: %+v, %v", c.tags, s, err)
		}
	}
}

// TestCompare: a package without changes has none, though its Kptfile is new; a directory
// that is not there any more is an error that names the package.
func TestCompare(t *testing.T) {
	r := newRepository(t)
	commit := r.commit(map[string]string{"p/a": "1"}, "v1.0.0")
	r.Git("mv", "p", "q")
	r.commit(map[string]string{"q/a": "2"}, "v2.0.0")
	cache := upgrader(t).Cache
	dir := r.taken("v1.0.0", lock("v1.0.0", commit))
	golden.Write(t, dir, map[string]string{"a": "1"})
	// A package inside that is from elsewhere is no change of this one.
	if err := os.CopyFS(filepath.Join(dir, "sub"), os.DirFS(r.taken("v2.0.0", nil))); err != nil {
		t.Fatal(err)
	}
	c, err := upgrade.Compare(context.Background(), cache, dir, "")
	if err != nil || len(c.Resources)+len(c.Files) > 0 {
		t.Errorf("%+v, %v", c, err)
	}
	_, err = upgrade.Compare(context.Background(), cache, dir, "v2.0.0")
	if err == nil || !strings.HasPrefix(err.Error(), dir+": ") || !strings.Contains(err.Error(), "has no directory p in") {
		t.Error(err)
	}
	if _, err = upgrade.Compare(context.Background(), cache, r.taken("v1.0.0", nil), ""); err == nil || !strings.Contains(err.Error(), "does not say which version was taken") {
		t.Error(err)
	}
}
