package upgrade_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/gittest"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// repository is one that a test made: upstream's, or that of the package.
type repository struct{ gittest.Repository }

func newRepository(t *testing.T) repository {
	t.Helper()
	return repository{gittest.New(t)}
}

// commit commits files, of which an empty one is deleted, with tags, and gives the commit.
func (r repository) commit(files map[string]string, tags ...string) string {
	r.T.Helper()
	r.write(files)
	return r.Commit(tags...)
}

func (r repository) write(files map[string]string) {
	r.T.Helper()
	for name, text := range files {
		file := filepath.Join(r.Dir, filepath.FromSlash(name))
		err := os.Remove(file)
		if text != "" {
			err = errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644))
		}
		if err != nil {
			r.T.Fatal(err)
		}
	}
}

// read gives the files of the package p, a line each, but for the Kptfile.
func (r repository) read() string {
	r.T.Helper()
	var all []string
	for name, text := range golden.Read(r.T, filepath.Join(r.Dir, "p")) {
		if path.Base(name) != "Kptfile" {
			all = append(all, "p/"+name+": "+strings.Join(strings.Fields(text), " "))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// kptfileOf is that of a package taken from up.
func kptfileOf(up repository, dir, asked, locked, commit string) string {
	return fmt.Sprintf(`apiVersion: kpt.dev/v1
kind: Kptfile
metadata: {name: p}
upstream: {type: git, git: {repo: %[1]q, directory: %[2]q, ref: %[3]q}}
upstreamLock: {type: git, git: {repo: %[1]q, directory: %[2]q, ref: %[4]q, commit: %[5]q}}
`, up.Dir, dir, asked, locked, commit)
}

// upgrader upgrades with the settings of the command line.
func upgrader(t *testing.T, over ...config.Setting) *upgrade.Upgrader {
	t.Helper()
	cache, err := upstream.Open(upstream.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	settings := config.Beside{Under: []config.Setting{{Name: "profile", Value: "Careful"}, {Name: "onDeletedLocally", Value: terms.StayDeleted.String()}}, Over: over}
	return &upgrade.Upgrader{Cache: cache, Configure: func(string) (*config.Config, string, error) {
		config, err := settings.Parse(nil, "")
		if err == nil {
			config.Strategy = resource.ThreeWay
		}
		return config, "", err
	}}
}

// text is a file of lines.
func text(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

// TestTarget: which version a package is brought to, and what is said of that.
func TestTarget(t *testing.T) {
	up, local := newRepository(t), newRepository(t)
	one := up.commit(map[string]string{"p/x.txt": "1\n", "q/x.txt": "1\n"}, "v1.2.3", "1.2.3", "q/v1.2.3", "release-1.2", "knative-v1.4.0", "controller-v1.1.0", "pre-v1.0.0-rc.1", "v3.0.0-rc.1")
	two := up.commit(map[string]string{"p/x.txt": "2\n", "q/x.txt": "2\n"}, "v1.10.0", "q/v1.3.0", "release-1.10", "knative-v1.5.0", "controller-v1.2.0", "v2.0.0-rc.1", "side")
	tip := up.commit(map[string]string{"p/x.txt": "3\n", "q/x.txt": "3\n"})
	up.Git("branch", "side", one)
	u := upgrader(t)
	for _, c := range []struct {
		name string
		// dir, asked, locked and commit are what the Kptfile says.
		dir, asked, locked, commit string
		request                    upgrade.Request
		// ref and to are what is written into the Kptfile, says is in a note or an error.
		ref, to, says string
	}{
		{"what the Kptfile asks for", "p", "v1.2.3", "v1.2.3", one, upgrade.Request{}, "v1.2.3", one, ""},
		{"somebody wrote another tag", "p", "v1.10.0", "v1.2.3", one, upgrade.Request{}, "v1.10.0", two, ""},
		{"a branch moved on", "p", "main", "main", one, upgrade.Request{}, "main", tip, ""},
		{"to a tag", "p", "main", "main", one, upgrade.Request{To: "v1.10.0"}, "v1.10.0", two, ""},
		{"to a tag of the directory", "q", "v1.2.3", "q/v1.2.3", one, upgrade.Request{To: "v1.3.0"}, "v1.3.0", two, ""},
		{"to a branch", "p", "v1.2.3", "v1.2.3", one, upgrade.Request{To: "main"}, "main", tip, ""},
		{"to the default branch", "p", "v1.2.3", "v1.2.3", one, upgrade.Request{To: "HEAD"}, "main", tip, ""},
		{"to a commit", "p", "v1.2.3", "v1.2.3", one, upgrade.Request{To: two}, two, two, ""},
		{"to a branch and tag", "p", "v1.10.0", "v1.10.0", two, upgrade.Request{To: "side"}, "side", one, ""},
		{"to the tag of a branch's name", "p", "v1.2.3", "v1.2.3", one, upgrade.Request{To: "refs/tags/side"}, "refs/tags/side", two, ""},
		{"to nothing", "p", "v1.2.3", "v1.2.3", one, upgrade.Request{To: "v9"}, "", "", "has no branch, tag or commit v9"},
		{"back", "p", "v1.10.0", "v1.10.0", two, upgrade.Request{To: "v1.2.3"}, "v1.2.3", one, "v1.2.3 is older than v1.10.0: this is a downgrade"},
		{"back in the directory", "q", "v1.3.0", "q/v1.3.0", two, upgrade.Request{To: "v1.2.3"}, "v1.2.3", one, "q/v1.2.3 is older than q/v1.3.0: this is a downgrade"},
		{"latest v1.2.3", "p", "v1.2.3", "v1.2.3", one, upgrade.Request{Latest: upstream.Major}, "v1.10.0", two, ""},
		{"latest 1.2.3", "p", "1.2.3", "1.2.3", one, upgrade.Request{Latest: upstream.Major}, "v1.10.0", two, ""},
		{"latest DIR/v1.2.3", "q", "v1.2.3", "q/v1.2.3", one, upgrade.Request{Latest: upstream.Major}, "v1.3.0", two, ""},
		{"latest DIR/v1.2.3, asked for as such", "q", "q/v1.2.3", "q/v1.2.3", one, upgrade.Request{Latest: upstream.Major}, "q/v1.3.0", two, ""},
		{"latest release-1.2", "p", "release-1.2", "release-1.2", one, upgrade.Request{Latest: upstream.Major}, "release-1.10", two, ""},
		{"latest knative-v1.4.0", "p", "knative-v1.4.0", "knative-v1.4.0", one, upgrade.Request{Latest: upstream.Major}, "knative-v1.5.0", two, ""},
		{"latest controller-v1.1.0", "p", "controller-v1.1.0", "controller-v1.1.0", one, upgrade.Request{Latest: upstream.Major}, "controller-v1.2.0", two, ""},
		{"latest, of a branch", "q", "main", "main", one, upgrade.Request{Latest: upstream.Major}, "v1.3.0", two, ""},
		{"latest with prereleases", "p", "v1.2.3", "v1.2.3", one, upgrade.Request{Latest: upstream.Pre}, "v3.0.0-rc.1", one, ""},
		{"prereleases only", "p", "pre-v1.0.0-rc.0", "pre-v1.0.0-rc.0", one, upgrade.Request{Latest: upstream.Major}, "", "", "the newest version is pre-v1.0.0-rc.1; upgrade --to takes one by its name"},
		{"a prerelease that is newer", "p", "v2.0.0-rc.1", "v2.0.0-rc.1", two, upgrade.Request{Latest: upstream.Major}, "v2.0.0-rc.1", two, "v2.0.0-rc.1 is newer than the newest release, v1.10.0; --to v1.10.0 goes back to it"},
		{"latest of the major version", "p", "v1.2.3", "v1.2.3", one, upgrade.Request{Latest: upstream.Minor}, "v1.10.0", two, ""},
		{"latest of the minor version", "p", "v1.2.3", "v1.2.3", one, upgrade.Request{Latest: upstream.Patch}, "v1.2.3", one, ""},
		{"latest of no version", "p", "main", "main", one, upgrade.Request{Latest: upstream.Minor}, "", "", "no release is a minor step from main, the newest version is "},
		{"no versions behind these words", "p", "other-v1.0.0", "other-v1.0.0", one, upgrade.Request{Latest: upstream.Major}, "", "", "no tag of upstream is clearly a version of the package"},
	} {
		t.Run(c.name, func(t *testing.T) {
			local.T = t
			local.commit(map[string]string{"p/Kptfile": kptfileOf(up, c.dir, c.asked, c.locked, c.commit), "p/x.txt": up.Git("show", c.commit+":p/x.txt") + "\n"})
			r, err := u.Upgrade(context.Background(), filepath.Join(local.Dir, "p"), c.request)
			if c.ref == "" {
				if err == nil || !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), local.Dir) || local.Git("status", "--porcelain") != "" {
					t.Errorf("got %v, not %s", err, c.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if r.To.Commit != c.to || r.Upstream.Ref != c.ref || r.Written != (c.asked != c.ref || c.commit != c.to) {
				t.Errorf("to %v by %s, written: %t", r.To, r.Upstream.Ref, r.Written)
			}
			if said := strings.Join(r.Notes, "; "); said != c.says {
				t.Errorf("says %q, not %q", said, c.says)
			}
			text, err := os.ReadFile(filepath.Join(local.Dir, "p", "Kptfile"))
			if err != nil || !strings.Contains(string(text), fmt.Sprintf("ref: %q", c.ref)) && !strings.Contains(string(text), "ref: "+c.ref) || !strings.Contains(string(text), c.to) {
				t.Errorf("the Kptfile has, %v\n%s", err, text)
			}
			if got, want := local.read(), "p/x.txt: "+up.Git("show", c.to+":p/x.txt"); got != want {
				t.Errorf("the package has %s, not %s", got, want)
			}
		})
	}
}

// TestReady: what keeps a package from being upgraded, and what does not.
func TestReady(t *testing.T) {
	up := newRepository(t)
	one := up.commit(map[string]string{"p/x.txt": text("a", "b", "c"), "p/sub/y.txt": "1\n", "p/old/a.yaml": "a: 1\n", "p/old/b.yaml": "b: 1\n"}, "v1")
	up.Git("mv", "p/old", "p/new")
	up.commit(map[string]string{"p/x.txt": text("a", "b", "theirs"), "p/sub/y.txt": "2\n", "p/new/a.yaml": "a: 2\n"}, "v2")
	own := kptfileOf(up, "p", "v1", "v1", one)
	u, merging := upgrader(t), upgrader(t, config.Setting{Name: "subpackages", Value: "Merge"})
	for _, c := range []struct {
		name string
		// by is u where nothing else is said.
		by *upgrade.Upgrader
		// committed is what the package has besides its Kptfile, changed what is not
		// committed.
		committed, changed map[string]string
		request            upgrade.Request
		// want are the files afterwards, says is in a note or an error.
		want, says string
	}{
		{name: "as it was", want: "p/new/a.yaml: a: 2\np/new/b.yaml: b: 1\np/sub/y.txt: 2\np/x.txt: a b theirs"},
		{name: "changed elsewhere", committed: map[string]string{"p/x.txt": text("mine", "b", "c")}, want: "p/new/a.yaml: a: 2\np/new/b.yaml: b: 1\np/sub/y.txt: 2\np/x.txt: mine b theirs"},
		{name: "more in a directory that upstream renamed", committed: map[string]string{"p/old/mine.yaml": "m: 1\n", "p/old/b.yaml": "b: 5\n"},
			want: "p/new/a.yaml: a: 2\np/new/b.yaml: b: 1\np/old/b.yaml: <<<<<<< main: #c542182d: upstream deleted it, you changed it b: 5 ||||||| v1 b: 1 ======= >>>>>>> v2\np/old/mine.yaml: m: 1\np/sub/y.txt: 2\np/x.txt: a b theirs"},
		{name: "deleted", committed: map[string]string{"p/sub/y.txt": ""}, want: "p/new/a.yaml: a: 2\np/new/b.yaml: b: 1\np/x.txt: a b theirs"},
		{name: "a package inside", committed: map[string]string{"p/sub/Kptfile": own, "p/sub/y.txt": "mine\n"}, changed: map[string]string{"p/sub/z.txt": text("<<<<<<< a", "1", "=======", "2", ">>>>>>> b")},
			want: "p/new/a.yaml: a: 2\np/new/b.yaml: b: 1\np/sub/y.txt: mine\np/sub/z.txt: <<<<<<< a 1 ======= 2 >>>>>>> b\np/x.txt: a b theirs"},
		{name: "a package inside that is merged", committed: map[string]string{"p/sub/Kptfile": own, "p/sub/y.txt": text("<<<<<<< a", "1", "=======", "2", ">>>>>>> b")}, by: merging, says: "questions of an earlier merge are open, the first in sub/y.txt"},
		{name: "a package inside that is merged, not committed", committed: map[string]string{"p/sub/Kptfile": own}, by: merging, changed: map[string]string{"p/sub/y.txt": "mine\n"}, says: "has changes that are not committed, the first in p/sub/y.txt"},
		{name: "not committed", changed: map[string]string{"p/mine.txt": "m\n", "p/x.txt": text("mine", "b", "c")}, says: "has changes that are not committed, the first in p/x.txt; commit or stash them, or use --force"},
		{name: "not committed, elsewhere", changed: map[string]string{"other.txt": "m\n"}, want: "p/new/a.yaml: a: 2\np/new/b.yaml: b: 1\np/sub/y.txt: 2\np/x.txt: a b theirs"},
		{name: "forced", changed: map[string]string{"p/x.txt": text("mine", "b", "c")}, request: upgrade.Request{Force: true},
			want: "p/new/a.yaml: a: 2\np/new/b.yaml: b: 1\np/sub/y.txt: 2\np/x.txt: mine b theirs"},
		{name: "to try", changed: map[string]string{"p/x.txt": text("mine", "b", "c")}, request: upgrade.Request{DryRun: true}, want: "p/old/a.yaml: a: 1\np/old/b.yaml: b: 1\np/sub/y.txt: 1\np/x.txt: mine b c"},
		{name: "questions open", committed: map[string]string{"p/x.txt": text("<<<<<<< a", "1", "=======", "2", ">>>>>>> b")}, request: upgrade.Request{Force: true}, says: "questions of an earlier merge are open, the first in x.txt"},
		{name: "no lock", committed: map[string]string{"p/Kptfile": strings.Split(own, "upstreamLock")[0]}, says: "its Kptfile does not say which version was taken"},
		{name: "no lock, another original", committed: map[string]string{"p/Kptfile": strings.Split(own, "upstreamLock")[0]}, request: upgrade.Request{Original: "v1"},
			want: "p/new/a.yaml: a: 2\np/new/b.yaml: b: 1\np/sub/y.txt: 2\np/x.txt: a b theirs"},
		{name: "no Kptfile", committed: map[string]string{"p/Kptfile": ""}, says: "has no Kptfile that says where the package is from"},
		{name: "the Kptfile of a package below", committed: map[string]string{"p/Kptfile": "", "p/sub/Kptfile": own}, says: "has no Kptfile that says where the package is from"},
	} {
		t.Run(c.name, func(t *testing.T) {
			local := newRepository(t)
			local.commit(map[string]string{"p/Kptfile": own, "p/x.txt": text("a", "b", "c"), "p/sub/y.txt": "1\n", "p/old/a.yaml": "a: 1\n", "p/old/b.yaml": "b: 1\n"})
			local.commit(c.committed)
			local.write(c.changed)
			before := local.read()
			c.request.To = "v2"
			r, err := cmp.Or(c.by, u).Upgrade(context.Background(), filepath.Join(local.Dir, "p"), c.request)
			if c.want == "" {
				if err == nil || !strings.Contains(err.Error(), c.says) || local.read() != before {
					t.Errorf("got %v, not %s", err, c.says)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := local.read(); got != c.want {
				t.Errorf("the package has\n%s\nnot\n%s", got, c.want)
			}
			var notes []string
			for _, n := range r.Merge.Notes {
				notes = append(notes, n.Message)
			}
			if !strings.Contains(strings.Join(append(notes, r.Notes...), "\n"), c.says) {
				t.Errorf("says %q, not %q", notes, c.says)
			}
		})
	}
}

// TestFind: packages are found by their Kptfiles, each before what lies in it.
func TestFind(t *testing.T) {
	local := newRepository(t)
	own := kptfileOf(local, "p", "v1", "v1", "0")
	bare := strings.Split(own, "upstream:")[0]
	local.write(map[string]string{"b/Kptfile": own, "b/in/Kptfile": own, "a/Kptfile": own, "bare/Kptfile": bare, "bad/Kptfile": "{", ".hidden/Kptfile": own, "dir/Kptfile/x": "x"})
	if err := os.Symlink("b", filepath.Join(local.Dir, "link")); err != nil {
		t.Skip(err)
	}
	for dir, want := range map[string]string{".": "a b b/in bad", "b": "b b/in", "link": "link link/in", "bare": "", ".hidden": ".hidden"} {
		t.Chdir(local.Dir)
		found, err := upgrade.Find(dir)
		if got := filepath.ToSlash(strings.Join(found, " ")); got != want || err != nil {
			t.Errorf("%s: %s, not %s, %v", dir, got, want, err)
		}
	}
	if _, err := upgrade.Find("none"); err == nil || !strings.HasPrefix(err.Error(), "none: cannot be read: ") {
		t.Error(err)
	}
}
