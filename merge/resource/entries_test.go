package resource_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestEntriesGoWithFiles: where in both sides each file is in the Kustomization, then so it is in
// the result, and nothing else.
func TestEntriesGoWithFiles(t *testing.T) {
	seeds := 2 * lawSeeds
	if testing.Short() {
		seeds /= 4
	}
	for seed := range uint64(seeds) {
		g := &wired{Rand: rand.New(rand.NewPCG(seed, 7)), opts: resource.Careful()}
		if g.IntN(2) == 0 {
			g.opts = resource.Options{}
		}
		g.opts.Renames = terms.RenamesClaimed
		g.opts.OnDeletedUpstream = pick(g, terms.Delete, terms.KeepModified)
		g.opts.OnDeletedLocally = pick(g, terms.AskDeletedLocally, terms.StayDeleted, terms.Readd)
		choice := pick(g, merge.Dest, merge.Updated)
		g.opts.Answers = func(c *resource.Conflict) (merge.Answer, bool) { return merge.Answer{Taken: choice}, len(c.Path) == 0 }
		original := wiring{}
		for range 4 {
			g.add(original)
		}
		updated, dest := g.edited(original, "u"), g.edited(original, "d")
		if g.IntN(3) == 0 {
			dest.move("theirs")
		}
		out, err := resource.Merge(resource.Versions{Original: original.resources(t), Updated: updated.resources(t), Dest: dest.resources(t)}, g.opts)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if slices.ContainsFunc(out.Conflicts, func(c resource.Conflict) bool { return strings.HasPrefix(c.Path.String(), "resources") }) {
			continue // The list itself is a question.
		}
		files, entries := []string{"https://example.com/base"}, []string(nil)
		for _, m := range out.Resources {
			if node.TextAt(m.Node, "kind") != "" {
				files = append(files, m.Path)
			}
			for _, e := range node.Elements(node.FieldAt(m.Node, "resources")) {
				entries = append(entries, node.Text(e))
			}
		}
		slices.Sort(files)
		slices.Sort(entries)
		files = slices.Compact(files)
		if diff := cmp.Diff(files, entries); diff != "" {
			t.Fatalf("seed %d: entries (-want +got):\n%s\noriginal\n%supdated\n%sdest\n%s", seed, diff, original, updated, dest)
		}
	}
}

// wired makes packages whose files a Kustomization lists.
type wired struct {
	*rand.Rand
	opts resource.Options
}

// wiring is a package of single resources by their names.
type wiring map[string]*unit

// unit is a resource in a file of its own.
type unit struct {
	kind, namespace, file string
	data                  int
}

func (g *wired) add(w wiring) {
	name := fmt.Sprintf("n%d", g.IntN(9))
	if w[name] != nil {
		return
	}
	w[name] = &unit{kind: pick(g, "Secret", "ConfigMap"), namespace: "ours", file: name + ".yaml", data: g.IntN(3)}
	for _, have := range w {
		w[name].namespace = have.namespace
	}
}

func (g *wired) edited(w wiring, side string) wiring {
	edited := wiring{}
	for name, x := range w {
		is := *x
		edited[name] = &is
	}
	for _, name := range slices.Sorted(maps.Keys(w)) {
		x := edited[name]
		switch g.IntN(9) {
		case 0:
			delete(edited, name)
		case 1:
			x.file = path.Join(pick(g, "", "sub"), pick(g, side, "x")+name+".yaml")
		case 2, 3:
			x.data = g.IntN(3)
		}
	}
	for range g.IntN(3) {
		g.add(edited)
	}
	return edited
}

func (w wiring) move(namespace string) {
	for _, x := range w {
		x.namespace = namespace
	}
}

func (w wiring) resources(t *testing.T) []*resource.Resource {
	t.Helper()
	all, entries := []*resource.Resource(nil), "resources:\n- https://example.com/base\n"
	for _, name := range slices.Sorted(maps.Keys(w)) {
		all, entries = append(all, documents(t, w[name].text(name), w[name].file)...), entries+"- "+w[name].file+"\n"
	}
	return append(all, documents(t, entries, "kustomization.yaml")...)
}

func (x *unit) text(name string) string {
	return fmt.Sprintf("apiVersion: v1\nkind: %s\nmetadata:\n  name: %s\n  namespace: %s\ndata: {k: v%d}\n", x.kind, name, x.namespace, x.data)
}

func (w wiring) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(w)) {
		fmt.Fprintf(&b, "  %s %+v\n", name, *w[name])
	}
	return b.String()
}
