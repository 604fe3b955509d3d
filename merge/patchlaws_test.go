package merge_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// forPatches runs a law of the merges without original on generated documents
// that are edited versions of one another: on those of a schema that has
// everything, and on Kubernetes resources.
func forPatches(t *testing.T, law func(t *testing.T, nodes []*yaml.Node, texts []string, opts merge.Options)) {
	t.Helper()
	for _, family := range []string{"proven", "resources"} {
		t.Run(family, func(t *testing.T) {
			for seed := range 5 * seeds() {
				// Not both: the YAML library writes some comments behind a key
				// whose value has an anchor so that nobody can read them.
				g := &generator{Rand: rand.New(rand.NewPCG(seed, 3)), comments: seed%3 == 0, aliases: seed%3 == 1}
				opts := merge.Options{Schema: g.follow(t, family, seed)}
				texts, nodes := g.versions(t)
				law(t, nodes[:], texts[:], opts)
				if t.Failed() {
					t.Fatalf("seed %d\nsource, or first:\n%s\ndest, or second:\n%s\nthird:\n%s", seed, texts[0], texts[1], texts[2])
				}
			}
		})
	}
}

// TwoWay(x, x) = x, and a patch applied a second time changes nothing.
func TestLawTwoWay(t *testing.T) {
	forPatches(t, func(t *testing.T, nodes []*yaml.Node, texts []string, opts merge.Options) {
		checkInvariants(t, twoWayCase(nodes[0], nodes[1], opts))
		same, err := merge.TwoWay(parse(t, texts[1]), nodes[1], opts)
		if err != nil {
			t.Fatal(err)
		}
		if same.Node != nodes[1] {
			t.Errorf("TwoWay(x, x) is not x itself:\n%s", cmp.Diff(texts[1], encode(t, same.Node)))
		}
	})
}

// The source's leaves are in the result, every leaf of the result is from one
// of the two, and the dest's are in the result but where the source has its
// way: the same place, or another choice of a union.
func TestLawTwoWayLeaves(t *testing.T) {
	forPatches(t, func(t *testing.T, nodes []*yaml.Node, _ []string, opts merge.Options) {
		res, err := merge.TwoWay(nodes[0], nodes[1], opts)
		if err != nil {
			t.Fatal(err)
		}
		checkPatched(t, nodes[0], nodes[1], res.Node, opts.Schema)
	})
}

// What a patch does not mention stays, whatever dest repeats: of every key the result has
// as many elements as dest, or the one that is new.
func TestLawTwoWayRepeatedKeys(t *testing.T) {
	repeated := 0
	for seed := range 20 * seeds() {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 4))}
		schema := g.follow(t, "proven", seed)
		_, nodes := g.versions(t)
		source, dest := node.Target(nodes[0]), node.Target(nodes[1])
		for _, name := range []string{"keyed", "ports"} {
			if list := at(dest, name); list != nil && list.Kind == yaml.SequenceNode && len(list.Content) > 0 {
				again := node.Copy(list.Content[g.IntN(len(list.Content))])
				g.put(again, "w", scalar("!!str", "again"))
				list.Content = slices.Insert(list.Content, g.IntN(len(list.Content)+1), again)
				repeated++
			}
		}
		c := twoWayCase(nodes[0], nodes[1], merge.Options{Schema: schema})
		checkInvariants(t, c)
		res, err := c.merge()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"keyed", "ports"} {
			s, d, merged := at(source, name), at(dest, name), at(node.Target(res.Node), name)
			if d == nil || d.Kind != yaml.SequenceNode || s != nil && s.Kind != yaml.SequenceNode {
				continue
			}
			for _, e := range d.Content {
				count := func(list *yaml.Node, is func(*yaml.Node) bool) (n int) {
					for _, other := range node.Elements(list) {
						if is(other) {
							n++
						}
					}
					return n
				}
				id := g.grammar.field(name).id
				same := func(other *yaml.Node) bool { return e.Kind == other.Kind && id(e) == id(other) }
				equal := func(other *yaml.Node) bool { return valueText(e) == valueText(other) }
				if count(d, same) != count(merged, same) || count(s, same) == 0 && count(d, equal) != count(merged, equal) {
					t.Errorf("%s: the result has another number of\n%s", name, valueText(e))
				}
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d\nsource:\n%s\ndest:\n%s\nresult:\n%s", seed, encode(t, nodes[0]), encode(t, nodes[1]), encode(t, res.Node))
		}
	}
	if repeated < 20 {
		t.Errorf("only %d lists repeat a key", repeated)
	}
}

func checkPatched(t *testing.T, source, dest, result *yaml.Node, schema merge.Schema) {
	t.Helper()
	opts := merge.Options{Schema: schema}
	s, d, merged := leaves(source, opts), leaves(dest, opts), leaves(result, opts)
	for path, value := range s {
		if merged[path] != value {
			t.Errorf("%s: the source has %q, the result %q", path, value, merged[path])
		}
	}
	for path, value := range merged {
		if s[path] != value && d[path] != value {
			t.Errorf("%s: %q is in neither", path, value)
		}
	}
	over, under := placesOf(source, schema), placesOf(dest, schema)
	for path, value := range d {
		if merged[path] != value && !overruled(path, over, under) {
			t.Errorf("%s: the dest has %q, the result %q, and the source nothing that could be why", path, value, merged[path])
		}
	}
}

// overruled reports whether the source has something at the place or in it, another
// kind of value above it or a list that it empties, or may have chosen another member
// of a union that the place is in.
func overruled(path string, source, dest map[string]spot) bool {
	for other, s := range source {
		d, both := dest[other]
		switch {
		case within(other, path):
			return true
		case both && within(path, other) && (s.kind != d.kind || s.replaces):
			return true
		}
		for up := range dest {
			if dest[up].union && other != up && within(path, up) && within(other, up) {
				return true
			}
		}
	}
	return false
}

// within reports whether a place is, or is in, another.
func within(path, place string) bool {
	rest, found := strings.CutPrefix(path, place)
	return found && (rest == "" || place == "" || rest[0] == '.' || rest[0] == '[')
}

// spot is what a place of a document holds.
type spot struct {
	kind yaml.Kind
	// union reports whether it is a map which has a union.
	union bool
	// replaces reports whether it is an empty list that only inference could key: as a
	// patch it empties the list.
	replaces bool
}

// placesOf are all places of a document but for those in atomic lists.
func placesOf(n *yaml.Node, s merge.Schema) map[string]spot {
	all := map[string]spot{}
	var visit func(n *yaml.Node, s merge.Schema, at merge.Path)
	visit = func(n *yaml.Node, s merge.Schema, at merge.Path) {
		n, at = node.Target(n), slices.Clip(at)
		all[at.String()] = spot{
			kind:     n.Kind,
			union:    s != nil && len(s.Unions()) > 0,
			replaces: n.Kind == yaml.SequenceNode && len(n.Content) == 0 && kindOf(s) == merge.ListUnknown,
		}
		switch n.Kind {
		case yaml.MappingNode:
			for i := 0; i < len(n.Content); i += 2 {
				name := n.Content[i].Value
				visit(n.Content[i+1], fieldOf(s, name), append(at, merge.Field(name)))
			}
		case yaml.SequenceNode:
			for _, e := range n.Content {
				if step, ok := elementStep(e, s); ok {
					visit(e, elemOf(s), append(at, step))
				}
			}
		}
	}
	visit(n, s, nil)
	return all
}

// Layers(x, x) has no more than x, the last layer once more changes nothing,
// and layers may be folded together beforehand.
func TestLawLayers(t *testing.T) {
	forPatches(t, func(t *testing.T, nodes []*yaml.Node, texts []string, opts merge.Options) {
		checkInvariants(t, layersCase(nodes, opts))
		same := mustLayer(t, opts, nodes[0], parse(t, texts[0]))
		if diff := cmp.Diff(valueText(nodes[0]), valueText(same)); diff != "" {
			t.Errorf("Layers(x, x) is not x:\n%s", diff)
		}
		all := mustLayer(t, opts, nodes...)
		folded := mustLayer(t, opts, mustLayer(t, opts, nodes[:2]...), nodes[2])
		if diff := cmp.Diff(valueText(all), valueText(folded)); diff != "" {
			t.Errorf("three layers are not the first two and the third:\n%s", diff)
		}
	})
}

// Of resources the right layer's leaves are in the result as a source's are;
// of free-form maps all scalars are, and every element of every list.
func TestLawLayersLeaves(t *testing.T) {
	forPatches(t, func(t *testing.T, nodes []*yaml.Node, _ []string, opts merge.Options) {
		if strings.Contains(t.Name(), "resources") {
			checkPatched(t, nodes[1], nodes[0], mustLayer(t, opts, nodes[:2]...), opts.Schema)
			return
		}
		checkUnited(t, nodes[0], nodes[1], mustLayer(t, merge.Options{}, nodes[:2]...))
	})
}

func mustLayer(t *testing.T, opts merge.Options, layers ...*yaml.Node) *yaml.Node {
	t.Helper()
	res, err := merge.Layers(layers, opts)
	if err != nil {
		t.Fatal(err)
	}
	return res.Node
}

// checkUnited compares two layers of free-form values with what they gave.
func checkUnited(t *testing.T, left, right, result *yaml.Node) {
	t.Helper()
	left, right, result = node.Target(left), node.Target(right), node.Target(result)
	switch {
	case right == nil || left != nil && left.Kind != right.Kind:
		want := right
		if want == nil {
			want = left
		}
		if valueText(want) != valueText(result) {
			t.Errorf("a value of one layer, or of unlike kinds: got\n%swant\n%s", valueText(result), valueText(want))
		}
	case left == nil || right.Kind == yaml.ScalarNode:
		if valueText(right) != valueText(result) {
			t.Errorf("got\n%swant the right layer's\n%s", valueText(result), valueText(right))
		}
	case right.Kind == yaml.SequenceNode:
		have := countParts(result)
		for _, e := range slices.Concat(left.Content, right.Content) {
			if have[valueText(e)] == 0 {
				t.Errorf("an element is lost: %s", valueText(e))
			}
		}
	default:
		names := map[string]string{}
		for _, m := range []*yaml.Node{left, right} {
			for i := 0; i < len(m.Content); i += 2 {
				names[m.Content[i].Value] = ""
			}
		}
		if len(names) != len(result.Content)/2 {
			t.Errorf("%d fields, want %d", len(result.Content)/2, len(names))
		}
		for name := range names {
			checkUnited(t, at(left, name), at(right, name), at(result, name))
		}
	}
}

func at(m *yaml.Node, name string) *yaml.Node {
	for i := 0; i < len(m.Content); i += 2 {
		if m.Content[i].Value == name {
			return m.Content[i+1]
		}
	}
	return nil
}
