package merge_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/merge"
)

func byLinesOptions(onConflict merge.OnConflict) merge.Options {
	return merge.Options{Policy: merge.Policy{
		OnConflict: onConflict, KeepNulls: true, Atomic: merge.AtomicMerge, TextByLines: true,
		FollowRenamed: true,
	}}
}

// TestLawByLines: a question leaves everything as it was but its own place, which is
// that of the side that has its way; there is none where lines give the same value.
func TestLawByLines(t *testing.T) {
	var tried, asked int
	for seed := range 250 * seeds() {
		random := rand.New(rand.NewPCG(seed, 2))
		base := writtenDocument(random)
		texts := [3]string{base, rewritten(random, base), rewritten(random, base)}
		side := []merge.OnConflict{merge.TakeUpdated, merge.TakeDest}[seed%2]
		opts := byLinesOptions(side)
		o, u, d := parse(t, texts[0]), parse(t, texts[1]), parse(t, texts[2])
		res := mustMerge(t, o, u, d, opts)
		got := merge.ByLines(merge.Versions{Original: o, Updated: u, Dest: d}, res, opts)
		text, clean := diff.MergeLines(texts[0], texts[1], texts[2])
		if clean && len(res.Conflicts) == 0 {
			tried++
		}
		more := got.Conflicts[len(res.Conflicts):]
		asked += len(more)
		problem := ""
		switch lines, err := parseText(text); {
		case len(more) == 0 && got.Node != res.Node:
			problem = "another result without a question"
		case len(more) == 0:
		case len(res.Conflicts) > 0 || clean && err == nil && merge.Equal(lines, res.Node):
			problem = "a needless question"
		default:
			if err := merge.Verify(merge.Versions{Original: o, Updated: u, Dest: d}, got, opts); err != nil {
				problem = err.Error()
			}
		}
		if problem != "" {
			t.Fatalf("seed %d: %s\no:\n%s\nu:\n%s\nd:\n%s\nlines:\n%s\nby structure:\n%s%s", seed, problem, texts[0], texts[1], texts[2], text, encode(t, res.Node), conflictLines(got))
		}
	}
	t.Logf("%d merges by lines, %d questions", tried, asked)
	if tried == 0 || asked == 0 {
		t.Error("nothing is compared, or never asked about: this proves nothing")
	}
}

// writtenDocument is a document in block style, line by line.
func writtenDocument(r *rand.Rand) string {
	var b strings.Builder
	for i := range 4 + r.IntN(4) {
		name, n := string(rune('a'+i)), 1+r.IntN(4)
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "%s: %d\n", name, r.IntN(3))
		case 1:
			fmt.Fprintf(&b, "%s:\n", name)
			for k := range n {
				fmt.Fprintf(&b, "  k%d: %d\n", k, r.IntN(3))
			}
		case 2:
			fmt.Fprintf(&b, "%s:\n", name)
			for range n {
				fmt.Fprintf(&b, "- e%d\n", r.IntN(6))
			}
		default:
			fmt.Fprintf(&b, "%s:\n", name)
			for k := range n {
				fmt.Fprintf(&b, "- name: n%d\n  v: %d\n", k, r.IntN(3))
			}
		}
	}
	return b.String()
}

// rewritten is a text of which some lines were changed, added, deleted or moved, so
// that it still is a document.
func rewritten(r *rand.Rand, text string) string {
	for range 1 + r.IntN(3) {
		lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
		lines[len(lines)-1] += "\n"
		from := r.IntN(len(lines))
		to := min(len(lines), from+1+r.IntN(3))
		at := r.IntN(len(lines) + 1)
		stretch := slices.Clone(lines[from:to])
		switch r.IntN(5) {
		case 0:
			lines[from] = strings.TrimRight(lines[from], "\n") + "9\n"
		case 1:
			lines = slices.Insert(lines, at, stretch...)
		case 2:
			lines = slices.Delete(lines, from, to)
		case 3:
			// A new element, or a line above a list that moves, so that its elements are in another.
			if i := slices.IndexFunc(lines[from:], func(line string) bool { return strings.HasPrefix(line, "- name: ") }); i >= 0 && r.IntN(2) == 0 {
				lines = slices.Insert(lines, from+i, fmt.Sprintf("- name: new%d\n  v: 0\n", r.IntN(9)))
			} else if i = slices.IndexFunc(lines[from:], func(line string) bool { return strings.HasSuffix(line, ":\n") }); i >= 0 {
				line := lines[from+i]
				lines = slices.Insert(slices.Delete(lines, from+i, from+i+1), min(at, len(lines)-1), line)
			}
		default:
			lines = slices.Delete(lines, from, to)
			lines = slices.Insert(lines, min(at, len(lines)), stretch...)
		}
		changed := strings.Join(lines, "")
		if n, err := parseText(changed); err == nil && n != nil && merge.Check(n) == nil {
			text = changed
		}
	}
	return text
}
