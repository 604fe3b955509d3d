package upgrade_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/configfile"
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
func configured(t *testing.T, over ...config.Setting) *upgrade.Upgrader {
	t.Helper()
	u := upgrader(t)
	u.Configure = func(dir string) (*config.Config, string, error) {
		beside := config.Beside{Under: []config.Setting{{Name: "profile", Value: "Careful"}, {Name: "onDeletedLocally", Value: "StayDeleted"}}, Over: over}
		config, name, err := configfile.Package(dir, &bounded.Input{}, beside)
		if err == nil {
			config.Strategy = resource.ThreeWay
		}
		return config, name, err
	}
	return u
}

// TestCheckOfUpstreams: what upstream says to run does not run, however it got here; what
// somebody wrote outside of packages does.
func TestCheckOfUpstreams(t *testing.T) {
	for _, c := range []struct {
		name string
		// v1, v2 and v3 are what changes in upstream's repository; CHECK is a command.
		v1, v2, v3 map[string]string
		links      map[string]string
		// here is what is changed here before the first upgrade.
		here map[string]string
		// dir is the package that is upgraded.
		dir, check string
		// says is in a note; it runs without one.
		says string
	}{
		{name: "as it is", v1: map[string]string{"p/krm-merge.yaml": settings("CHECK")}, says: "upstream may have written it"},
		{name: "a link", v1: map[string]string{"p/other.yaml": settings("CHECK")}, links: map[string]string{"p/krm-merge.yaml": "other.yaml"}, says: "upstream may have written it"},
		{name: "below a package that ships it", v1: map[string]string{"p/krm-merge.yaml": settings("CHECK"), "q/x.txt": "1\n"}, v2: map[string]string{"q/x.txt": "2\n"}, v3: map[string]string{"q/x.txt": "3\n"}, dir: "p/q", says: "upstream may have written it"},
		{name: "another setting edited", v1: map[string]string{"p/krm-merge.yaml": settings("CHECK")}, here: map[string]string{"p/krm-merge.yaml": settings("CHECK", "  onConflict: Dest")}, says: "upstream may have written it"},
		{name: "merged into the file", v1: map[string]string{"p/krm-merge.yaml": settings("", "  onConflict: Ask")}, v2: map[string]string{"p/krm-merge.yaml": settings("CHECK", "  onConflict: Ask")},
			here: map[string]string{"p/krm-merge.yaml": settings("", "  onConflict: Ask") + "# ours\n"}, says: "upstream may have written it"},
		{name: "written here, in the package", here: map[string]string{"p/krm-merge.yaml": settings("CHECK")}, says: "upstream may have written it"},
		{name: "above the package", v1: map[string]string{"p/x.yaml": settings("CHECK")}, here: map[string]string{"krm-merge.yaml": settings("CHECK")}},
		{name: "of a package of ours", here: map[string]string{"krm-merge.yaml": settings("CHECK"), "Kptfile": "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: ours}\n"}},
		{name: "from the command line", v1: map[string]string{"p/krm-merge.yaml": settings("CHECK")}, check: "CHECK"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ran := filepath.Join(t.TempDir(), "ran")
			command := "touch " + ran
			with := func(files map[string]string, x string) map[string]string {
				all := map[string]string{"p/x.txt": x}
				for name, text := range files {
					all[name] = strings.ReplaceAll(text, "CHECK", command)
				}
				return all
			}
			up, local := newRepository(t), newRepository(t)
			up.write(with(c.v1, "1\n"))
			for name, to := range c.links {
				up.link(to, name)
			}
			up.Commit("v1")
			up.commit(with(c.v2, "2\n"), "v2")
			up.commit(with(c.v3, "3\n"), "v3")
			u, ctx := configured(t), context.Background()
			take := func(dir string, to string) {
				if _, err := u.Get(ctx, upstream.Location{Repo: up.Dir, Directory: dir, Ref: "v1"}, filepath.Join(local.Dir, to)); err != nil {
					t.Fatal(err)
				}
			}
			take("p", "p")
			dir := "p"
			if c.dir != "" {
				dir = c.dir
				take("q", dir)
			}
			var notes []string
			for i, to := range []string{"v2", "v3"} {
				if i == 1 && c.v2 == nil {
					break
				}
				for name, text := range []map[string]string{c.here, nil}[i] {
					// A link becomes a file.
					file := filepath.Join(local.Dir, name)
					_ = os.Remove(file)
					if err := os.WriteFile(file, []byte(strings.ReplaceAll(text, "CHECK", command)), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				local.Commit()
				request := upgrade.Request{To: to, Check: strings.ReplaceAll(c.check, "CHECK", command)}
				if request.Check != "" {
					u = configured(t, config.Setting{Name: "check", Value: request.Check})
				}
				r, err := u.Upgrade(ctx, filepath.Join(local.Dir, dir), request)
				if err != nil {
					t.Fatal(err)
				}
				notes = append(notes, r.Notes...)
			}
			_, err := os.Stat(ran)
			if got := err == nil; got != (c.says == "") {
				t.Errorf("it ran: %t; it says %q", got, notes)
			}
			if !strings.Contains(strings.Join(notes, "\n"), c.says) {
				t.Errorf("it says %q, not %q", notes, c.says)
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
	local.commit(map[string]string{"p/Kptfile": kptfileOf(up, "p", "v1", "v1", one), "p/x.txt": "1\n"})
	dir := filepath.Join(local.Dir, "p")
	if _, err := u.Upgrade(ctx, dir, upgrade.Request{To: "v2"}); err == nil || !strings.Contains(err.Error(), `"sub" in`) {
		t.Errorf("it is upgraded: %v", err)
	}
	local.write(bare)
	for _, name := range []string{dir, filepath.Join(dir, "sub")} {
		if name != dir {
			local.write(map[string]string{"p/sub/Kptfile": kptfileOf(up, "p", "v1", "v1", one)})
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
	u, ctx := upgrader(t), context.Background()
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
