package merge_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

// TestByLines gives ByLines what a merge by structure and one by lines made of
// three versions.
func TestByLines(t *testing.T) {
	for _, c := range []struct {
		name                    string
		original, updated, dest string
		onConflict              merge.OnConflict
		want                    string
		conflicts               int
		lines                   bool
	}{
		{
			name:     "the same: nothing to say",
			original: "a: 1\nb: 1\nc: 1\n", updated: "a: 2\nb: 1\nc: 1\n", dest: "a: 1\nb: 1\nc: 2\n",
			want: "a: 2\nb: 1\nc: 2\n",
		},
		{
			name:     "text over several lines that is one value",
			original: "t: one\n  two\n  three\n", updated: "t: 1\n  two\n  three\n", dest: "t: one\n  two\n  3\n",
			onConflict: merge.Fail, want: "t: 1 two 3\n", lines: true,
		},
		{
			name:     "a small field that dest renamed, and upstream edited",
			original: "jobs:\n  build:\n    on: a\n    script: make\n", updated: "jobs:\n  build:\n    on: a\n    script: make all\n",
			dest:       "jobs:\n  compile:\n    on: a\n    script: make\n",
			onConflict: merge.Fail, want: "jobs:\n  compile:\n    on: a\n    script: make all\n",
		},
		{
			name:     "a text that dest broke into other lines, and upstream edited",
			original: "t: one two\n  three four\n  five six\n  seven\n", updated: "t: one two\n  three four\n  five six\n  7\n",
			dest:       "t: |-\n  one two\n  three four\n  five six\n  seven\n",
			onConflict: merge.Fail, want: "t: |-\n  one two\n  three four\n  five six\n  7\n", lines: true,
		},
		{
			name:     "lines of one element that end up in another",
			original: "l:\n- v: 1\n  u: 1\n  name: a\n- v: 1\n  u: 1\n  name: b\n", updated: "l:\n- v: 2\n  u: 1\n  name: a\n- v: 1\n  u: 1\n  name: b\n", dest: "l:\n- v: 1\n  u: 1\n  name: b\n",
			onConflict: merge.Fail, want: "l:\n- v: 2\n  name: a\n- v: 1\n  u: 1\n  name: b\n", conflicts: 1,
		},
		{
			name:     "what dest deleted and upstream moved: somebody is asked",
			original: "a: 1\nb: 1\nc: 1\nd: 1\n", updated: "b: 1\nc: 1\nd: 1\na: 1\n", dest: "b: 1\nc: 1\nd: 1\n",
			onConflict: merge.Fail, want: "b: 1\nc: 1\nd: 1\n", conflicts: 1,
		},
		{
			name:     "and nobody where a side has its way anyhow",
			original: "a: 1\nb: 1\nc: 1\nd: 1\n", updated: "b: 1\nc: 1\nd: 1\na: 1\n", dest: "b: 1\nc: 1\nd: 1\n",
			want: "b: 1\nc: 1\nd: 1\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, clean := merge.Lines(c.original, c.updated, c.dest)
			if !clean {
				t.Fatal("the lines touch")
			}
			o, u, d, lines := parse(t, c.original), parse(t, c.updated), parse(t, c.dest), parse(t, text)
			opts := merge.Options{Policy: merge.Policy{
				OnConflict: c.onConflict, Nulls: merge.NullsChanged, Order: merge.OrderUpdated, Atomic: merge.AtomicMerge, Text: merge.TextLines,
				RenamedKeys: merge.RenamedFollow,
			}}
			r, err := merge.ThreeWay(merge.Versions{Original: o, Updated: u, Dest: d}, opts)
			if err != nil {
				t.Fatal(err)
			}
			got := merge.ByLines(o, u, d, lines, r, opts)
			if text := encode(t, got.Node); text != c.want || len(got.Conflicts) != c.conflicts {
				t.Errorf("got\n%s%s, want %d conflicts and\n%s", text, conflictLines(got), c.conflicts, c.want)
			}
			if noted := len(got.Conflicts) == 0 && slices.ContainsFunc(got.Notes, func(n merge.Note) bool { return n.Kind == merge.NoteLines }); noted != c.lines {
				t.Errorf("taken from the lines: %v, want %v", noted, c.lines)
			}
		})
	}
}

// TestLawByLines: what ByLines takes from lines invents nothing and loses no change
// of one side; else the result stays, with all of its conflicts.
func TestLawByLines(t *testing.T) {
	opts := merge.Options{Policy: merge.Policy{
		OnConflict: merge.Fail, Nulls: merge.NullsChanged, Order: merge.OrderUpdated, Atomic: merge.AtomicMerge, Text: merge.TextLines,
		RenamedKeys: merge.RenamedFollow,
	}}
	var tried, taken, asked int
	for seed := range 500 * seeds() {
		random := rand.New(rand.NewPCG(seed, 2))
		base := writtenDocument(random)
		texts := [3]string{base, rewritten(random, base), rewritten(random, base)}
		text, clean := merge.Lines(texts[0], texts[1], texts[2])
		lines, err := parseText(text)
		if !clean || err != nil || lines == nil || merge.Check(lines) != nil {
			continue
		}
		tried++
		o, u, d := parse(t, texts[0]), parse(t, texts[1]), parse(t, texts[2])
		res := mustMerge(t, o, u, d, opts)
		got := merge.ByLines(o, u, d, lines, res, opts)
		settled := len(got.Conflicts) == 0 && len(got.Notes) > 0 && merge.Equal(got.Node, lines)
		problem := ""
		switch {
		case settled && slices.ContainsFunc(got.Notes, func(n merge.Note) bool { return n.Kind == merge.NoteLines }):
			taken++
			if err := merge.Verify(merge.Versions{Original: o, Updated: u, Dest: d}, merge.Result{Node: got.Node, Conflicts: res.Conflicts}, opts); err != nil {
				problem = err.Error()
			}
		case settled: // as fields under new names
		case !merge.Equal(got.Node, res.Node):
			problem = "the result is of neither way of merging"
		case len(got.Conflicts) < len(res.Conflicts):
			problem = "a conflict was lost"
		default:
			asked += len(got.Conflicts) - len(res.Conflicts)
		}
		if problem != "" {
			t.Fatalf("seed %d: %s\no:\n%s\nu:\n%s\nd:\n%s\nlines:\n%s\nby structure:\n%s%s", seed, problem, texts[0], texts[1], texts[2], text, encode(t, res.Node), conflictLines(res))
		}
	}
	t.Logf("%d merges by lines, %d taken, %d conflicts", tried, taken, asked)
	if taken == 0 || asked == 0 {
		t.Error("lines are never taken, or never asked about: this proves nothing")
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
		switch r.IntN(4) {
		case 0:
			lines[from] = strings.TrimRight(lines[from], "\n") + "9\n"
		case 1:
			lines = slices.Insert(lines, at, stretch...)
		case 2:
			lines = slices.Delete(lines, from, to)
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
