package files_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestOutdatedLines: an upgrade drops decisions about lines of a file which upstream changes
// and in which they decide nothing any more.
func TestOutdatedLines(t *testing.T) {
	text := func(value string) string { return "{{ if .x }}\na: " + value + "\nb\nc: " + value + "\n{{ end }}\n" }
	set := decisions.Set{}
	stretches := merge.LineStretches(text("1"), text("2"), text("mine"))
	paths := merge.LinePaths(stretches)
	for i, s := range stretches {
		if !s.Open() {
			continue
		}
		at := paths[i]
		open := decisions.Open{Place: decisions.Place{File: "t.yaml", Document: 1, Path: at.String()}}
		open.Original, open.Updated, open.Dest = s.Values()
		set.Remember(decisions.Entry{Question: open.Question(), Taken: decisions.Dest})
	}
	remembered, err := set.Text()
	if err != nil || len(set.Entries) != 2 {
		t.Fatalf("%d entries, %v", len(set.Entries), err)
	}
	tree := func(value string) fstest.MapFS {
		return fstest.MapFS{"sub/t.yaml": {Data: []byte(value), Mode: 0o644}}
	}
	for _, c := range []struct {
		original, updated string
		left              int
	}{
		{text("1"), text("2"), 2},
		// Upstream does not change the file.
		{text("2"), text("2"), 2},
		{text("2"), text("3"), 0},
		// One of the places is as it was.
		{text("1"), "{{ if .x }}\na: 2\nb\nc: 4\n{{ end }}\n", 1},
		{text("1"), "", 0},
	} {
		dest := tree(text("mine"))
		dest["sub/"+decisions.FileName] = &fstest.MapFile{Data: remembered, Mode: 0o644}
		opts := files.Options{Options: resource.Careful(), DropOutdated: true}
		r, err := files.Merge(files.Versions{Original: tree(c.original), Updated: tree(c.updated), Dest: dest}, opts)
		if err != nil {
			t.Fatal(err)
		}
		s, err := decisions.Read(r.Files[0].Data, r.Files[0].Path)
		if err != nil || len(s.Entries) != c.left {
			t.Errorf("from %q to %q: %d entries are left, want %d, %v", c.original, c.updated, len(s.Entries), c.left, err)
		}
		if open := r.Open(); open != map[int]int{2: 0, 0: 2, 1: 1}[c.left] && c.updated != "" {
			t.Error(fmt.Sprint(open, " questions"))
		}
	}
}
