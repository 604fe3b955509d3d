package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/need"
)

// TestLinesAsGit holds merging by lines to git: what git merges without a conflict
// merges without one, to the same text, unless git has a line more often than either
// side.
func TestLinesAsGit(t *testing.T) {
	need.Program(t, "git")
	same, long := 0, 0
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		size, words := 10+random.IntN(60), 3+random.IntN(40)
		half := size
		if seed%20 == 19 {
			size, words, half = 4000, 40+random.IntN(400), 2000
		}
		base := make([]string, size)
		for i := range base {
			base[i] = word(random, words)
		}
		c := &file{base: text(base), ours: text(edited(random, base, 0, half, words)), theirs: text(edited(random, base, size-half, size, words))}
		git, err := gitMerge(c)
		if err != nil {
			t.Fatal(err)
		}
		if len(git.conflicts) > 0 {
			continue
		}
		lines, clean := diff.MergeLines(string(c.base), string(c.theirs), string(c.ours))
		switch {
		case !clean && !oftener(string(git.text), string(c.ours), string(c.theirs)):
			t.Errorf("seed %d: git has no conflict, there is one", seed)
		case lines == string(git.text):
			same++
			long += size / 4000
		case !oftener(string(git.text), string(c.ours), string(c.theirs)):
			t.Errorf("seed %d: git merged this to another text", seed)
		}
	}
	if same < 20 || long == 0 {
		t.Errorf("only %d merges were like git's, %d of long texts", same, long)
	}
}

func word(random *rand.Rand, words int) string { return fmt.Sprintf("line %d\n", random.IntN(words)) }

func text(lines []string) []byte { return []byte(strings.Join(lines, "")) }

// edited takes lines out and puts lines in, in some places from one line to another.
func edited(random *rand.Rand, lines []string, from, to, words int) []string {
	for range 1 + random.IntN(1+(to-from)/10) {
		at := from + random.IntN(to-from)
		end := min(to, at+random.IntN(4))
		var with []string
		for range random.IntN(4) {
			with = append(with, word(random, words))
		}
		lines = append(append(append([]string(nil), lines[:at]...), with...), lines[end:]...)
		to = max(from+1, to+len(with)-(end-at))
	}
	return lines
}

// oftener reports whether a line stands in a text more often than in either of two.
func oftener(merged, a, b string) bool {
	for line := range strings.Lines(merged) {
		times := func(text string) int { return strings.Count("\n"+text, "\n"+line) }
		if times(merged) > max(times(a), times(b)) {
			return true
		}
	}
	return false
}
