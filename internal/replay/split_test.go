package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/need"
)

// TestSplit deals the changes of a small tree.
func TestSplit(t *testing.T) {
	need.Program(t, "git")
	before, after, kept := t.TempDir(), t.TempDir(), t.TempDir()
	for _, f := range []struct{ path, before, after string }{
		// Two hunks, the second of two entries side by side.
		{"a/web.yaml", header + "  replicas: 1\n  a: 1\n  b: 1\n  c: 1\n", header + "  replicas: 2\n  a: 1\n  b: 1\n  c: 1\n  d: 1\n  e: 1\n"},
		// One hunk of three edits, which cannot be dealt but by entries.
		{"one.yml", "a: 1\nb: 1\nc: 1\n", "a: 2\nb: 2\nc: 2\n"},
		{"same.yaml", "a: 1\n", "a: 1\n"},
		{"gone.yaml", "a: 1\n", ""},
		{"twice.yaml", "a: 1\na: 2\nb: 1\nc: 1\nd: 1\n", "a: 1\na: 2\nb: 2\nc: 1\nd: 2\n"},
		{"other.txt", "a: 1\nb: 1\nc: 1\n", "a: 2\nb: 1\nc: 2\n"},
	} {
		write(t, before, f.path, f.before)
		if f.after != "" {
			write(t, after, f.path, f.after)
		}
	}
	var details, table bytes.Buffer
	o := options{split: true, seed: 1, verbose: true, keep: kept}
	tally, err := run([]string{before, after}, o, &details)
	if err != nil {
		t.Fatal(err)
	}
	tally.print(&table)
	want := `2 files split, 5 merges

                  krm-merge   git merge-file      kyaml
equal by bytes            4                3          4
equal by value            1                0          1
conflict                  0                2          0
differs                   0                0          0
error                     0                0          0
not tried                 0                0          0
equal                100.0%            60.0%     100.0%

where git is right (3): krm-merge equal 3 (by bytes 3), differs 0, false conflicts 0 (0.0%), errors 0, not tried 0
where git has conflicts (2): krm-merge equal 2 (100.0%), differs 0, conflict 0, errors 0, not tried 0

what was committed is      files   equal          conflict  differs   (in order)  error
derivable                      5       5  100.0%         0        0            0      0
chosen                         0       0       -         0        0            0      0
made                           0       0       -         0        0            0      0

where git has conflicts    files   equal          conflict  differs   (in order)  error
derivable                      2       2  100.0%         0        0            0      0
chosen                         0       0       -         0        0            0      0
made                           0       0       -         0        0            0      0
`
	if diff := cmp.Diff(want, table.String()); diff != "" {
		t.Errorf("-want +got:\n%s\n%s", diff, details.String())
	}
	theirs, err := os.ReadFile(filepath.Join(kept, "equal-by-value+git-conflict", "entries_a_web.yaml", "theirs.yaml"))
	if err != nil || !strings.Contains(string(theirs), "kind: Deployment") {
		t.Errorf("what is not equal by bytes is not kept: %v, %q", err, theirs)
	}
	again, err := run([]string{before, after}, o, &details)
	if err != nil || *again != *tally {
		t.Errorf("a second run counts %+v, error %v", again, err)
	}
	// Two files are a pair too.
	one, err := run([]string{filepath.Join(before, "one.yml"), filepath.Join(after, "one.yml")}, options{split: true}, &details)
	if err != nil || one.merges != 1 || one.careful.equal() != one.files {
		t.Errorf("two files count %+v, error %v", one, err)
	}
}

func write(t *testing.T, dir, path, text string) {
	t.Helper()
	name := filepath.Join(dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		name      string
		gone, new string
		want      []string
	}{
		{"additions side by side", "", "a: 1\nb:\n  c: 1\nd: 1\n", []string{"a: 1\n", "b:\n  c: 1\n", "d: 1\n"}},
		{"a remark goes with what is below it", "", "a: 1\n# b\nb: 1\n", []string{"a: 1\n", "# b\nb: 1\n"}},
		{"elements", "", "- a: 1\n  b: 1\n- a: 2\n", []string{"- a: 1\n  b: 1\n", "- a: 2\n"}},
		{"the end of one and the start of the next", "", "  b: 1\nc: 1\n", []string{"  b: 1\nc: 1\n"}},
		{"edits line by line", "a: 1\nb: 1\n", "a: 2\nb: 2\n", []string{"a: 2\n", "b: 2\n"}},
		{"edits of another length", "a: 1\nb: 1\n", "a: 2\n", []string{"a: 2\n"}},
		{"other keys", "a: 1\nb: 1\n", "c: 1\nd: 1\n", []string{"c: 1\nd: 1\n"}},
	} {
		old := lines([]byte(c.gone))
		var got []string
		for _, part := range cut(old, []hunk{{0, len(old), lines([]byte(c.new))}}) {
			got = append(got, strings.Join(part.with, ""))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestSplitUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"one"}, {"one", "two", "three"}} {
		if _, err := run(args, options{split: true}, nil); err == nil {
			t.Errorf("no error for %d arguments", len(args))
		}
	}
	if _, err := run([]string{"absent", "absent"}, options{split: true}, nil); err == nil {
		t.Error("no error for what is not there")
	}
}
