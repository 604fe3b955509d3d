package merge_test

import (
	"slices"
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
		{
			name:     "an element that both added in different places is there once",
			original: "l:\n- a\n- b\n- c\n", updated: "l:\n- new\n- a\n- b\n- c\n", dest: "l:\n- a\n- b\n- c\n- new\n",
			onConflict: merge.Fail, want: "l:\n- a\n- b\n- c\n- new\n",
		},
		{
			name:     "a key that both added in different places is there once",
			original: "l:\n- name: a\n- name: b\n", updated: "l:\n- name: n\n  v: 1\n- name: a\n- name: b\n", dest: "l:\n- name: a\n- name: b\n- name: n\n  v: 2\n",
			onConflict: merge.Fail, want: "l:\n- name: a\n- name: b\n- name: n\n  v: 1\n", conflicts: 1,
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
			r, err := merge.ThreeWay(o, u, d, opts)
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
