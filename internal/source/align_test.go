package source

import (
	"fmt"
	"math/rand"
	"testing"

	"go.yaml.in/yaml/v3"
)

// A match is increasing, and what is equal on both sides in one order is
// matched, in small lists and in those beyond the limit of the table.
func TestAlign(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 40, 700} {
		for seed := range int64(5) {
			r := rand.New(rand.NewSource(seed))
			var old, updated, kept []*yaml.Node
			for i := range n {
				old = append(old, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: fmt.Sprint("v", i)})
			}
			for _, o := range old {
				switch r.Intn(4) {
				case 0:
				case 1:
					updated = append(updated, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: fmt.Sprint("new", r.Int())})
				case 2:
					updated = append(updated, clone(o))
					kept = append(kept, o)
				default:
					updated = append(updated, o)
					kept = append(kept, o)
				}
			}
			match := alignElements(old, updated, hashes{}, func(*yaml.Node) bool { return false })
			last, equal := -1, 0
			for j, i := range match {
				if i < 0 {
					continue
				}
				if i <= last {
					t.Fatalf("n=%d seed=%d: %v is not increasing", n, seed, match)
				}
				last = i
				if Equal(old[i], updated[j]) {
					equal++
				}
			}
			if equal != len(kept) {
				t.Errorf("n=%d seed=%d: %d of %d equal elements matched", n, seed, equal, len(kept))
			}
			r.Shuffle(len(updated), func(i, j int) { updated[i], updated[j] = updated[j], updated[i] })
			last = -1
			for _, i := range alignElements(old, updated, hashes{}, func(*yaml.Node) bool { return false }) {
				if i >= 0 && i <= last {
					t.Fatalf("n=%d seed=%d: shuffled: not increasing", n, seed)
				}
				last = max(last, i)
			}
		}
	}
}
