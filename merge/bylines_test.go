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

// TestByLines holds merges by structure against those by lines.
func TestByLines(t *testing.T) {
	for _, c := range []struct {
		name                    string
		original, updated, dest string
		// want is the result where dest has its way, asked where it is a question.
		want  string
		asked []string
	}{
		{
			name:     "the same",
			original: "a: 1\nb: 1\nc: 1\n", updated: "a: 2\nb: 1\nc: 1\n", dest: "a: 1\nb: 1\nc: 2\n",
			want: "a: 2\nb: 1\nc: 2\n",
		},
		{
			name:     "what is another value without quotes",
			original: "a: 1\nb: 'on'\nc: !!str 1\nd: 1\n", updated: "a: 2\nb: \"on\"\nc: '1'\nd: 1\n", dest: "a: 1\nb: \"on\"\nc: \"1\"\nd: 2\n",
			want: "a: 2\nb: \"on\"\nc: \"1\"\nd: 2\n",
		},
		{
			name:     "what dest deleted and upstream moved",
			original: "a: 1\nb: 1\nc: 1\nd: 1\n", updated: "b: 1\nc: 1\nd: 1\na: 1\n", dest: "b: 1\nc: 1\nd: 1\n",
			want: "b: 1\nc: 1\nd: 1\n", asked: []string{"a"},
		},
		{
			name:     "the shallowest place, behind maps and lists with keys",
			original: "m:\n  l:\n  - name: x\n    a: 1\n    b: 1\n    c: 1\n", updated: "m:\n  l:\n  - name: x\n    b: 1\n    c: 1\n    a: 1\n",
			dest: "m:\n  l:\n  - name: x\n    b: 1\n    c: 1\n", want: "m:\n  l:\n  - name: x\n    b: 1\n    c: 1\n", asked: []string{"m.l[name=x].a"},
		},
		{
			name:     "a key that both added in different places: lines have it twice",
			original: "l:\n- name: a\n- name: b\nm: {name: n}\n", updated: "l:\n- name: n\n- name: a\n- name: b\nm: {name: n}\n",
			dest: "l:\n- name: a\n- name: b\n- name: n\nm: {name: n}\n", want: "l:\n- name: a\n- name: b\n- name: n\nm: {name: n}\n",
		},
		{
			name:     "the order of a list with keys",
			original: "l:\n- name: a\n- name: b\n- name: c\n- name: d\n", updated: "l:\n- name: b\n- name: c\n- name: d\n- name: a\n",
			dest: "l:\n- name: a\n- name: b\n- name: new\n- name: c\n- name: d\n", want: "l:\n- name: a\n- name: b\n- name: new\n- name: c\n- name: d\n",
		},
		{
			name:     "an element that dest added, which lines have in another list, as a whole",
			original: "l:\n- name: a\nm:\n- name: b\n- name: c\n- name: d\n", updated: "l:\n- name: a\n- name: b\n- name: c\nm:\n- name: d\n",
			dest: "l:\n- name: a\nm:\n- name: b\n- name: new\n- name: c\n- name: d\n", want: "l:\n- name: a\n- name: b\n- name: c\nm:\n- name: new\n- name: d\n",
			asked: []string{"l[name=new]", "m[name=new]"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := mergedByLines(t, [3]string{c.original, c.updated, c.dest}, merge.TakeDest)
			if text := encode(t, got.Node); text != c.want {
				t.Errorf("got\n%swant\n%s", text, c.want)
			}
			for _, policy := range []merge.OnConflict{merge.TakeUpdated, merge.TakeDest, merge.Fail} {
				var asked []string
				for _, k := range mergedByLines(t, [3]string{c.original, c.updated, c.dest}, policy).Conflicts {
					if k.Kind == merge.LinesDiffer && k.OnConflict == policy {
						asked = append(asked, k.Path.String())
					}
				}
				if !slices.Equal(asked, c.asked) {
					t.Errorf("%s: asked at %q, want %q", policy, asked, c.asked)
				}
			}
		})
	}
}

// mergedByLines merges by structure and holds the result against lines.
func mergedByLines(t *testing.T, texts [3]string, onConflict merge.OnConflict) merge.Result {
	t.Helper()
	opts := byLinesOptions(onConflict)
	v := merge.Versions{Original: parse(t, texts[0]), Updated: parse(t, texts[1]), Dest: parse(t, texts[2])}
	r := mustMerge(t, v.Original, v.Updated, v.Dest, opts)
	return merge.ByLines(v, r, opts)
}

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
	for seed := range 500 * seeds() {
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
