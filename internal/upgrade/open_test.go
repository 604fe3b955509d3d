package upgrade_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge"
)

// generated is a package whose files are maps of fields, by their names.
type generated map[string]map[string]string

// changed is a package with some fields changed, deleted and added, and with files deleted and
// added, one by all. No other version has what a version called so puts there.
func (g generated) changed(r *rand.Rand, version string, deletes bool) generated {
	c := generated{}
	for _, file := range slices.Sorted(maps.Keys(g)) {
		if deletes && r.IntN(10) == 0 {
			continue
		}
		c[file] = map[string]string{}
		for _, field := range slices.Sorted(maps.Keys(g[file])) {
			switch r.IntN(8) {
			case 0:
			case 1, 2:
				c[file][field] = field + "-" + version
			default:
				c[file][field] = g[file][field]
			}
		}
		c[file]["of-"+version] = "new"
	}
	c["file-of-"+version], c["added"] = map[string]string{"a": "1"}, map[string]string{"k0": version}
	return c
}

// texts are the files of the package p, those of before that are gone are empty.
func (g generated) texts(before generated) map[string]string {
	all := map[string]string{}
	for file := range before {
		all["p/"+file+".yaml"], all["p/"+file+".txt"] = "", ""
	}
	for file, fields := range g {
		lines, plain := []string{"apiVersion: v1", "kind: ConfigMap", "metadata:", "  name: " + file, "data:"}, []string{}
		for _, field := range slices.Sorted(maps.Keys(fields)) {
			lines = append(lines, "  "+field+": "+fields[field])
		}
		// Lines that are far from each other, of which none is deleted.
		for i := range 6 {
			field := fmt.Sprint("k", i)
			plain = append(plain, "about "+field, field+" is", cmp.Or(fields[field], "x"), "end of "+field, "")
		}
		all["p/"+file+".yaml"], all["p/"+file+".txt"] = text(lines...), text(plain...)
	}
	return all
}

// asks are the open questions of the package p and its values, with each question answered for
// dest: a line each.
func (r repository) asks() string {
	r.T.Helper()
	dir := filepath.Join(r.Dir, "p")
	held := golden.Read(r.T, dir)
	delete(held, "Kptfile")
	s, err := resolve.Open(os.DirFS(dir), slices.Sorted(maps.Keys(held)))
	if err != nil {
		r.T.Fatal(err)
	}
	s.Remember = false
	var all []string
	for questions := s.Questions(); len(questions) > 0; questions = s.Questions() {
		q := questions[0]
		line := fmt.Sprintf("%s %s %s:", q.File, q.Path, q.Conflict)
		if !q.OfLines() { // Its texts have what was merged besides.
			for _, n := range []*yaml.Node{q.Original, q.Updated, q.Dest} {
				line += " " + merge.Digest(n)
			}
		}
		all = append(all, line)
		if err = s.Answer(q, resolve.Yours, nil); err != nil {
			r.T.Fatal(err)
		}
	}
	changed, err := s.Changed()
	if err != nil {
		r.T.Fatal(err)
	}
	slices.Sort(all)
	for _, f := range changed {
		held[f.Path] = string(f.Data)
	}
	for _, name := range slices.Sorted(maps.Keys(held)) {
		// The order of fields that were added and deleted between is none of the law's.
		lines := strings.Split(held[name], "\n")
		slices.Sort(lines)
		if len(held[name]) > 0 {
			all = append(all, name+": "+strings.Join(strings.Fields(strings.Join(lines, " ")), " "))
		}
	}
	return strings.Join(all, "\n")
}

// TestOpenQuestions: two upgrades of which the first one's questions are not answered ask and give
// what one upgrade does; --abort takes the second one back.
func TestOpenQuestions(t *testing.T) {
	seeds := uint64(1)
	if slow.Wanted {
		seeds = 6
	}
	for seed := range seeds {
		for _, form := range []config.Setting{{Name: "marks", Value: "Lines"}, {Name: "marks", Value: "Decisions"}} {
			t.Run(fmt.Sprint(form.Value, seed), func(t *testing.T) {
				r := rand.New(rand.NewPCG(seed, 1))
				one := generated{}
				for i := range 8 {
					one[fmt.Sprint("f", i)] = map[string]string{}
					for j := range 6 {
						one[fmt.Sprint("f", i)][fmt.Sprint("k", j)] = "x"
					}
				}
				two := one.changed(r, "two", true)
				three, mine := two.changed(r, "three", false), one.changed(r, "mine", true)
				up := newRepository(t)
				up.commit(one.texts(nil), "v1")
				up.commit(two.texts(one), "v2")
				up.commit(three.texts(two), "v3")
				u, ctx := upgrader(t, form), context.Background()
				var got [2]string
				for i, versions := range [][]string{{"v3"}, {"v2", "v3"}} {
					local := newRepository(t)
					if _, err := u.Get(ctx, upstream.Location{Repo: up.Dir, Directory: "p", Ref: "v1"}, filepath.Join(local.Dir, "p")); err != nil {
						t.Fatal(err)
					}
					local.commit(mine.texts(one))
					for n, version := range versions {
						before := local.read()
						for range n + 1 {
							if _, err := u.Upgrade(ctx, filepath.Join(local.Dir, "p"), upgrade.Request{To: version}); err != nil {
								t.Fatal(err)
							}
							if n == 0 {
								break
							}
							if got[i] = local.asks(); local.read() == before {
								t.Error("nothing was upgraded")
							}
							if _, err := upgrade.Abort(filepath.Join(local.Dir, "p")); err != nil || local.read() != before {
								t.Errorf("taken back it is, %v\n%s\nnot\n%s", err, local.read(), before)
							}
						}
					}
					if i == 0 {
						got[i] = local.asks()
					}
				}
				if got[0] != got[1] || !strings.Contains(got[0], "both-changed") {
					t.Errorf("in one step\n%s\nin two\n%s", got[0], got[1])
				}
			})
		}
	}
}
