package merge_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/rules"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

var perLaw = flag.Int("seeds", 12, "how many documents each law is tried on, for each setting and family of documents")

// seeds is how many documents of each family each law is tried on, for each
// setting.
func seeds() uint64 {
	if underRace || testing.Short() {
		return uint64(max(1, *perLaw/4))
	}
	return uint64(*perLaw)
}

// settings are the policies that every law holds under.
func settings() []merge.Policy {
	return []merge.Policy{
		{},
		{OnConflict: merge.TakeDest},
		{UpdatedOrder: true},
		{KeepNulls: true},
		{KeepNulls: true, OnConflict: merge.TakeDest, UpdatedOrder: true},
		{Atomic: merge.AtomicMerge, TextByLines: true},
		{Atomic: merge.AtomicMerge, TextByLines: true, OnConflict: merge.TakeDest, UpdatedOrder: true},
		{OnConflict: merge.Fail, KeepNulls: true, Atomic: merge.AtomicMerge, TextByLines: true, UpdatedOrder: true, FollowRenamed: true},
		{Atomic: merge.AtomicUnion, OnConflict: merge.Fail},
	}
}

// forDocuments runs a law on generated documents, under every setting: on
// those of a schema that has everything, without and with lists whose keys do
// not identify their elements, and on Kubernetes resources. Each document has
// its own seed.
func forDocuments(t *testing.T, law func(t *testing.T, g *generator, opts merge.Options)) {
	t.Helper()
	for _, policy := range settings() {
		for _, family := range []string{"proven", "unproven", "resources"} {
			t.Run(policyText(policy)+","+family, func(t *testing.T) {
				for seed := range seeds() {
					g := &generator{
						Rand:     rand.New(rand.NewPCG(seed, 1)),
						unproven: family == "unproven",
						nulls:    policy.KeepNulls && seed%2 == 0,
						comments: seed%3 == 0,
						aliases:  seed%4 == 0,
						tags:     seed%5 == 1,
						keys:     seed%5 == 2,
					}
					opts := merge.Options{Schema: root(), Policy: policy}
					if family == "resources" {
						g.grammar, opts.Schema = resources(t, g, seed)
					}
					law(t, g, opts)
					if t.Failed() {
						t.Fatalf("seed %d fails; the others were not tried", seed)
					}
				}
			})
		}
	}
}

// The documents that laws are tried on have what can go wrong: laws.yaml says how often.
func TestGeneratedDocuments(t *testing.T) {
	cases, kinds := 0, map[string]int{}
	forDocuments(t, func(t *testing.T, g *generator, opts merge.Options) {
		_, nodes := g.versions(t)
		o, u, d := leaves(nodes[0], opts), leaves(nodes[1], opts), leaves(nodes[2], opts)
		has := map[string]bool{"both changed": !maps.Equal(o, u) && !maps.Equal(o, d)}
		for path := range keysOf(o, u, d) {
			has["overlap"] = has["overlap"] || o[path] != u[path] && o[path] != d[path]
			has["deleted"] = has["deleted"] || o[path] != "" && (u[path] == "" || d[path] == "")
		}
		count(kinds, has)
		cases++
	})
	rules.Floors(t, "testdata/laws.yaml", "documents", cases, kinds)
}

// count adds a case to those of each kind that it is of.
func count(kinds map[string]int, has map[string]bool) {
	for kind, is := range has {
		if is {
			kinds[kind]++
		}
	}
}

func policyText(p merge.Policy) string {
	return fmt.Sprintf("%s,%s,%s,%s,%s", p.OnConflict, terms.Order(p.UpdatedOrder), terms.Nulls(p.KeepNulls), p.Atomic, terms.Text(p.TextByLines))
}

func mustMerge(t *testing.T, o, u, d *yaml.Node, opts merge.Options) merge.Result {
	t.Helper()
	res, err := merge.ThreeWay(merge.Versions{Original: o, Updated: u, Dest: d}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// merge(x, x, x) = x
func TestLawNothingChanged(t *testing.T) {
	forDocuments(t, func(t *testing.T, g *generator, opts merge.Options) {
		texts, nodes := g.versions(t)
		for i, x := range nodes {
			res := mustMerge(t, parse(t, texts[i]), parse(t, texts[i]), x, opts)
			if res.Node != x || len(res.Conflicts) > 0 {
				t.Fatalf("merge(x, x, x) is not x itself:\n%s%s\nx:\n%s", cmp.Diff(texts[i], encode(t, res.Node)), conflictLines(res), texts[i])
			}
		}
	})
}

// merge(o, o, d) = d
func TestLawUpstreamUnchanged(t *testing.T) {
	forDocuments(t, func(t *testing.T, g *generator, opts merge.Options) {
		texts, nodes := g.versions(t)
		res := mustMerge(t, nodes[0], parse(t, texts[0]), nodes[2], opts)
		if res.Node != nodes[2] || len(res.Conflicts) > 0 {
			t.Fatalf("merge(o, o, d) is not d itself:\n%s%s\no:\n%s\nd:\n%s", cmp.Diff(texts[2], encode(t, res.Node)), conflictLines(res), texts[0], texts[2])
		}
	})
}

// Of merge(o, o, d), what a null of d's cleared is said.
func TestLawClearedNullsAreSaid(t *testing.T) {
	cleared := 0
	forDocuments(t, func(t *testing.T, g *generator, opts merge.Options) {
		g.nulls = true
		texts, nodes := g.versions(t)
		res := mustMerge(t, nodes[0], parse(t, texts[0]), nodes[2], opts)
		if res.Node != nil && merge.Equal(res.Node, nodes[2]) {
			return
		}
		cleared++
		said := slices.ContainsFunc(res.Notes, func(n merge.Note) bool { return n.Kind == terms.NoteNull })
		if !said && len(res.Conflicts) == 0 {
			t.Fatalf("merge(o, o, d) is not d, and nothing says why:\n%s\no:\n%s\nd:\n%s", encode(t, res.Node), texts[0], texts[2])
		}
	})
	if cleared == 0 {
		t.Error("no null cleared anything")
	}
}

// merge(o, u, o) = u, up to the order of keyed and set lists; with
// OrderUpdated the order too.
func TestLawUnchangedLocally(t *testing.T) {
	forDocuments(t, func(t *testing.T, g *generator, opts merge.Options) {
		texts, nodes := g.versions(t)
		res := mustMerge(t, nodes[0], nodes[1], parse(t, texts[0]), opts)
		want, got := clone(nodes[1]), res.Node
		if !opts.Policy.UpdatedOrder && !unordered(want, opts.Schema) && got != nil {
			got = clone(got)
			unordered(got, opts.Schema)
		}
		if diff := cmp.Diff(valueText(want), valueText(got)); diff != "" || len(res.Conflicts) > 0 {
			t.Fatalf("merge(o, u, o) is not u (-want +got):\n%s%s\no:\n%s\nu:\n%s", diff, conflictLines(res), texts[0], texts[1])
		}
	})
}

// merge(o, x, x) = x
func TestLawSameChange(t *testing.T) {
	forDocuments(t, func(t *testing.T, g *generator, opts merge.Options) {
		texts, nodes := g.versions(t)
		res := mustMerge(t, nodes[0], parse(t, texts[1]), nodes[1], opts)
		if res.Node != nodes[1] || len(res.Conflicts) > 0 {
			t.Fatalf("merge(o, x, x) is not x itself:\n%s%s\no:\n%s\nx:\n%s", cmp.Diff(texts[1], encode(t, res.Node)), conflictLines(res), texts[0], texts[1])
		}
	})
}

// Merging the result again changes nothing, inputs are not modified, the same
// input gives the same output, and the output reads back as itself.
func TestLawInvariants(t *testing.T) {
	forDocuments(t, func(t *testing.T, g *generator, opts merge.Options) {
		texts, nodes := g.versions(t)
		checkInvariants(t, threeWayCase(nodes[0], nodes[1], nodes[2], opts))
		if t.Failed() {
			t.Logf("o:\n%s\nu:\n%s\nd:\n%s", texts[0], texts[1], texts[2])
		}
	})
}

// The same with nulls that clear, which the other laws leave out.
func TestLawInvariantsWithNulls(t *testing.T) {
	for seed := range 10 * seeds() {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 2)), nulls: true, comments: seed%3 == 0, aliases: seed%4 == 0, unproven: seed%5 == 0}
		texts, nodes := g.versions(t)
		checkInvariants(t, threeWayCase(nodes[0], nodes[1], nodes[2], merge.Options{Schema: root()}))
		if t.Failed() {
			t.Fatalf("seed %d\no:\n%s\nu:\n%s\nd:\n%s", seed, texts[0], texts[1], texts[2])
		}
	}
}

// Every leaf of the result is from some version.
func TestLawLeaves(t *testing.T) {
	forDocuments(t, func(t *testing.T, g *generator, opts merge.Options) {
		if g.unproven && opts.Policy.Atomic != merge.AtomicReplace {
			// Elements that repeat a key have one path here.
			return
		}
		texts, nodes := g.versions(t)
		res := mustMerge(t, nodes[0], nodes[1], nodes[2], opts)
		var versions []map[string]string
		for _, n := range nodes {
			versions = append(versions, leaves(n, opts))
		}
		parts := apart(opts, nodes[:]...)
		for path, value := range leaves(res.Node, opts) {
			if parts[path] == nil && !slices.ContainsFunc(versions, func(v map[string]string) bool { return v[path] == value }) {
				t.Fatalf("%s: %q is in no version\no:\n%s\nu:\n%s\nd:\n%s\nmerged:\n%s", path, value, texts[0], texts[1], texts[2], encode(t, res.Node))
			}
		}
	})
}

// Every change of value that is not carried over is a conflict, and every
// conflict is a place that both sides changed, differently.
func TestLawConflicts(t *testing.T) {
	forDocuments(t, func(t *testing.T, g *generator, opts merge.Options) {
		if g.unproven {
			// The leaves of a list that is keyed in one version and not in
			// another do not compare.
			return
		}
		texts, nodes := g.versions(t)
		res := mustMerge(t, nodes[0], nodes[1], nodes[2], opts)
		o, merged := leaves(nodes[0], opts), leaves(res.Node, opts)
		parts := apart(opts, nodes[:]...)
		for i, side := range []string{"updated", "dest"} {
			version := leaves(nodes[i+1], opts)
			for path := range keysOf(o, version) {
				if o[path] == version[path] || merged[path] == version[path] || parts[path] != nil || conflictAt(res, path) {
					continue
				}
				t.Fatalf("%s: %s changed %q to %q, the result has %q, and there is no conflict about it:\n%s\no:\n%s\nu:\n%s\nd:\n%s\nmerged:\n%s",
					path, side, o[path], version[path], merged[path], conflictLines(res), texts[0], texts[1], texts[2], encode(t, res.Node))
			}
		}
		for _, c := range res.Conflicts {
			if o, u, d := valueText(c.Original), valueText(c.Updated), valueText(c.Dest); o == u || o == d || u == d {
				t.Fatalf("%s: a conflict where the sides do not disagree: %q, %q, %q\no:\n%s\nu:\n%s\nd:\n%s",
					c.Path, o, u, d, texts[0], texts[1], texts[2])
			}
		}
	})
}

// Every change of the side that has its way is carried over.
func TestLawWinner(t *testing.T) {
	forDocuments(t, func(t *testing.T, g *generator, opts merge.Options) {
		if g.unproven {
			return
		}
		texts, nodes := g.versions(t)
		res := mustMerge(t, nodes[0], nodes[1], nodes[2], opts)
		winner := nodes[1]
		if opts.Policy.OnConflict == merge.TakeDest {
			winner = nodes[2]
		}
		o, version, merged := leaves(nodes[0], opts), leaves(winner, opts), leaves(res.Node, opts)
		parts := apart(opts, nodes[:]...)
		for path := range keysOf(o, version) {
			if o[path] != version[path] && merged[path] != version[path] && parts[path] == nil {
				t.Fatalf("%s: the winner changed %q to %q, the result has %q\no:\n%s\nu:\n%s\nd:\n%s\nmerged:\n%s",
					path, o[path], version[path], merged[path], texts[0], texts[1], texts[2], encode(t, res.Node))
			}
		}
	})
}

// unordered puts the elements of keyed and set lists in the order of their
// values. It gives false, so that it can stand in a condition.
func unordered(n *yaml.Node, s merge.Schema) bool {
	sortLists(n, s)
	return false
}

func sortLists(n *yaml.Node, s merge.Schema) {
	switch n.Kind {
	case yaml.DocumentNode:
		for _, c := range n.Content {
			sortLists(c, s)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			sortLists(n.Content[i+1], fieldOf(s, n.Content[i].Value))
		}
	case yaml.SequenceNode:
		for _, e := range n.Content {
			sortLists(e, elemOf(s))
		}
		if kindOf(s) != merge.ListAtomic {
			slices.SortStableFunc(n.Content, func(a, b *yaml.Node) int { return strings.Compare(valueText(a), valueText(b)) })
		}
	}
}

func fieldOf(s merge.Schema, name string) merge.Schema {
	if s == nil {
		return nil
	}
	return s.Field(name)
}

func elemOf(s merge.Schema) merge.Schema {
	if s == nil {
		return nil
	}
	return s.Elem()
}

func kindOf(s merge.Schema) merge.ListKind {
	if s == nil {
		return merge.ListUnknown
	}
	return s.List().Kind
}

// leaves are the values of a document that are not looked into, by their
// paths: scalars, atomic lists, members of sets. Empty maps and keyed lists
// have none.
func leaves(n *yaml.Node, opts merge.Options) map[string]string {
	all := map[string]string{}
	visitLeaves(n, opts, func(path string, n *yaml.Node) { all[path] = valueText(n) })
	return all
}

func visitLeaves(n *yaml.Node, opts merge.Options, visit func(path string, n *yaml.Node)) {
	v := leafVisitor{visit: visit}
	v.value(n, opts.Schema, nil)
}

type leafVisitor struct {
	visit func(path string, n *yaml.Node)
}

func (v *leafVisitor) value(n *yaml.Node, s merge.Schema, at merge.Path) {
	if n == nil {
		return
	}
	at = slices.Clip(at)
	switch n.Kind {
	case yaml.DocumentNode:
		v.value(n.Content[0], s, at)
	case yaml.AliasNode:
		v.value(n.Alias, s, at)
	case yaml.ScalarNode:
		v.visit(at.String(), n)
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			name := n.Content[i].Value
			v.value(n.Content[i+1], fieldOf(s, name), append(at, merge.Field(name)))
		}
	case yaml.SequenceNode:
		for _, e := range n.Content {
			if _, ok := elementStep(e, s); !ok {
				v.visit(at.String(), n)
				return
			}
		}
		for _, e := range n.Content {
			step, _ := elementStep(e, s)
			v.value(e, elemOf(s), append(at, step))
		}
	}
}

// apart are the leaves that the policy takes apart: atomic lists and strings of
// several lines, as the versions have them.
func apart(opts merge.Options, versions ...*yaml.Node) map[string][]*yaml.Node {
	all := map[string][]*yaml.Node{}
	for i, v := range versions {
		visitLeaves(v, opts, func(path string, n *yaml.Node) {
			list := n.Kind == yaml.SequenceNode && opts.Policy.Atomic != merge.AtomicReplace
			text := n.Kind == yaml.ScalarNode && n.Tag == "!!str" && strings.Contains(n.Value, "\n") && opts.Policy.TextByLines
			if !list && !text {
				return
			}
			if all[path] == nil {
				all[path] = make([]*yaml.Node, len(versions))
			}
			all[path][i] = n
		})
	}
	return all
}

// elementStep is the step to an element of a keyed list or set; false in an
// atomic list.
func elementStep(e *yaml.Node, s merge.Schema) (merge.Step, bool) {
	for e.Kind == yaml.AliasNode {
		e = e.Alias
	}
	switch {
	case kindOf(s) == merge.ListAtomic:
		return merge.Step{}, false
	case kindOf(s) == merge.ListSet && e.Kind == yaml.ScalarNode:
		return merge.Member(e.Value), true
	case e.Kind != yaml.MappingNode:
		return merge.Step{}, false
	}
	keys := []merge.Key{{Field: "name"}}
	if kindOf(s) == merge.ListKeyed {
		keys = s.List().Keys
	}
	var values []merge.KeyValue
	for _, k := range keys {
		value := k.Default
		for i := 0; i+1 < len(e.Content); i += 2 {
			if e.Content[i].Value == k.Field {
				value = e.Content[i+1]
			}
		}
		for value != nil && value.Kind == yaml.AliasNode {
			value = value.Alias
		}
		if value == nil {
			return merge.Step{}, false
		}
		values = append(values, merge.KeyValue{Field: k.Field, Value: value.Value})
	}
	return merge.Keyed(values...), true
}

// conflictAt reports whether a conflict is recorded at the place or above it. One about
// an order says nothing about what is in the list.
func conflictAt(res merge.Result, path string) bool {
	return slices.ContainsFunc(res.Conflicts, func(c merge.Conflict) bool {
		rest, found := strings.CutPrefix(path, c.Path.String())
		return c.Kind != merge.OrderChanged && found && (rest == "" || rest[0] == '.' || rest[0] == '[')
	})
}

// keysOf are the keys of some maps.
func keysOf[V any](all ...map[string]V) map[string]bool {
	keys := map[string]bool{}
	for _, m := range all {
		for k := range m {
			keys[k] = true
		}
	}
	return keys
}
