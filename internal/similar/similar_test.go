package similar

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/internal/golden"
)

func of(t *testing.T, texts ...string) []Features {
	t.Helper()
	var all []Features
	for _, text := range texts {
		all = append(all, Of(golden.Document(t, text)))
	}
	return all
}

func TestPair(t *testing.T) {
	for _, c := range []struct {
		name         string
		lost, gained []string
		// more are there beside those that were lost.
		more []string
		want [][2]int
	}{
		{"the same", []string{"{a: 1, b: 2, c: 3}"}, []string{"{c: 3, b: 2, a: 1}"}, nil, [][2]int{{0, 0}}},
		{"too little to tell", []string{"{a: 1, b: 2}"}, []string{"{a: 1, b: 2}"}, nil, nil},
		{"most of it", []string{"{a: 1, b: 2, c: 3, d: 4, e: 5}"}, []string{"{a: 9, b: 2, c: 3, d: 4, e: 5}"}, nil, [][2]int{{0, 0}}},
		{"half of it", []string{"{a: 1, b: 2, c: 3, d: 4}"}, []string{"{a: 9, b: 9, c: 3, d: 4}"}, nil, nil},
		{"of another size", []string{"{a: 1, b: 2, c: 3}"}, []string{"{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6}"}, nil, nil},
		{"other fields", []string{"{a: 1, b: 1, c: 1}"}, []string{"{d: 1, e: 1, f: 1}"}, nil, nil},
		{"two that fit", []string{"{a: 1, b: 2, c: 3}"}, []string{"{a: 1, b: 2, c: 3}", "{a: 1, b: 2, c: 3}"}, nil, nil},
		{"lines of a text", []string{"|\n  one\n  two\n  three\n  four\n"}, []string{"|\n  one\n  two\n  three\n    four\n"}, nil, [][2]int{{0, 0}}},
		{"an alias", []string{"{x: &x {a: 1, b: 2}, y: *x}"}, []string{"{x: {a: 1, b: 2}, y: {b: 2, a: 1}}"}, nil, [][2]int{{0, 0}}},
		{"each its own", []string{"{a: 1, b: 2, c: 3}", "{a: 4, b: 5, c: 6}"}, []string{"{a: 4, b: 5, c: 6}", "{a: 1, b: 2, c: 3}"}, nil, [][2]int{{0, 1}, {1, 0}}},
		{
			"what all have says little", []string{"{a: 1, b: 2, c: 3, x: 1, y: 1}"}, []string{"{a: 1, b: 2, c: 3, x: 7, y: 7}"},
			[]string{"{a: 1, b: 2, c: 3, z: 2}", "{a: 1, b: 2, c: 3, z: 3}"}, nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			lost, gained := of(t, c.lost...), of(t, c.gained...)
			scale := NewScale(slices.Concat(lost, of(t, c.more...)))
			if got := scale.Pair(lost, gained); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// TestMayBe: what two hold speaks against it only if it differs.
func TestMayBe(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"{a: 1}", "{a: 1}", true},
		{"{a: 1}", "{a: 2}", false},
		{"{}", "{}", true},
		{"{a: 1, b: 2, c: 3}", "{a: 1, b: 2, c: 4}", true},
		{"{a: 1, b: 2, c: 3, d: 4, e: 5}", "{a: 1, b: 7, c: 8, d: 9, e: 0}", false},
	} {
		all := of(t, c.a, c.b)
		if got := NewScale(all[:1]).MayBe(all[0], all[1]); got != c.want {
			t.Errorf("%s, %s: got %v", c.a, c.b, got)
		}
	}
}

// Values that are each like many others are paired at a cost that grows as their number does.
func TestGrowth(t *testing.T) {
	counted.Statements(t, "github.com/krm-merge/krm-merge/internal/similar", 2.3, map[string]int{"alike": 500}, func(t *testing.T, _ string, n int) {
		random := rand.New(rand.NewPCG(1, 0))
		values := func() []Features {
			var all []Features
			for i := range n {
				m := &yaml.Node{Kind: yaml.MappingNode}
				for k := range 20 {
					value := fmt.Sprint(i / 100)
					if k%4 == 0 {
						value = fmt.Sprint(random.IntN(10))
					}
					m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: fmt.Sprint("k", k)}, &yaml.Node{Kind: yaml.ScalarNode, Value: value})
				}
				all = append(all, Of(m))
			}
			return all
		}
		lost, gained := values(), values()
		if got := NewScale(lost).Pair(lost, gained); len(got) > n {
			t.Errorf("%d pairs", len(got))
		}
	})
}

// TestClosest pairs the most alike first, then those that tie prefers, then by place and order.
func TestClosest(t *testing.T) {
	even := func(int, int) (int, int) { return 0, 0 }
	for _, test := range []struct {
		name         string
		lost, gained []Features
		tie          func(i, j int) (int, int)
		want         [][2]int
	}{
		{"best first", of(t, "{a: 1, b: 2, c: 3}", "{a: 1, b: 2, c: 4}"), of(t, "{a: 1, b: 2, c: 4}", "{a: 1, b: 2, c: 5}"), even, [][2]int{{1, 0}, {0, 1}}},
		{"in order", of(t, "{a: 1}", "{a: 1}"), of(t, "{a: 1}", "{a: 1}"), even, [][2]int{{0, 0}, {1, 1}}},
		{"by tie", of(t, "{a: 1}", "{a: 1}"), of(t, "{a: 1}", "{a: 1}"), func(i, j int) (int, int) { return i ^ j, 0 }, [][2]int{{0, 1}, {1, 0}}},
		{"by place", of(t, "{a: 1}", "{a: 1}"), of(t, "{a: 1}", "{a: 1}"), func(i, j int) (int, int) { return 0, i ^ j }, [][2]int{{0, 1}, {1, 0}}},
		{"never", of(t, "{a: 1}"), of(t, "{a: 1}"), func(int, int) (int, int) { return -1, 0 }, nil},
		{"unlike", of(t, "{a: 1, b: 1}"), of(t, "{a: 1, b: 2}"), even, nil},
	} {
		if got := Closest(test.lost, test.gained, test.tie); !slices.Equal(test.want, got) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
