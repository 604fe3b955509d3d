package merge_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// forPatches runs a law of the merges without original on generated pairs of
// documents, of which one is an edited version of the other.
func forPatches(t *testing.T, law func(t *testing.T, source, dest *yaml.Node, texts []string)) {
	t.Helper()
	for seed := range uint64(3 * lawSeeds) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 3)), comments: seed%3 == 0, aliases: seed%4 == 0}
		base := g.document()
		texts := []string{g.text(t, g.edited(base)), g.text(t, g.edited(base))}
		law(t, parse(t, texts[0]), parse(t, texts[1]), texts)
		if t.Failed() {
			t.Fatalf("seed %d\nsource:\n%s\ndest:\n%s", seed, texts[0], texts[1])
		}
	}
}

// TwoWay(x, x) = x, and a patch applied a second time changes nothing.
func TestLawTwoWay(t *testing.T) {
	opts := merge.Options{Schema: root()}
	forPatches(t, func(t *testing.T, source, dest *yaml.Node, texts []string) {
		checkInvariants(t, twoWayCase(source, dest, opts))
		same, err := merge.TwoWay(parse(t, texts[1]), dest, opts)
		if err != nil {
			t.Fatal(err)
		}
		if same.Node != dest {
			t.Errorf("TwoWay(x, x) is not x itself:\n%s", cmp.Diff(texts[1], encode(t, same.Node)))
		}
	})
}

// The source's leaves are in the result, and every leaf of the result is from
// one of the two.
func TestLawTwoWayLeaves(t *testing.T) {
	opts := merge.Options{Schema: root()}
	forPatches(t, func(t *testing.T, source, dest *yaml.Node, _ []string) {
		res, err := merge.TwoWay(source, dest, opts)
		if err != nil {
			t.Fatal(err)
		}
		s, d, merged := leaves(source, root()), leaves(dest, root()), leaves(res.Node, root())
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
	})
}

// Layers(x, x) has no more than x, and the last layer once more changes
// nothing.
func TestLawLayers(t *testing.T) {
	forPatches(t, func(t *testing.T, first, second *yaml.Node, texts []string) {
		var opts merge.Options
		checkInvariants(t, layersCase([]*yaml.Node{first, second}, opts))
		same, err := merge.Layers([]*yaml.Node{first, parse(t, texts[0])}, opts)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(valueText(first), valueText(same.Node)); diff != "" {
			t.Errorf("Layers(x, x) is not x:\n%s", diff)
		}
	})
}
