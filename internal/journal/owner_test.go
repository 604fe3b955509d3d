//go:build unix

package journal

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	golden.Write(t, dir, map[string]string{"a.yaml": "a: 1\n"})
	if err := os.Chmod(theirs, 0o640); err != nil {
		t.Fatal(err)
	}
	const uid, gid = 65534, 65533
	if err := os.Chown(theirs, uid, gid); err != nil {
		t.Skip("root may not give files away here: ", err)
	}
	if err := writeA(t, dir, files.Changed, 0o640); err != nil {
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
	if err := writeA(t, dir, files.Changed, 0o600); err != nil {
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
		was, is string // "" is no file.
		refused bool
	}{
		{"a: 1\n", "a: 1\n", false},
		{"a: 1\n", "a: 3\n", true},
		{"", "a: 3\n", true},
		{"", "", false},
		{"a: 1\n", "", true},
	} {
		dir, want := t.TempDir(), map[string]string{"a.yaml": "a: 2\n"}
		if test.is != "" {
			golden.Write(t, dir, map[string]string{"a.yaml": test.is})
		}
		var was []files.File
		if test.was != "" {
			was = []files.File{{Data: []byte(test.was)}}
		}
		if test.refused {
			want = golden.Read(t, dir)
		}
		err := writeA(t, dir, files.Changed, 0o600, was)
		if diff := cmp.Diff(want, golden.Read(t, dir)); (err != nil) != test.refused || diff != "" {
			t.Errorf("%+v: %v, (-want +got):\n%s", test, err, diff)
		}
	}
}

// TestAddedReadOnly: a file that is added is one that may be written; all files of a package
// written elsewhere keep their modes.
func TestAddedReadOnly(t *testing.T) {
	for status, want := range map[files.Status]fs.FileMode{files.Added: 0o644, files.Changed: 0o444} {
		dir := t.TempDir()
		if err := writeA(t, dir, status, 0o444); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(filepath.Join(dir, "a.yaml")); err != nil || info.Mode().Perm() != want {
			t.Errorf("%v: %v, %v", status, info.Mode(), err)
		}
	}
}

// writeA writes the file a.yaml of a directory, which the versions had.
func writeA(t *testing.T, dir string, status files.Status, mode fs.FileMode, versions ...[]files.File) error {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	f := files.Merged{Status: status, Versions: versions, File: files.File{Path: "a.yaml", Data: []byte("a: 2\n"), Mode: mode}}
	return (&Writer{Root: root, Results: []files.Merged{f}}).Write(t.Context())
}
