package upgrade_test

import (
	"cmp"
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/gittest"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// settings is a krm-merge.yaml with a check and other lines.
func settings(check string, more ...string) string {
	lines := append([]string{"apiVersion: fn.kpt.dev/v1alpha1", "kind: Merge", "metadata:", "  name: krm-merge", "  annotations:", `    config.kubernetes.io/local-config: "true"`, "spec:"}, more...)
	if check != "" {
		lines = append(lines, "  check: "+check)
	}
	return text(lines...)
}

// link makes a symbolic link.
func (r repository) link(to, name string) {
	r.T.Helper()
	_ = os.Remove(filepath.Join(r.Dir, name))
	if err := os.Symlink(to, filepath.Join(r.Dir, name)); err != nil {
		r.T.Skip(err)
	}
}

// configured is an upgrader that reads the settings of packages from files, as the command line
// does.
func configured(t *testing.T, over ...fn.Setting) *upgrade.Upgrader {
	t.Helper()
	u := upgrader(t, nil)
	u.Configure = func(dir string) (*fn.Config, string, error) {
		beside := fn.Beside{Under: []fn.Setting{{Name: "profile", Value: "Careful"}, {Name: "onDeletedLocally", Value: "StayDeleted"}}, Over: over}
		config, name, err := configfile.Package(dir, &bounded.Input{}, beside)
		if err == nil {
			config.Strategy = resource.ThreeWay
		}
		return config, name, err
	}
	return u
}

// TestCheckOfUpstreams: what stands in a package with an upstream does not run, however it got
// there; what somebody here wrote above it, or on the command line, does.
func TestCheckOfUpstreams(t *testing.T) {
	for _, c := range []struct {
		name string
		// ships is what upstream's package p has; CHECK is a command.
		ships, links map[string]string
		// here is what is changed here before the upgrade of dir.
		here       map[string]string
		dir, check string
		// says is in a note; it runs without one.
		says string
	}{
		{name: "as it is", ships: map[string]string{"krm-merge.yaml": settings("CHECK")}, says: "it stands in a package that has an upstream"},
		{name: "a link", ships: map[string]string{"other.yaml": settings("CHECK")}, links: map[string]string{"p/krm-merge.yaml": "other.yaml"}, says: "the file is a symbolic link"},
		{name: "below a package that ships it", ships: map[string]string{"krm-merge.yaml": settings("CHECK")}, dir: "p/q", says: "it stands in a package that has an upstream"},
		{name: "written here, but in the package", here: map[string]string{"p/krm-merge.yaml": settings("CHECK")}, says: "it stands in a package that has an upstream"},
		{name: "above a package, in another one", here: map[string]string{"krm-merge.yaml": settings("CHECK"), "Kptfile": kptfile(repository{gittest.Repository{T: t, Dir: "x"}}, "p", "v1", "v1", "0")}, says: "it stands in a package that has an upstream"},
		{name: "beside a Kptfile that cannot be read", here: map[string]string{"krm-merge.yaml": settings("CHECK"), "Kptfile": "a: [\n"}, says: "Kptfile"},

		{name: "above the package", ships: map[string]string{"x.yaml": settings("CHECK")}, here: map[string]string{"krm-merge.yaml": settings("CHECK")}},
		{name: "of a package of ours", here: map[string]string{"krm-merge.yaml": settings("CHECK"), "Kptfile": "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: ours}\n"}},
		{name: "from the command line", ships: map[string]string{"krm-merge.yaml": settings("CHECK")}, check: "CHECK"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ran := filepath.Join(t.TempDir(), "ran")
			command := "touch " + ran
			up, local := newRepository(t), newRepository(t)
			ships := map[string]string{"p/x.txt": "1\n", "q/x.txt": "1\n"}
			for name, text := range c.ships {
				ships["p/"+name] = strings.ReplaceAll(text, "CHECK", command)
			}
			up.write(ships)
			for name, to := range c.links {
				up.link(to, name)
			}
			up.Commit("v1")
			up.commit(map[string]string{"p/x.txt": "2\n", "q/x.txt": "2\n"}, "v2")
			u, ctx := configured(t), context.Background()
			dir := cmp.Or(c.dir, "p")
			for _, to := range slices.Compact([]string{"p", dir}) {
				if _, err := u.Get(ctx, upstream.Location{Repo: up.Dir, Directory: path.Base(to), Ref: "v1"}, filepath.Join(local.Dir, to)); err != nil {
					t.Fatal(err)
				}
			}
			for name, text := range c.here {
				local.write(map[string]string{name: strings.ReplaceAll(text, "CHECK", command)})
			}
			local.Commit()
			request := upgrade.Request{To: "v2", Check: strings.ReplaceAll(c.check, "CHECK", command)}
			if request.Check != "" {
				u = configured(t, fn.Setting{Name: "check", Value: request.Check})
			}
			r, err := u.Upgrade(ctx, filepath.Join(local.Dir, dir), request)
			if err != nil {
				t.Fatal(err)
			}
			_, missing := os.Stat(ran)
			if got := missing == nil; got != (c.says == "") || !strings.Contains(strings.Join(r.Notes, "\n"), c.says) {
				t.Errorf("it ran: %t; it says %q, not %q", got, r.Notes, c.says)
			}
		})
	}
}

// TestRepositoryInPackage: a package with a repository in it is refused by name, and nothing
// that it names runs.
func TestRepositoryInPackage(t *testing.T) {
	up, local := newRepository(t), newRepository(t)
	ran := filepath.Join(t.TempDir(), "ran")
	one := up.commit(map[string]string{"p/x.txt": "1\n"}, "v1")
	bare := map[string]string{
		"p/sub/HEAD": "ref: refs/heads/main\n", "p/sub/objects/keep": "1\n", "p/sub/refs/keep": "1\n",
		"p/sub/config": "[core]\n\trepositoryformatversion = 0\n\tworktree = .\n\tfsmonitor = touch " + ran + "\n",
	}
	up.commit(bare, "v2")
	u, ctx := configured(t), context.Background()
	if _, err := u.Get(ctx, upstream.Location{Repo: up.Dir, Directory: "p", Ref: "v2"}, filepath.Join(local.Dir, "q")); err == nil || !strings.Contains(err.Error(), `"sub" in`) {
		t.Errorf("it is taken: %v", err)
	}
	local.commit(map[string]string{"p/Kptfile": kptfile(up, "p", "v1", "v1", one), "p/x.txt": "1\n"})
	dir := filepath.Join(local.Dir, "p")
	if _, err := u.Upgrade(ctx, dir, upgrade.Request{To: "v2"}); err == nil || !strings.Contains(err.Error(), `"sub" in`) {
		t.Errorf("it is upgraded: %v", err)
	}
	local.write(bare)
	for _, name := range []string{dir, filepath.Join(dir, "sub")} {
		if name != dir {
			local.write(map[string]string{"p/sub/Kptfile": kptfile(up, "p", "v1", "v1", one)})
		}
		if _, err := u.Upgrade(ctx, name, upgrade.Request{To: "v1"}); err == nil || !strings.Contains(err.Error(), "is a repository of git in the package") {
			t.Errorf("%s: it is upgraded: %v", name, err)
		}
		if _, err := upgrade.Abort(name); err == nil {
			t.Errorf("%s: an upgrade is taken back", name)
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a command ran")
	}
	if _, err := os.Stat(filepath.Join(dir, "sub", "krm-merge")); err == nil {
		t.Error("the journal is in the package")
	}
}

// TestIgnored: what upstream's .krmignore names is upgraded like all else; what a line of ours
// names is not, and that is said.
func TestIgnored(t *testing.T) {
	up, local := newRepository(t), newRepository(t)
	up.commit(map[string]string{"p/.krmignore": "theirs.txt\n", "p/theirs.txt": "1\n", "p/ours.txt": "1\n", "p/sub/a.txt": "1\n", "p/x.txt": "1\n"}, "v1")
	up.commit(map[string]string{"p/.krmignore": "theirs.txt\nx.txt\n", "p/theirs.txt": "2\n", "p/ours.txt": "2\n", "p/sub/a.txt": "2\n", "p/x.txt": "2\n"}, "v2")
	up.commit(map[string]string{"p/x.txt": "3\n"}, "v3")
	u, ctx := upgrader(t, nil), context.Background()
	if _, err := u.Get(ctx, upstream.Location{Repo: up.Dir, Directory: "p", Ref: "v1"}, filepath.Join(local.Dir, "p")); err != nil {
		t.Fatal(err)
	}
	local.commit(map[string]string{"p/.krmignore": "ours.txt\nsub\n# upstream's\ntheirs.txt\n"})
	var said []string
	for _, to := range []string{"v2", "v3"} {
		r, err := u.Upgrade(ctx, filepath.Join(local.Dir, "p"), upgrade.Request{To: to})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range r.Merge.Notes {
			said = append(said, n.Resource.Path+": "+n.Message)
		}
		local.Commit()
	}
	if got, want := local.read(), "p/.krmignore: ours.txt sub # upstream's theirs.txt x.txt\np/ours.txt: 1\np/sub/a.txt: 1\np/theirs.txt: 2\np/x.txt: 3"; got != want {
		t.Errorf("the package has\n%s\nnot\n%s", got, want)
	}
	if want := "ours.txt: left out, as .krmignore names it; and so are 1 more files of updated"; !strings.Contains(strings.Join(said, "\n"), want) {
		t.Errorf("it says %q", said)
	}
}
