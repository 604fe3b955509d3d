package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/merge/files"
)

// dirOf is a directory with files.
func dirOf(t *testing.T, contents map[string]string) (string, *os.Root) {
	t.Helper()
	dir := t.TempDir()
	golden.Write(t, dir, contents)
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return dir, root
}

func openJournal(t testing.TB, dir string) *Journal {
	t.Helper()
	j, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(j.Close)
	return j
}

// before and changes are a directory and a write of each kind: a file that is changed,
// added, deleted and left alone, a file where a directory was and the other way round, a
// link, a directory that goes.
func before() map[string]string {
	return map[string]string{
		"Kptfile": "lock: 1\n", "a.yaml": "a: 1\n", "same.yaml": "s: 1\n", "gone/x.yaml": "x: 1\n",
		"was-file": "f\n", "was-dir/y.yaml": "y: 1\n", "link -> a.yaml": "", "lost.yaml": "l: 1\n",
	}
}

func changes() []files.Merged {
	var all []files.Merged
	add := func(path, text string, mode fs.FileMode, status files.Status) {
		all = append(all, files.Merged{File: files.File{Path: path, Data: []byte(text), Mode: mode}, Status: status})
	}
	add("Kptfile", "lock: 2\n", 0o640, files.Changed)
	add("a.yaml", "a: 2\n", 0o640, files.Changed)
	add("same.yaml", "s: 1\n", 0o640, files.Unchanged)
	add("gone/x.yaml", "", 0, files.Deleted)
	add("new/deep/z.yaml", "z: 2\n", 0o644, files.Added)
	add("was-file", "", 0, files.Deleted)
	add("was-file/w.yaml", "w: 2\n", 0o644, files.Added)
	add("was-dir/y.yaml", "", 0, files.Deleted)
	add("was-dir", "d: 2\n", 0o644, files.Added)
	add("link", "same.yaml", fs.ModeSymlink, files.Changed)
	add("lost.yaml", "", 0, files.Deleted)
	return all
}

func after() map[string]string {
	return map[string]string{
		"Kptfile": "lock: 2\n", "a.yaml": "a: 2\n", "same.yaml": "s: 1\n", "new/deep/z.yaml": "z: 2\n",
		"was-file/w.yaml": "w: 2\n", "was-dir": "d: 2\n", "link -> same.yaml": "",
	}
}

// TestUndo: a write that is done can be taken back, once, with all that was added.
func TestUndo(t *testing.T) {
	dir, root := dirOf(t, before())
	if err := os.Chmod(filepath.Join(dir, "lost.yaml"), 0o640); err != nil {
		t.Fatal(err)
	}
	j := openJournal(t, filepath.Join(t.TempDir(), "of", "package"))
	if note, _, err := j.Last(); note != nil || err != nil {
		t.Fatalf("there is a last write: %v, %v", note, err)
	}
	w := &Writer{Root: root, Results: changes(), Last: "Kptfile", Journal: j, Note: map[string]string{"to": "2"}}
	if err := w.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(after(), golden.Read(t, dir)); diff != "" {
		t.Fatalf("written (-want +got):\n%s", diff)
	}
	if note, killed, err := j.Last(); killed || err != nil || note["to"] != "2" {
		t.Fatalf("the last write: %v, %v, %v", note, killed, err)
	}
	if recovered, err := j.Recover(root); recovered || err != nil {
		t.Fatalf("a write that is done was killed: %v, %v", recovered, err)
	}
	golden.Write(t, dir, map[string]string{"a.yaml": "a: 3\n"})
	edited, err := j.Undo(root)
	if err != nil || len(edited) != 1 || edited[0] != "a.yaml" {
		t.Errorf("edited are %v, %v", edited, err)
	}
	if diff := cmp.Diff(before(), golden.Read(t, dir)); diff != "" {
		t.Errorf("taken back (-want +got):\n%s", diff)
	}
	if info, err := os.Stat(filepath.Join(dir, "lost.yaml")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "new")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what the write made is there: %v", err)
	}
	if note, _, _ := j.Last(); note != nil {
		t.Error("it can be taken back again")
	}
}

// TestRecover: whatever a write that was killed had done, all is as before; an edit since
// is not lost unless that is wanted.
func TestRecover(t *testing.T) {
	all := changes()
	for done := range len(all) + 1 {
		dir, root := dirOf(t, before())
		j := openJournal(t, t.TempDir())
		w := &Writer{Root: root, Results: all, Journal: j}
		if err := w.reachAll(); err != nil {
			t.Fatal(err)
		}
		if err := j.begin(w); err != nil {
			t.Fatal(err)
		}
		// What goes makes room for what comes, as replaceAll has it.
		if done > 0 {
			part := &Writer{Root: root}
			for _, f := range all {
				if len(part.Results) < done || f.Status == files.Deleted {
					part.Results = append(part.Results, f)
				}
			}
			if err := part.Write(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		left := filepath.Join(dir, stagePrefix+"999999999-abc")
		if err := os.Mkdir(left, 0o700); err != nil {
			t.Fatal(err)
		}
		if done == len(all) {
			golden.Write(t, dir, map[string]string{"a.yaml": "a: 3\n"})
			if recovered, err := j.Recover(root); recovered || err == nil || !strings.Contains(err.Error(), "a.yaml was changed since") {
				t.Errorf("with an edit since: %v, %v", recovered, err)
			}
			if _, killed, err := j.Last(); !killed || err != nil {
				t.Errorf("the last write was killed: %t, %v", killed, err)
			}
			if lost, err := j.Undo(root); !slices.Equal(lost, []string{"a.yaml"}) || err != nil {
				t.Errorf("what is taken back with an edit since is named %q, %v", lost, err)
			}
		} else if recovered, err := j.Recover(root); !recovered || err != nil {
			t.Errorf("after %d files: %v, %v", done, recovered, err)
		}
		if diff := cmp.Diff(before(), golden.Read(t, dir)); diff != "" {
			t.Errorf("after %d files (-want +got):\n%s", done, diff)
		}
		if again, err := j.Recover(root); again || err != nil {
			t.Errorf("again: %v, %v", again, err)
		}
	}
}

// TestBusy: a journal is open once.
func TestBusy(t *testing.T) {
	dir := t.TempDir()
	j := openJournal(t, dir)
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "at work on it") {
		t.Errorf("open twice: %v", err)
	}
	j.Close()
	openJournal(t, dir)
}

// TestDamaged: a journal that cannot be read changes nothing.
func TestDamaged(t *testing.T) {
	for name, damage := range map[string]func(text string) string{
		"other content": func(text string) string { return strings.Replace(text, "bG9jazogMQo=", "bG9jazogMwo=", 1) },
		"a part of it":  func(text string) string { return text[:len(text)-2] },
		"newer":         func(string) string { return `{"version": 3}` },
	} {
		dir, root := dirOf(t, before())
		j := openJournal(t, t.TempDir())
		if err := (&Writer{Root: root, Results: changes(), Journal: j}).Write(t.Context()); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(j.dir, fileDone)
		text, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(file, []byte(damage(string(text))), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := j.Undo(root); err == nil {
			t.Errorf("%s: no error", name)
		}
		if diff := cmp.Diff(after(), golden.Read(t, dir)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestInterrupted ends a write at each step of its preparation: no file is changed
// then, and nothing is left of what was prepared.
func TestInterrupted(t *testing.T) {
	const count = 20
	merged, steps := false, int64(0)
	for ; !merged; steps++ {
		dir, root := dirOf(t, map[string]string{"0.yaml": "a: 1\n"})
		var results []files.Merged
		for i := range count {
			// The second half is in a directory that has to be made.
			results = append(results, files.Merged{Status: files.Changed, File: files.File{
				Path: fmt.Sprintf("%s%d.yaml", strings.Repeat("new/", 2*i/count), i), Data: []byte("a: 2\n"), Mode: 0o600,
			}})
		}
		ctx := &endsAfter{Context: t.Context()}
		ctx.left.Store(steps)
		err := (&Writer{Root: root, Results: results}).Write(ctx)
		merged = err == nil
		want, most := "a: 1\n", 1
		if merged {
			want, most = "a: 2\n", count
		} else if !strings.Contains(err.Error(), "interrupted; no file was changed") {
			t.Fatal(err)
		}
		held := golden.Read(t, dir)
		if _, made := os.Stat(filepath.Join(dir, "new")); held["0.yaml"] != want || len(held) != most || (made == nil) != merged {
			t.Fatalf("interrupted after %d steps (%v): the directory has %q", steps, err, held)
		}
	}
	if steps <= count {
		t.Errorf("it could be interrupted in %d places only, want one for each of %d files", steps-1, count)
	}
}

// endsAfter is done after it was asked so many times.
type endsAfter struct {
	context.Context
	left atomic.Int64
}

func (e *endsAfter) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}
