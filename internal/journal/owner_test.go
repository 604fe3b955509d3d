//go:build unix

package journal

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/merge/files"
)

// TestOwner: a file that is replaced keeps its owner, group and mode, whoever merges.
func TestOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can write files of others")
	}
	dir := t.TempDir()
	theirs := filepath.Join(dir, "a.yaml")
	if err := os.WriteFile(theirs, []byte("a: 1\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	const uid, gid = 65534, 65533
	if err := os.Chown(theirs, uid, gid); err != nil {
		t.Skip("root may not give files away here: ", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	w := &Writer{Root: root, Results: []files.Merged{{Status: files.Changed, File: files.File{Path: "a.yaml", Data: []byte("a: 2\n"), Mode: 0o640}}}}
	if err = w.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(theirs)
	if err != nil {
		t.Fatal(err)
	}
	stat := info.Sys().(*syscall.Stat_t)
	if stat.Uid != uid || stat.Gid != gid || info.Mode().Perm() != 0o640 {
		t.Errorf("it belongs to %d:%d with mode %o, want %d:%d with 640", stat.Uid, stat.Gid, info.Mode().Perm(), uid, gid)
	}
}

// TestLeftovers: what a killed run left goes with the next one; what a run that is alive
// made stays, and so do files of others.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	names := []string{".krm-merge-999999999-abc", fmt.Sprintf(".krm-merge-%d-abc", os.Getpid()), ".krm-merge-notes", "a.yaml"}
	for _, name := range names {
		golden.Write(t, dir, map[string]string{name: "a: 1\n"})
	}
	if err := writeBelow(t, dir, &Writer{Results: changed()}); err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != (i > 0) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestChangedMeanwhile: a file that somebody else changed, made or deleted since it was
// read is not overwritten.
func TestChangedMeanwhile(t *testing.T) {
	for _, test := range []struct {
		was     string
		had     bool
		is      string
		refused bool
	}{
		{"a: 1\n", true, "a: 1\n", false},
		{"a: 1\n", true, "a: 3\n", true},
		{"", false, "a: 3\n", true},
		{"", false, "", false},
		{"a: 1\n", true, "", true},
	} {
		dir := t.TempDir()
		at := filepath.Join(dir, "a.yaml")
		if test.is != "" {
			if err := os.WriteFile(at, []byte(test.is), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var was []files.File
		if test.had {
			was = []files.File{{Data: []byte(test.was)}}
		}
		err := writing(t, dir, was)
		is, _ := os.ReadFile(at)
		if want := map[bool]string{true: test.is, false: "a: 2\n"}[test.refused]; (err != nil) != test.refused || string(is) != want {
			t.Errorf("%+v: %v, and the file holds %q", test, err, is)
		}
		if entries, _ := os.ReadDir(dir); len(entries) > 1 {
			t.Errorf("%+v: left %v", test, entries)
		}
	}
}

// TestAddedReadOnly: a file that is added is one that may be written; all files of a package
// written elsewhere keep their modes.
func TestAddedReadOnly(t *testing.T) {
	for status, want := range map[files.Status]fs.FileMode{files.Added: 0o644, files.Changed: 0o444} {
		dir := t.TempDir()
		all := []files.Merged{{Status: status, File: files.File{Path: "a.yaml", Data: []byte("a: 2\n"), Mode: 0o444}}}
		if err := writeBelow(t, dir, &Writer{Results: all}); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(filepath.Join(dir, "a.yaml")); err != nil || info.Mode().Perm() != want {
			t.Errorf("%v: %v, %v", status, info.Mode(), err)
		}
	}
}

// changed is one file with new content.
func changed() []files.Merged {
	return []files.Merged{{Status: files.Changed, File: files.File{Path: "a.yaml", Data: []byte("a: 2\n"), Mode: 0o600}}}
}

func writing(t *testing.T, dir string, was []files.File) error {
	t.Helper()
	all := changed()
	all[0].Versions = [][]files.File{was}
	return writeBelow(t, dir, &Writer{Results: all})
}

func writeBelow(t *testing.T, dir string, w *Writer) error {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	w.Root = root
	return w.Write(t.Context())
}
