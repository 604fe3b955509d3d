package resource_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/rules"
	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// lawSeeds is how many packages the laws are tried on.
const lawSeeds = 1000

// The laws of merging hold for whole packages as for values: what upstream did not
// change is dest's; what dest did not change is updated's, except the name of a
// package, which is dest's; equal changes are one; merging again changes nothing; and
// swapping the sides gives the same conflicts.
func TestLaws(t *testing.T) {
	seeds := uint64(lawSeeds)
	if !slow.Wanted {
		seeds /= 4
	}
	kinds := map[string]int{}
	for seed := range seeds {
		g := newPackages(seed)
		original := g.first()
		updated, dest := g.edited(original, false), g.edited(original, true)
		original.count(kinds, updated, dest)
		run := func(o, u, d samples) *resource.Outcome {
			out, err := resource.Merge(resource.Versions{Original: o.resources(t), Updated: u.resources(t), Dest: d.resources(t)}, g.opts)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			return out
		}
		same := func(law string, out *resource.Outcome, want samples) {
			if diff := cmp.Diff(want.lines(t), outcomeLines(out)); diff != "" || len(out.Conflicts) > 0 {
				t.Fatalf("seed %d: %s (-want +got):\n%s%v\noriginal\n%supdated\n%sdest\n%s", seed, law, diff, lawConflicts(out, false), original, updated, dest)
			}
		}
		same("merge(o, o, d) = d", run(original, original, dest), dest)
		same("merge(o, u, o) = u", run(original, updated, original), updated.packagesNamedAs(original))
		same("merge(o, x, x) = x", run(original, dest, dest), dest)
		out, back := run(original, updated, dest), run(original, dest, updated)
		if diff := cmp.Diff(lawConflicts(out, false), lawConflicts(back, true)); diff != "" {
			t.Fatalf("seed %d: conflicts of the merge and of the swapped one:\n%s\noriginal\n%supdated\n%sdest\n%s", seed, diff, original, updated, dest)
		}
		again, err := resource.Merge(resource.Versions{Original: updated.resources(t), Updated: updated.resources(t), Dest: results(out)}, g.opts)
		if err != nil {
			t.Fatalf("seed %d: merging the result again: %v", seed, err)
		}
		if diff := cmp.Diff(outcomeLines(out), outcomeLines(again)); diff != "" || len(again.Conflicts) > 0 {
			t.Fatalf("seed %d: merging the result again changes it:\n%s\noriginal\n%supdated\n%sdest\n%s", seed, diff, original, updated, dest)
		}
		for i, x := range original {
			renamed, moved := slices.Clone(original), slices.Clone(original)
			if renamed[i].name, moved[i].path = "renamed", "moved"; x.name == "" || x.kind == "Kptfile" {
				continue
			}
			for _, out := range []*resource.Outcome{run(original, renamed, moved), run(original, moved, renamed)} {
				both := func(m *resource.Merged) bool { return m.Path == "moved" && resource.MetaOf(m.Node).Name == "renamed" }
				told := func(n resource.Note) bool { return n.Warning && strings.Contains(n.Message, "moved") }
				if !slices.ContainsFunc(out.Resources, both) && len(out.Conflicts) == 0 && !slices.ContainsFunc(out.Notes, told) {
					t.Fatalf("seed %d: %+v is renamed and moved, and nobody is told that one is lost\n%s", seed, x, original)
				}
			}
		}
	}
	rules.Floors(t, "../testdata/laws.yaml", "packages", int(seeds), kinds)
}

// count adds a case to those of each kind that it is of: see laws.yaml.
func (all samples) count(kinds map[string]int, updated, dest samples) {
	has := map[string]bool{"both changed": !slices.Equal(all, updated) && !slices.Equal(all, dest)}
	for _, x := range all {
		inU, inD := slices.Contains(updated, x), slices.Contains(dest, x)
		has["overlap"] = has["overlap"] || !inU && !inD
	}
	has["deleted"] = len(updated) < len(all) || len(dest) < len(all)
	has["renamed"] = slices.ContainsFunc(dest, func(x sample) bool { return x.was != "" })
	for kind, is := range has {
		if is {
			kinds[kind]++
		}
	}
}

// sample is a resource of a generated package.
type sample struct {
	apiVersion, kind, namespace, name, generateName string
	// was is the name that a renamed one claims to have had.
	was       string
	data, own int
	path      string
}

type samples []sample

func (x sample) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "apiVersion: %s\nkind: %s\nmetadata:", x.apiVersion, x.kind)
	if x.was != "" {
		b.WriteString(" # kpt-merge: " + x.was)
	}
	b.WriteString("\n  labels: {l: x}\n")
	for _, f := range [][2]string{{"name", x.name}, {"generateName", x.generateName}, {"namespace", x.namespace}} {
		if f[1] != "" {
			fmt.Fprintf(&b, "  %s: %s\n", f[0], f[1])
		}
	}
	fmt.Fprintf(&b, "data: {k: v%d, own%d: x}\n", x.data, x.own)
	return b.String()
}

func (all samples) resources(t *testing.T) []*resource.Resource {
	t.Helper()
	var resources []*resource.Resource
	for _, x := range all {
		resources = append(resources, documents(t, x.text(), x.path)...)
	}
	return resources
}

// packagesNamedAs gives the resources with dest's names of packages: what a package is
// called is dest's.
func (all samples) packagesNamedAs(dest samples) samples {
	named := slices.Clone(all)
	for i := range named {
		for _, d := range dest {
			if x := &named[i]; x.kind == "Kptfile" && d.kind == "Kptfile" && x.path == d.path {
				x.name = d.name
			}
		}
	}
	return named
}

func (all samples) String() string {
	var b strings.Builder
	for _, x := range all {
		fmt.Fprintf(&b, "  %+v\n", x)
	}
	return b.String()
}

func (all samples) lines(t *testing.T) []string {
	t.Helper()
	var lines []string
	for _, r := range all.resources(t) {
		lines = append(lines, lawLine(r.Path, r))
	}
	slices.Sort(lines)
	return lines
}

func outcomeLines(out *resource.Outcome) []string {
	var lines []string
	for _, m := range out.Resources {
		lines = append(lines, lawLine(m.Path, &resource.Resource{Node: m.Node}))
	}
	slices.Sort(lines)
	return lines
}

// lawLine is a resource by value, and its file.
func lawLine(path string, r *resource.Resource) string {
	var v any
	if err := r.Node.Decode(&v); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s %v", path, v)
}

// lawConflicts are the conflicts by what they are about, named as the swapped
// merge names them if swapped.
func lawConflicts(out *resource.Outcome, swapped bool) []string {
	var lines []string
	for _, c := range out.Conflicts {
		kind := c.Kind
		switch {
		case swapped && kind == merge.DeletedLocally:
			kind = merge.DeletedUpstream
		case swapped && kind == merge.DeletedUpstream:
			kind = merge.DeletedLocally
		}
		of := ""
		if c.OriginalResource != nil {
			of = lawLine("", c.OriginalResource)
		}
		lines = append(lines, fmt.Sprintf("%s at %q of %s", kind, c.Path, of))
	}
	slices.Sort(lines)
	return lines
}

// packages makes packages with few names, so that these meet.
type packages struct {
	*rand.Rand
	opts resource.Options
	// twice lets a name be in several files.
	twice, namespaces, renames, generated, directories, files bool
}

func newPackages(seed uint64) *packages {
	g := &packages{Rand: rand.New(rand.NewPCG(seed, 5))}
	g.twice, g.files = seed%3 == 0, seed%3 != 1
	g.namespaces, g.generated, g.renames, g.directories = seed%2 == 0, seed%4 == 0, seed%5 == 0, seed%7 == 0
	if seed%11 > 3 {
		g.opts.OnDeletedUpstream = pick(g, terms.Delete, terms.KeepModified)
		g.opts.OnDeletedLocally = pick(g, terms.StayDeleted, terms.Readd)
		g.opts.Renames = pick(g, terms.RenamesClaimed, terms.RenamesIgnored, terms.RenamesSimilar)
	}
	return g
}

func pick[T any](g interface{ IntN(n int) int }, of ...T) T { return of[g.IntN(len(of))] }

func (g *packages) chance(percent int) bool { return g.IntN(100) < percent }

func (g *packages) sample() sample {
	x := sample{apiVersion: "v1", kind: "ConfigMap", name: pick(g, "a", "b", "c"), data: g.IntN(2), path: "f1"}
	if g.files {
		x.path = pick(g, "f1", "f2", "d/f1")
	}
	if g.namespaces {
		x.namespace = pick(g, "", "x", "y")
	}
	switch {
	case g.generated && g.chance(60):
		x.name, x.generateName = "", pick(g, "g-", "g-", "h-")
	case g.directories && g.chance(30):
		x.apiVersion, x.kind, x.namespace, x.path = "kpt.dev/v1", "Kptfile", "", pick(g, "Kptfile", "d/Kptfile")
	case g.chance(20):
		x.apiVersion, x.kind = pick(g, "apps/v1", "extensions/v1beta1"), "Deployment"
	}
	return x
}

func (g *packages) first() samples {
	var all samples
	for range g.IntN(5) {
		all = g.with(all, g.sample())
	}
	return all
}

// with adds a resource, unless its name is taken.
func (g *packages) with(all samples, x sample) samples {
	for _, have := range all {
		samePlace := have.path == x.path
		sameName := have.kind == x.kind && have.namespace == x.namespace && have.name == x.name && have.generateName == x.generateName
		if have.kind == "Kptfile" && x.kind == "Kptfile" && samePlace || sameName && (samePlace || !g.twice && x.kind != "Kptfile") {
			return all
		}
	}
	return append(all, x)
}

func (g *packages) edited(all samples, local bool) samples {
	var result samples
	for _, x := range all {
		if g.chance(20) {
			continue
		}
		if local && g.renames && x.name != "" && x.kind != "Kptfile" && g.chance(15) {
			x.was, x.name = x.namespace+"/"+x.name, pick(g, "a", "b", "c", "q")
		}
		if g.chance(30) {
			x.data = g.IntN(3)
		}
		if g.chance(20) {
			x.own = 1 + g.IntN(2)
		}
		switch {
		case x.kind == "Kptfile":
			x.name = pick(g, x.name, "q")
		case g.namespaces && g.chance(15):
			x.namespace = pick(g, "", "x", "y")
		case g.files && g.chance(15):
			x.path = pick(g, "f1", "f2", "d/f1")
		case x.kind == "Deployment" && g.chance(20):
			x.apiVersion = "apps/v1"
		}
		result = g.with(result, x)
	}
	for range g.IntN(3) {
		result = g.with(result, g.sample())
	}
	return result
}
