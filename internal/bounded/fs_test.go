package bounded

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"
)

// TestFS: what is read of a file counts, and what is too much is an error.
func TestFS(t *testing.T) {
	var in Input
	files := in.FS(fstest.MapFS{"d/a": {Data: make([]byte, 100)}})
	if data, err := fs.ReadFile(files, "d/a"); err != nil || len(data) != 100 {
		t.Fatalf("read %d bytes, %v", len(data), err)
	}
	if entries, err := fs.ReadDir(files, "d"); err != nil || len(entries) != 1 {
		t.Errorf("the directory has %d entries, %v", len(entries), err)
	}
	if n := in.read.Load(); n != 100 {
		t.Errorf("%d bytes were counted", n)
	}
	in.read.Store(Most - 50)
	if _, err := fs.ReadFile(files, "d/a"); !errors.As(err, new(Error)) {
		t.Errorf("the error is %v", err)
	}
}
