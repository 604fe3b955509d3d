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

// TestNothingDangles: where in both sides each file is in the Kustomization, and each
// reference leads to something, then so it is in the result, or there is a warning about
// the reference, and none about another.
func TestNothingDangles(t *testing.T) {
	seeds, warned := 2*lawSeeds, 0
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
		got, want := resultWiring(out)
		var warnings []string
		for _, n := range out.Notes {
			if n.Kind == terms.NoteReference {
				warnings = append(warnings, n.Resource.Meta().Name+" "+n.Path.String())
			}
		}
		warned += len(warnings)
		slices.Sort(warnings)
		if diff := cmp.Diff(want, warnings); diff != "" {
			t.Fatalf("seed %d: what dangles and is warned of (-want +got):\n%s\noriginal\n%supdated\n%sdest\n%sresult\n%s", seed, diff, original, updated, dest, got)
		}
	}
	if warned < seeds/20 {
		t.Errorf("%d warnings in %d merges", warned, seeds)
	}
}

// wired makes packages whose resources refer to each other.
type wired struct {
	*rand.Rand
	opts resource.Options
}

// wiring is a package of single resources by their names.
type wiring map[string]*unit

// unit is an account, a ConfigMap or a Deployment that refers to some of these.
type unit struct {
	kind, namespace, file string
	data                  int
	account               string
	maps                  []string
}

func (w wiring) of(kind string) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(w)) {
		if w[name].kind == kind {
			names = append(names, name)
		}
	}
	return names
}

func (g *wired) add(w wiring) {
	name := fmt.Sprintf("n%d", g.IntN(9))
	if w[name] != nil {
		return
	}
	x := &unit{kind: pick(g, "ServiceAccount", "ConfigMap", "Deployment", "Deployment"), namespace: "ours", file: name + ".yaml", data: g.IntN(3)}
	for _, have := range w {
		x.namespace = have.namespace
	}
	w[name] = x
	if x.kind == "Deployment" {
		g.refer(w, x)
	}
}

// refer lets a Deployment refer to something.
func (g *wired) refer(w wiring, x *unit) {
	if accounts := w.of("ServiceAccount"); len(accounts) > 0 && g.IntN(2) == 0 {
		x.account = pick(g, accounts...)
	}
	if all := w.of("ConfigMap"); len(all) > 0 && g.IntN(2) == 0 {
		x.maps = []string{pick(g, all...)}
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
			for _, other := range edited {
				if other.account == name {
					other.account = ""
				}
				other.maps = slices.DeleteFunc(slices.Clone(other.maps), func(m string) bool { return m == name })
			}
		case 1:
			x.file = path.Join(pick(g, "", "sub"), pick(g, side, "x")+name+".yaml")
		case 2, 3:
			x.data = g.IntN(3)
		case 5:
			if x.kind == "Deployment" {
				g.refer(edited, x)
			}
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
	switch text := fmt.Sprintf("apiVersion: v1\nkind: %s\nmetadata:\n  name: %s\n  namespace: %s\n", x.kind, name, x.namespace); x.kind {
	case "Deployment":
		text = strings.Replace(text, "v1", "apps/v1", 1) + fmt.Sprintf("spec:\n  replicas: %d\n  template:\n    spec:\n      containers:\n      - name: c\n", x.data)
		if x.account != "" {
			text += "      serviceAccountName: " + x.account + "\n"
		}
		for i, m := range x.maps {
			if i == 0 {
				text += "      volumes:\n"
			}
			text += fmt.Sprintf("      - {name: %s, configMap: {name: %s}}\n", m, m)
		}
		return text
	default:
		return text + fmt.Sprintf("data: {k: v%d}\n", x.data)
	}
}

func (w wiring) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(w)) {
		fmt.Fprintf(&b, "  %s %+v\n", name, *w[name])
	}
	return b.String()
}

// resultWiring gives what dangles in a result, as warnings have it.
func resultWiring(out *resource.Outcome) (text string, dangling []string) {
	has, files := map[string]bool{}, map[string]bool{"https://example.com/base": true}
	for _, m := range out.Resources {
		has[node.TextAt(m.Node, "kind")+node.TextAt(m.Node, "metadata", "namespace")+node.TextAt(m.Node, "metadata", "name")] = true
		files[m.Path] = true
	}
	for _, m := range out.Resources {
		name, namespace := node.TextAt(m.Node, "metadata", "name"), node.TextAt(m.Node, "metadata", "namespace")
		lacks := func(kind, to, at string) {
			if to != "" && !has[kind+namespace+to] {
				dangling = append(dangling, name+" "+at)
			}
		}
		switch node.TextAt(m.Node, "kind") {
		case "Deployment":
			pod := node.FieldAt(m.Node, "spec", "template", "spec")
			lacks("ServiceAccount", node.TextAt(pod, "serviceAccountName"), "spec.template.spec.serviceAccountName")
			for _, v := range node.Elements(node.FieldAt(pod, "volumes")) {
				lacks("ConfigMap", node.TextAt(v, "configMap", "name"), "spec.template.spec.volumes[name="+node.TextAt(v, "name")+"].configMap.name")
			}
		case "":
			listed := map[string]bool{}
			for _, e := range node.Elements(node.FieldAt(m.Node, "resources")) {
				listed[node.Text(e)] = true
			}
			for file := range files {
				if !listed[file] && file != "kustomization.yaml" {
					dangling = append(dangling, "the Kustomization lacks "+file)
				}
			}
		}
		text += fmt.Sprintf("  %s %s\n", m.Path, lawLine("", &resource.Resource{Node: m.Node}))
	}
	slices.Sort(dangling)
	return text, dangling
}
