package cli

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/merge/files"
)

// stdinName is how an argument names stdin.
const stdinName = "-"

// argument names a version on the command line.
type argument struct {
	// role is what the version is in the merge: original, source, layer 2.
	role string
	// usage is the help of the flag that names it.
	usage string
	// name is the file or directory, - for stdin.
	name string
}

// String is how messages call it.
func (a argument) String() string {
	if strings.HasPrefix(a.role, "layer ") {
		return a.role
	}
	return "--" + a.role
}

// readInputs reads the versions. The first layer, else the last version, is dest.
func (m *merging) readInputs() (trees []*files.Tree, err error) {
	trees = make([]*files.Tree, len(m.arguments))
	dest := m.dest()
	for i, a := range m.arguments {
		readDir := files.Read
		if i == dest || strings.HasPrefix(a.role, "layer ") {
			var original *files.Tree
			if m.arguments[0].role == "original" {
				original = trees[0]
			}
			readDir = func(dir fs.FS) (*files.Tree, error) { return files.ReadDest(dir, original) }
		}
		if trees[i], err = a.read(m.settings.command.InOrStdin(), &m.read, readDir); err != nil {
			return nil, err
		}
	}
	for i, a := range m.arguments {
		if i != dest && !trees[dest].Single && a.name != stdinName && inside(a.name, m.arguments[dest].name) {
			return nil, fmt.Errorf("%s %s lies inside %s %s, whose files would be merged with themselves; move it out", a, a.name, m.arguments[dest], m.arguments[dest].name)
		}
	}
	return trees, nil
}

// read reads the version.
func (a argument) read(stdin io.Reader, read *bounded.Input, readDir func(fs.FS) (*files.Tree, error)) (*files.Tree, error) {
	f := files.File{Path: "stdin.yaml", Name: "stdin", Mode: 0o644}
	if a.name != stdinName {
		info, err := os.Stat(a.name)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s %s: %w; name a file, a directory or - for stdin", a, a.name, journal.Cause(err))
		case info.IsDir():
			return a.readDir(read, readDir)
		}
		f = files.File{Path: filepath.Base(a.name), Name: a.name, Mode: info.Mode().Perm()}
	}
	var err error
	if f.Data, err = readFile(read, a.name, stdin); err != nil {
		return nil, fmt.Errorf("%s %s: cannot be read: %w", a, a.name, journal.Cause(err))
	}
	if a.name == stdinName && len(bytes.TrimSpace(f.Data)) == 0 {
		return nil, fmt.Errorf("%s -: nothing on stdin; most likely the program that writes to it failed (where a version is empty on purpose, name an empty file)", a)
	}
	return &files.Tree{Name: a.String() + " " + a.name, Single: true, Files: []files.File{f}, Empty: a.name == os.DevNull}, nil
}

// readDir reads the files of a directory, and none that a link in it leads to.
func (a argument) readDir(read *bounded.Input, readDir func(fs.FS) (*files.Tree, error)) (*files.Tree, error) {
	root, err := os.OpenRoot(a.name)
	if err != nil {
		return nil, fmt.Errorf("%s %s: cannot be read: %w", a, a.name, journal.Cause(err))
	}
	defer root.Close()
	t, err := upgrade.ReadTree(read.FS(root.FS()), a.name, readDir)
	if err == nil {
		t.Name = a.String() + " " + a.name
	}
	return t, err
}

// readFile reads a file, or stdin where that is meant.
func readFile(read *bounded.Input, name string, stdin io.Reader) ([]byte, error) {
	if name != stdinName {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		stdin = f
	}
	return io.ReadAll(read.Reader(stdin))
}

// inside reports whether a path lies in a directory and is not the directory itself.
func inside(name, dir string) bool {
	rel, err := filepath.Rel(git.RealPath(dir), git.RealPath(name))
	return err == nil && rel != "." && filepath.IsLocal(rel)
}
