package diff_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/internal/diff"
)

// TestMatch: no pairs are more than those found, in order, and of equal elements.
func TestMatch(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 0))
		a, b := someLines(random), someLines(random)
		pairs := diff.Match(a, b)
		if want := mostPairs(a, b); len(pairs) != want {
			t.Fatalf("seed %d: %d pairs, want %d", seed, len(pairs), want)
		}
		checkPairs(t, a, b, pairs)
		if again := diff.Match(a, b); !slices.Equal(again, pairs) {
			t.Fatalf("seed %d: another time other pairs", seed)
		}
	}
}

func checkPairs(t *testing.T, a, b []string, pairs [][2]int) {
	t.Helper()
	last := [2]int{-1, -1}
	for _, p := range pairs {
		if p[0] <= last[0] || p[1] <= last[1] || a[p[0]] != b[p[1]] {
			t.Fatalf("%v is not a pair behind %v", p, last)
		}
		last = p
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

// mostPairs is the length of a longest common subsequence.
func mostPairs(a, b []string) int {
	above := make([]int, len(b)+1)
	for i := range a {
		row := make([]int, len(b)+1)
		for j := range b {
			row[j+1] = max(row[j], above[j+1])
			if a[i] == b[j] {
				row[j+1] = above[j] + 1
			}
		}
		above = row
	}
	return above[len(b)]
}

// TestMatchOfUnlike: of long sequences that have little order in common, what is found before it takes
// too long is right.
func TestMatchOfUnlike(t *testing.T) {
	const n = 20_000
	a, b := []string{"same"}, []string{"same"}
	for i := range n {
		a, b = append(a, strconv.Itoa(i%1000)), append(b, strconv.Itoa(i*7919%1000))
	}
	pairs := diff.Match(a, b)
	checkPairs(t, a, b, pairs)
	if len(pairs) == 0 || pairs[0] != [2]int{} {
		t.Error("the common start does not pair")
	}
}

// TestWhichOfEqual: which of equal elements was added or removed.
func TestWhichOfEqual(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"the last", "a x b", "a x x b", "a x +x b"},
		{"the last removed", "a x x b", "a x b", "a x -x b"},
		{"the last of a group", "{ a } { b }", "{ a } { c } { b }", "{ a } { +c +} +{ b }"},
		{"what meets is one", "a x c x b", "a x b", "a x -c -x b"},
		{"where the other sequence has some", "a x p x b", "a q x b", "a -x -p +q x b"},
		{"as git has it", "l t n i p s f r", "s t n p s g l t n j k s h r", "-l +s t n -i p s -f +g +l +t +n +j +k +s +h r"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := strings.Fields(c.a), strings.Fields(c.b)
			if got := shown(a, b, diff.Match(a, b)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// shown are the elements of two sequences, with - and + those that one alone has.
func shown(a, b []string, pairs [][2]int) string {
	var all []string
	i, j := 0, 0
	for _, p := range append(pairs, [2]int{len(a), len(b)}) {
		for ; i < p[0]; i++ {
			all = append(all, "-"+a[i])
		}
		for ; j < p[1]; j++ {
			all = append(all, "+"+b[j])
		}
		if i < len(a) {
			all = append(all, a[i])
		}
		i, j = i+1, j+1
	}
	return strings.Join(all, " ")
}

// Two long sequences are aligned at a cost that grows as they do, even if they have everything in common but their
// order.
func TestGrowth(t *testing.T) {
	counted.Statements(t, "github.com/krm-merge/krm-merge/internal/diff", 2.3, map[string]int{"shuffled": 50_000}, func(t *testing.T, _ string, n int) {
		random := rand.New(rand.NewPCG(1, 0))
		a := make([]int, n)
		for i := range a {
			a[i] = i / 2
		}
		b := slices.Clone(a)
		random.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
		if len(diff.Match(a, b)) > len(a) {
			t.Error("more pairs than elements")
		}
	})
}
