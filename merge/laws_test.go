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

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/rules"
	"github.com/krm-merge/krm-merge/internal/slow"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

var perLaw = flag.Int("seeds", 12, "how many documents each law is tried on, for each setting and family of documents")

// seeds is how many documents of each family each law is tried on, for each
// setting: a quarter where slow tests are not wanted.
func seeds() uint64 {
	if !slow.Wanted {
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

// generated are three versions of a document, as they were written and parsed, and the settings
// that they are merged with.
type generated struct {
	texts    [3]string
	o, u, d  *yaml.Node
	opts     merge.Options
	unproven bool
}

func (v generated) merge(t *testing.T) merge.Result {
	t.Helper()
	return mustMerge(t, v.o, v.u, v.d, v.opts)
}

// forDocuments runs a law on generated documents, under every setting: on those of a schema that
// has everything, without and with lists whose keys do not identify their elements, and on
// Kubernetes resources. Each document has its own seed.
func forDocuments(t *testing.T, law func(t *testing.T, v generated)) {
	t.Helper()
	forNulls(t, func(policy merge.Policy, seed uint64) bool { return policy.KeepNulls && seed%2 == 0 }, law)
}

// forClearingNulls is the same where nulls clear.
func forClearingNulls(t *testing.T, law func(t *testing.T, v generated)) {
	t.Helper()
	forNulls(t, func(policy merge.Policy, _ uint64) bool { return !policy.KeepNulls }, law)
}

func forNulls(t *testing.T, nulls func(policy merge.Policy, seed uint64) bool, law func(t *testing.T, v generated)) {
	t.Helper()
	for _, policy := range settings() {
		for _, family := range []string{"proven", "unproven", "resources"} {
			t.Run(policyText(policy)+","+family, func(t *testing.T) {
				try := func(seed uint64) {
					g := &generator{
						Rand:     rand.New(rand.NewPCG(seed, 1)),
						nulls:    nulls(policy, seed),
						comments: seed%3 == 0,
						aliases:  seed%4 == 0,
						tags:     seed%5 == 1,
						keys:     seed%3 == 1,
					}
					opts := merge.Options{Schema: g.follow(t, family, seed), Policy: policy}
					texts, n := g.versions(t)
					defer func() {
						if t.Failed() {
							t.Logf("seed %d fails; the others were not tried\no:\n%s\nu:\n%s\nd:\n%s", seed, texts[0], texts[1], texts[2])
						}
					}()
					law(t, generated{texts, n[0], n[1], n[2], opts, g.unproven})
				}
				for seed := uint64(0); seed < seeds() && !t.Failed(); seed++ {
					try(seed)
				}
			})
		}
	}
}

// The documents that laws are tried on have what can go wrong: laws.yaml says how often.
func TestGeneratedDocuments(t *testing.T) {
	cases, kinds := 0, map[string]int{}
	forDocuments(t, func(_ *testing.T, v generated) {
		o, u, d := leaves(v.o, v.opts), leaves(v.u, v.opts), leaves(v.d, v.opts)
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

// merge(x, x, x) = x, merge(o, o, d) = d and merge(o, x, x) = x: the result is dest itself.
func TestLawDestItself(t *testing.T) {
	forDocuments(t, func(t *testing.T, v generated) {
		for _, c := range [][3]int{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0, 0, 2}, {0, 1, 1}} {
			dest := parse(t, v.texts[c[2]])
			res := mustMerge(t, parse(t, v.texts[c[0]]), parse(t, v.texts[c[1]]), dest, v.opts)
			if res.Node != dest || len(res.Conflicts) > 0 {
				t.Errorf("of versions %v the result is not dest itself:\n%s%s", c, cmp.Diff(v.texts[c[2]], encode(t, res.Node)), conflictLines(res))
			}
		}
	})
}

// Of merge(o, o, d), what a null of d's cleared is said.
func TestLawClearedNullsAreSaid(t *testing.T) {
	cleared := 0
	forClearingNulls(t, func(t *testing.T, v generated) {
		res := mustMerge(t, v.o, parse(t, v.texts[0]), v.d, v.opts)
		if res.Node != nil && merge.Equal(res.Node, v.d) {
			return
		}
		cleared++
		said := slices.ContainsFunc(res.Notes, func(n merge.Note) bool { return n.Kind == terms.NoteNull })
		if !said && len(res.Conflicts) == 0 {
			t.Errorf("merge(o, o, d) is not d, and nothing says why:\n%s", encode(t, res.Node))
		}
	})
	if cleared == 0 {
		t.Error("no null cleared anything")
	}
}

// merge(o, u, o) = u, up to the order of keyed and set lists; with
// OrderUpdated the order too.
func TestLawUnchangedLocally(t *testing.T) {
	forDocuments(t, func(t *testing.T, v generated) {
		res := mustMerge(t, v.o, v.u, parse(t, v.texts[0]), v.opts)
		want, got := node.Copy(v.u), res.Node
		if !v.opts.Policy.UpdatedOrder && got != nil {
			got = node.Copy(got)
			sortLists(want, v.opts.Schema)
			sortLists(got, v.opts.Schema)
		}
		if diff := cmp.Diff(valueText(want), valueText(got)); diff != "" || len(res.Conflicts) > 0 {
			t.Errorf("merge(o, u, o) is not u (-want +got):\n%s%s", diff, conflictLines(res))
		}
	})
}

// Merging the result again changes nothing, inputs are not modified, the same
// input gives the same output, and the output reads back as itself.
func TestLawInvariants(t *testing.T) {
	law := func(t *testing.T, v generated) { checkInvariants(t, threeWayCase(v.o, v.u, v.d, v.opts)) }
	forDocuments(t, law)
	forClearingNulls(t, law)
}

// Every leaf of the result is from some version.
func TestLawLeaves(t *testing.T) {
	forDocuments(t, func(t *testing.T, v generated) {
		if v.unproven && v.opts.Policy.Atomic != merge.AtomicReplace {
			// Elements that repeat a key have one path here.
			return
		}
		res := v.merge(t)
		o, u, d := leaves(v.o, v.opts), leaves(v.u, v.opts), leaves(v.d, v.opts)
		parts := apart(v.opts, v.o, v.u, v.d)
		for path, value := range leaves(res.Node, v.opts) {
			if parts[path] == nil && o[path] != value && u[path] != value && d[path] != value {
				t.Errorf("%s: %q is in no version\nmerged:\n%s", path, value, encode(t, res.Node))
			}
		}
	})
}

// Every change of value that is not carried over is a conflict, and those of the side that has
// its way all are; every conflict is a place that both sides changed, differently.
func TestLawConflicts(t *testing.T) {
	forDocuments(t, func(t *testing.T, v generated) {
		if v.unproven {
			// The leaves of a list that is keyed in one version and not in
			// another do not compare.
			return
		}
		res := v.merge(t)
		o, merged, parts := leaves(v.o, v.opts), leaves(res.Node, v.opts), apart(v.opts, v.o, v.u, v.d)
		for side, n := range map[string]*yaml.Node{"updated": v.u, "dest": v.d} {
			version, wins := leaves(n, v.opts), (side == "dest") == (v.opts.Policy.OnConflict == merge.TakeDest)
			for path := range keysOf(o, version) {
				if o[path] == version[path] || merged[path] == version[path] || parts[path] != nil || !wins && conflictAt(res, path) {
					continue
				}
				t.Errorf("%s: %s changed %q to %q, the result has %q; has it its way: %v\n%s\nmerged:\n%s",
					path, side, o[path], version[path], merged[path], wins, conflictLines(res), encode(t, res.Node))
			}
		}
		for _, c := range res.Conflicts {
			if o, u, d := valueText(c.Original), valueText(c.Updated), valueText(c.Dest); o == u || o == d || u == d {
				t.Errorf("%s: a conflict where the sides do not disagree: %q, %q, %q", c.Path, o, u, d)
			}
		}
	})
}

// sortLists puts the elements of keyed and set lists in the order of their values.
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
