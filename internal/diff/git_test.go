package diff_test

import (
	"errors"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/slow"
)

// Three versions of a text merge as the user's git merges them: cleanly in the same cases,
// and then to the same bytes.
func TestMergeLinesAsGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("needs git:", err)
	}
	cases := 1500
	if !slow.Wanted {
		cases = 200
	}
	r := rand.New(rand.NewPCG(21, 9))
	clean, long := 0, 0
	for i := range cases {
		size, kinds, most := r.IntN(60), 2+r.IntN(30), 4
		half := size
		if i%100 == 99 {
			// A long text, edited in many places, by each side in one half.
			size, kinds, most, half = 4000, 40+r.IntN(400), 200, 2000
		}
		original := generated(r, size, kinds)
		updated, dest := edited(r, original, 0, half, most, kinds), edited(r, original, size-half, size, most, kinds)
		dir := t.TempDir()
		golden.Write(t, dir, map[string]string{"o": original, "u": updated, "d": dest})
		cmd := exec.Command(git, "merge-file", "-p", "--quiet", "d", "o", "u")
		cmd.Dir = dir
		want, err := cmd.Output()
		if err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Fatal(err)
		}
		got, is := diff.MergeLines(original, updated, dest)
		if is != (err == nil) || is && got != string(want) {
			t.Fatalf("case %d: clean %v, git %v\noriginal\n%s\nupdated\n%s\ndest\n%s\ngot\n%s\ngit\n%s", i, is, err == nil, original, updated, dest, got, want)
		}
		if is {
			clean++
			long += size / 4000
		}
	}
	if clean < cases/5 || long == 0 {
		t.Errorf("only %d of %d merges are clean, %d of long texts", clean, cases, long)
	}
}

// generated is a text of so many lines of a few kinds; some are blank, the last one may
// not be ended.
func generated(r *rand.Rand, lines, kinds int) string {
	var b strings.Builder
	for range lines {
		b.WriteString(line(r, kinds))
	}
	if r.IntN(8) == 0 {
		return strings.TrimSuffix(b.String(), "\n")
	}
	return b.String()
}

func line(r *rand.Rand, kinds int) string {
	if r.IntN(8) == 0 {
		return "\n"
	}
	return strings.Repeat("  ", r.IntN(2)) + strconv.Itoa(r.IntN(kinds)) + "\n"
}

// edited is a text with a few changes from one line to another.
func edited(r *rand.Rand, text string, from, to, most, kinds int) string {
	lines := diff.Lines(text)
	to = min(to, len(lines))
	for range r.IntN(most) {
		at := from + r.IntN(to-from+1)
		end := min(at+r.IntN(4), to)
		added := diff.Lines(generated(r, r.IntN(4), kinds))
		if len(added) > 0 && !strings.HasSuffix(added[len(added)-1], "\n") {
			added[len(added)-1] += "\n"
		}
		if len(added) > 0 && at > 0 && !strings.HasSuffix(lines[at-1], "\n") {
			continue
		}
		lines = slices.Concat(lines[:at], added, lines[end:])
		to += len(added) - (end - at)
	}
	return strings.Join(lines, "")
}
