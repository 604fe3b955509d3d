package merge_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// merge(o, u, merge(o, u, d)) = merge(o, u, d) of lists without keys that merge
// element by element, where there is no conflict and each side leaves most of
// an element as it was, though together they may leave little of it.
func TestLawRepeatedSequence(t *testing.T) {
	clean := 0
	for seed := range 40 * seeds() {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 3))}
		o := &yaml.Node{Kind: yaml.SequenceNode}
		for range 1 + g.IntN(4) {
			o.Content = append(o.Content, g.unkeyed())
		}
		opts := merge.Options{Policy: merge.Policy{OnConflict: merge.Fail, Atomic: merge.AtomicMerge, UpdatedOrder: true}}
		c := threeWayCase(o, g.editedSequence(o), g.editedSequence(o), opts)
		if res, err := c.merge(); err != nil || len(res.Conflicts) > 0 {
			continue
		}
		clean++
		if checkRepeated(t, c); t.Failed() {
			t.Fatalf("seed %d\no:\n%s\nu:\n%s\nd:\n%s", seed, encode(t, o), encode(t, c.versions[1]), encode(t, c.versions[2]))
		}
	}
	if clean == 0 {
		t.Fatal("every merge has a conflict: the law was not tried")
	}
}

// unkeyed is a map that no other is like.
func (g *generator) unkeyed() *yaml.Node {
	m := mapping()
	for _, name := range names[:5] {
		g.put(m, name, g.number())
	}
	return m
}

// number is hardly ever the same twice.
func (g *generator) number() *yaml.Node { return scalar("!!int", strconv.Itoa(g.IntN(1<<30))) }

// editedSequence is a list with up to two fields of every element edited, and
// another element now and then.
func (g *generator) editedSequence(list *yaml.Node) *yaml.Node {
	l := clone(list)
	for _, e := range l.Content {
		for range g.IntN(3) {
			g.put(e, names[g.IntN(5)], g.number())
		}
	}
	if g.chance(50) {
		l.Content = slices.Insert(l.Content, g.IntN(len(l.Content)+1), g.unkeyed())
	}
	return l
}
