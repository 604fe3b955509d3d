package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/gittest"
	"github.com/krm-merge/krm-merge/internal/golden"
)

const header = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n"

// TestReplay makes a repository with merges of every kind and replays it.
func TestReplay(t *testing.T) {
	r := history{gittest.New(t)}
	for _, m := range []struct{ path, base, ours, theirs, committed string }{
		// Git merges this, byte for byte as committed.
		{"clean.yaml", header + "  replicas: 1\n  a: 1\n  b: 1\n  c: 1\n  d: 1\n", header + "  replicas: 2\n  a: 1\n  b: 1\n  c: 1\n  d: 1\n",
			header + "  replicas: 1\n  a: 1\n  b: 1\n  c: 1\n  d: 2\n", header + "  replicas: 2\n  a: 1\n  b: 1\n  c: 1\n  d: 2\n"},
		// Adjacent lines: git has a conflict, though there is none.
		{"touching.yaml", header + "  replicas: 1\n  paused: false\n", header + "  replicas: 2\n  paused: false\n",
			header + "  replicas: 1\n  paused: true\n", header + "  replicas: 2\n  paused: true\n"},
		// A true conflict.
		{"true.yaml", header + "  replicas: 1\n", header + "  replicas: 2\n", header + "  replicas: 3\n", header + "  replicas: 3\n"},
		// Somebody committed something else.
		{"evil.yml", header + "  replicas: 1\n  paused: false\n", header + "  replicas: 2\n  paused: false\n",
			header + "  replicas: 1\n  paused: true\n", header + "  replicas: 9\n  paused: true\n"},
		// Two documents, one of them a value that was committed with other spaces.
		{"two.yaml", "a: 1\n---\nb: 1\n", "a: 2\n---\nb: 1\n", "a: 1\n---\nb: 2\n", "a:   2\n---\nb: 2\n"},
		// A template.
		{"template.yaml", "{{- if .x }}\na: 1\n{{- end }}\n", "{{- if .y }}\na: 1\n{{- end }}\n", "{{- if .z }}\na: 1\n{{- end }}\n", "{{- if .y }}\na: 1\n{{- end }}\n"},
	} {
		r.merge(m.path, m.base, m.ours, m.theirs, m.committed)
	}
	want := `6 merge commits (0 others skipped), 6 files

all                right  by bytes   asked  wrong in silence  refused  not tried
krm-merge              3         2       2                 1        0          0
git merge-file         2         1       4                 0        0          0
kyaml                  3         3       0                 1        0          2
kyaml as in kpt        3         3       0                 2        0          1

derivable          right  by bytes   asked  wrong in silence  refused  not tried
krm-merge              3         2       0                 0        0          0
git merge-file         2         1       1                 0        0          0
kyaml                  2         2       0                 0        0          1
kyaml as in kpt        2         2       0                 1        0          0

chosen             right  by bytes   asked  wrong in silence  refused  not tried
krm-merge              0         0       2                 0        0          0
git merge-file         0         0       2                 0        0          0
kyaml                  1         1       0                 0        0          1
kyaml as in kpt        1         1       0                 0        0          1

made               right  by bytes   asked  wrong in silence  refused  not tried
krm-merge              0         0       0                 1        0          0
git merge-file         0         0       1                 0        0          0
kyaml                  0         0       0                 1        0          0
kyaml as in kpt        0         0       0                 1        0          0

where git is right: krm-merge right 2 (by bytes 1), asked 0, wrong 0
`
	details := r.replays(want)
	for _, line := range []string{"true.yaml: spec.replicas: both-changed", "evil.yml", "template.yaml: "} {
		if !strings.Contains(details, line) {
			t.Errorf("%q is not in\n%s", line, details)
		}
	}
	if strings.Contains(details, "clean.yaml") {
		t.Errorf("what is equal is named:\n%s", details)
	}
}

func TestReplayWithoutRepository(t *testing.T) {
	if _, err := replay(repository(t.TempDir()), options{revision: "HEAD"}, nil); err == nil {
		t.Error("no error")
	}
}

// history is a repository whose merges are replayed.
type history struct{ gittest.Repository }

func (h history) commit(path, text string) {
	h.T.Helper()
	golden.Write(h.T, h.Dir, map[string]string{path: text})
	h.Commit()
}

// merge commits a merge of two sides of a file with that result.
func (h history) merge(path, base, ours, theirs, committed string) {
	h.T.Helper()
	h.commit(path, base)
	h.Git("checkout", "-q", "-b", "side")
	h.commit(path, theirs)
	h.Git("checkout", "-q", "main")
	h.commit(path, ours)
	h.Git("merge", "-q", "-s", "ours", "--no-commit", "side")
	h.commit(path, committed)
	h.Git("branch", "-q", "-D", "side")
}

// replays replays the history, compares the table with the one that is wanted, and
// gives the details.
func (h history) replays(want string) string {
	h.T.Helper()
	var details, table bytes.Buffer
	tally, err := replay(repository(h.Dir), options{revision: "HEAD", verbose: true}, &details)
	if err != nil {
		h.T.Fatal(err)
	}
	tally.print(&table)
	if diff := cmp.Diff(want, table.String()); diff != "" {
		h.T.Errorf("-want +got:\n%s\n%s", diff, details.String())
	}
	return details.String()
}

// TestEdits: two edits in a row are merged as if they had been made side by side, versions in the
// profile Newest.
func TestEdits(t *testing.T) {
	h := history{gittest.New(t)}
	h.commit("other.yaml", "a: 1\n") // A commit without a parent changes nothing.
	for _, text := range []string{"a: x:1.0.1\nb: 1\n", "a: x:1.0.1\nb: 2\n", "a: x:1.0.2\nb: 2\n", "a: x:1.0.3\nb: 2\n"} {
		h.commit("a.yaml", text)
	}
	for newest, want := range map[bool]counts{false: {equalBytes: 1, conflicting: 1}, true: {equalBytes: 2}} {
		tally, err := replay(repository(h.Dir), options{revision: "HEAD", days: 1, newest: newest}, nil)
		if err != nil || tally.all[0] != want {
			t.Errorf("newest %v: %v %v", newest, tally.all[0], err)
		}
	}
}
