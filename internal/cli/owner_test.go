//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

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
	w := &writer{root: root, results: []files.Merged{{Status: files.Changed, File: files.File{Path: "a.yaml", Data: []byte("a: 2\n"), Mode: 0o640}}}}
	if err = w.write(t.Context()); err != nil {
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
