package journal

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/krm-merge/krm-merge/merge/files"
)

// TestInterrupted ends a write at each step of its preparation: no file is changed
// then, and nothing is left of what was prepared.
func TestInterrupted(t *testing.T) {
	const count = 20
	merged, steps := false, int64(0)
	for ; !merged; steps++ {
		dir := t.TempDir()
		kept := filepath.Join(dir, "0.yaml")
		if err := os.WriteFile(kept, []byte("a: 1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		var results []files.Merged
		for i := range count {
			// The second half is in a directory that has to be made.
			results = append(results, files.Merged{Status: files.Changed, File: files.File{
				Path: fmt.Sprintf("%s%d.yaml", strings.Repeat("new/", 2*i/count), i), Data: []byte("a: 2\n"), Mode: 0o600,
			}})
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		ctx := &endsAfter{Context: t.Context()}
		ctx.left.Store(steps)
		err = (&Writer{Root: root, Results: results}).Write(ctx)
		root.Close()
		merged = err == nil
		entries, readErr := os.ReadDir(dir)
		if readErr != nil {
			t.Fatal(readErr)
		}
		text, readErr := os.ReadFile(kept)
		if readErr != nil {
			t.Fatal(readErr)
		}
		want, names := "a: 1\n", 1
		if merged {
			want, names = "a: 2\n", count/2+1
		} else if !strings.Contains(err.Error(), "interrupted; no file was changed") {
			t.Fatal(err)
		}
		if string(text) != want || len(entries) != names {
			t.Fatalf("interrupted after %d steps (%v): %d names in the directory, want %d; the file holds %q", steps, err, len(entries), names, text)
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
