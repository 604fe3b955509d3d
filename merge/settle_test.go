package merge

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestShortest: no pairs are more than those found, in order, and of equal lines.
func TestShortest(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 0))
		a, b := someLines(random), someLines(random)
		pairs := shortest(a, b)
		if want := len(longest(a, b)); len(pairs) != want {
			t.Fatalf("seed %d: %d pairs, want %d", seed, len(pairs), want)
		}
		last := [2]int{-1, -1}
		for _, p := range pairs {
			if p[0] <= last[0] || p[1] <= last[1] || a[p[0]] != b[p[1]] {
				t.Fatalf("seed %d: %v is no pair behind %v", seed, p, last)
			}
			last = p
		}
	}
}

func someLines(random *rand.Rand) []string {
	lines := make([]string, random.IntN(60))
	words := 1 + random.IntN(20)
	for i := range lines {
		lines[i] = string(rune('a' + random.IntN(words)))
	}
	return lines
}

// TestShortestOfUnlike: of long texts that have little in common, what there is once
// in both is found.
func TestShortestOfUnlike(t *testing.T) {
	var a, b []string
	for i := range 3 * mostLeft {
		x, y := strings.Repeat("x", i%7), strings.Repeat("y", i%5)
		if i == mostLeft {
			x, y = "same", "same"
		}
		a, b = append(a, x), append(b, "b"+y)
		if y == "same" {
			b[i] = y
		}
	}
	pairs := shortest(a, b)
	if len(pairs) != 1 || pairs[0] != [2]int{mostLeft, mostLeft} {
		t.Errorf("got %v", pairs)
	}
}

// TestSettled: which of equal lines was added or removed.
func TestSettled(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"the last", "a x b", "a x x b", "a x +x b"},
		{"the last removed", "a x x b", "a x b", "a x -x b"},
		{"the last of a group", "{ a } { b }", "{ a } { c } { b }", "{ a } { +c +} +{ b }"},
		{"what meets is one", "a x c x b", "a x b", "a x -c -x b"},
		{"where the other text has some", "a x p x b", "a q x b", "a -x -p +q x b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := strings.Fields(c.a), strings.Fields(c.b)
			var got []string
			j := 0
			for i, to := range append(settled(a, b), len(b)) {
				if to < 0 {
					got = append(got, "-"+a[i])
					continue
				}
				for ; j < to; j++ {
					got = append(got, "+"+b[j])
				}
				if i < len(a) {
					got = append(got, a[i])
				}
				j++
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
