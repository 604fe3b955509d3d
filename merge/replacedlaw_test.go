package merge_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

// What one side puts in the place of elements of a list stands where these stood, whatever
// the other side adds, deletes and replaces beside them, or that is a conflict.
func TestLawReplacementStandsInPlace(t *testing.T) {
	forms := map[string]struct{ element, list string }{
		"keyed":    {"{name: %s, v: 1}", "inferred"},
		"set":      {"%s", "set"},
		"sequence": {"{%s: 1}", "list"},
	}
	for form, of := range forms {
		t.Run(form, func(t *testing.T) {
			asked := 0
			for seed := range 300 * seeds() {
				versions, want := replacedApart(rand.New(rand.NewPCG(seed, 29)))
				text := func(names []string) string {
					elements := make([]string, len(names))
					for i, name := range names {
						elements[i] = fmt.Sprintf(of.element, name)
					}
					return of.list + ": [" + strings.Join(elements, ", ") + "]\n"
				}
				for _, updated := range []bool{false, true} {
					for _, sides := range [][2]int{{1, 2}, {2, 1}} {
						opts := merge.Options{Schema: root(), Policy: merge.Policy{Atomic: merge.AtomicMerge, UpdatedOrder: updated, OnConflict: merge.Fail}}
						res := mustMerge(t, parse(t, text(versions[0])), parse(t, text(versions[sides[0]])), parse(t, text(versions[sides[1]])), opts)
						if len(res.Conflicts) > 0 {
							asked++
						} else if valueText(res.Node) != valueText(parse(t, text(want))) {
							t.Fatalf("seed %d, %v:\no %su %sd %swant %smerged %s%s", seed, updated, text(versions[0]), text(versions[sides[0]]), text(versions[sides[1]]), text(want), encode(t, res.Node), conflictLines(res))
						}
					}
				}
			}
			if asked > 300*int(seeds()) {
				t.Errorf("%d of %d merges are a conflict", asked, 4*300*seeds())
			}
		})
	}
}

// replacedApart makes a list, what two sides make of it and what both come to: each element
// is replaced or deleted by one of them at most, and only one adds some.
func replacedApart(random *rand.Rand) (versions [3][]string, want []string) {
	n := 3 + random.IntN(5)
	for i := range n {
		name := fmt.Sprintf("o%d", i)
		if random.IntN(4) == 0 {
			added := fmt.Sprintf("a%d", i)
			versions[2], want = append(versions[2], added), append(want, added)
		}
		at := [3]string{name, name, name}
		by, fate := 1+random.IntN(2), random.IntN(5)
		switch {
		case fate == 0:
			at[by] = fmt.Sprintf("r%d", i)
		case fate == 1:
			at[by] = ""
		default:
			by = 0
		}
		for side := range at {
			if at[side] != "" {
				versions[side] = append(versions[side], at[side])
			}
		}
		if !slices.Contains(at[:], "") {
			want = append(want, at[by])
		}
	}
	return versions, want
}
