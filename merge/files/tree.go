package files

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/krm-merge/krm-merge/internal/ignore"
	"github.com/krm-merge/krm-merge/internal/parallel"
)

// Tree is one version of a tree of files. It is never modified.
type Tree struct {
	// Name is how messages call the version, "" for what it is in the merge:
	// original, updated, dest, source, layer 2.
	Name string
	// Files are its files, in any order, of different paths.
	Files []File
	// Single: the tree is one file, and not a directory. It holds resources whatever
	// its name. Where dest is single, all versions are, and it stays even if no resource is
	// left.
	Single bool
	// Skipped are the paths of what is left out because it is neither a regular file
	// nor a symbolic link that can be read: devices. The result has a note of each, but
	// of original's.
	Skipped []string
	// Empty: that it holds no resources is on purpose.
	Empty bool
}

// File is a file of a tree.
type File struct {
	// Path is the slash-separated path relative to the root of the tree: what
	// identity and placing go by.
	Path string
	// Name is the file as the user knows it, for messages; "" for the path.
	Name string
	// Mode has the type, that of a regular file or fs.ModeSymlink, and the permissions.
	// Files of dest keep theirs, others bring them along; only whether a file is
	// executable is merged.
	Mode fs.FileMode
	// Data is what it holds, of a symbolic link the path that it leads to. It is not
	// modified.
	Data []byte
}

// temporary begins the names of directories in which a writer makes files.
const temporary = ".krm-merge-"

// Read reads the regular files of a directory and those below it, and its symbolic links
// if it is an fs.ReadLinkFS: where these lead to, never what is there. Left out is what is
// called .git. Files are read in parallel. An error is an *fs.PathError with the path below
// the directory, that of the first file in the order of the paths.
func Read(dir fs.FS) (*Tree, error) { return read(dir, nil) }

// ReadDest is Read without what a .krmignore names, as far as that of original, the version
// that dest was made from, does not name it, too: what upstream ships does not say what is
// merged here. original is nil where there is none.
func ReadDest(dir fs.FS, original *Tree) (*Tree, error) {
	upstreams, ignored := original.ignoreFiles(), ignore.Patterns{}
	return read(dir, func(at string, isDir bool) bool {
		if at != "." && ignored.Names(at, isDir) {
			return true
		}
		name := path.Join(at, ignore.File)
		if !isDir {
			return false
		}
		// Without one, or one that cannot be read, the walk goes on, and meets it.
		if info, missing := fs.Lstat(dir, name); missing == nil && info.Mode().IsRegular() {
			if text, missing := fs.ReadFile(dir, name); missing == nil {
				ignored.Add(name, text, upstreams[name])
			}
		}
		return false
	})
}

// read reads a directory without what ignores says, which is asked about a directory before
// what lies in it; nil is nothing.
func read(dir fs.FS, ignores func(at string, isDir bool) bool) (*Tree, error) {
	t := &Tree{}
	_, readsLinks := dir.(fs.ReadLinkFS)
	walked := fs.WalkDir(dir, ".", func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return pathError(at, err)
		}
		isDir := entry.IsDir()
		switch {
		case entry.Name() == ".git" || strings.HasPrefix(entry.Name(), temporary) || ignores != nil && ignores(at, isDir):
			if isDir {
				return fs.SkipDir
			}
			return nil
		case isDir:
			return nil
		case readsLinks && entry.Type() == fs.ModeSymlink:
			t.Files = append(t.Files, File{Path: at, Mode: fs.ModeSymlink})
			return nil
		case !entry.Type().IsRegular():
			t.Skipped = append(t.Skipped, at)
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return pathError(at, err)
		}
		t.Files = append(t.Files, File{Path: at, Mode: info.Mode().Perm()})
		return nil
	})
	err := parallel.Try(len(t.Files), func(i int) (err error) {
		f := &t.Files[i]
		if f.isLink() {
			var target string
			target, err = fs.ReadLink(dir, f.Path)
			f.Data = []byte(target)
		} else {
			f.Data, err = fs.ReadFile(dir, f.Path)
		}
		if err != nil {
			return pathError(f.Path, err)
		}
		return nil
	})
	// What could not be walked lies behind what was.
	return t, cmp.Or(err, walked)
}

func pathError(at string, err error) error {
	var known *fs.PathError
	if errors.As(err, &known) {
		err = known.Err
	}
	return &fs.PathError{Op: "read", Path: at, Err: err}
}

// name is the file as messages call it.
func (f *File) name() string { return cmp.Or(f.Name, f.Path) }

// isLink reports whether the file is a symbolic link.
func (f *File) isLink() bool { return f.Mode.Type() == fs.ModeSymlink }

// executable is what permissions let everybody execute who may read.
const executable fs.FileMode = 0o111

func (f *File) isExecutable() bool { return !f.isLink() && f.Mode&executable != 0 }

// Contents are the files of a tree that are no links by their paths, where the tree lies in a directory, "" for
// none.
func (t *Tree) Contents(dir string) map[string][]byte {
	all := map[string][]byte{}
	for i := range t.Files {
		if f := &t.Files[i]; !f.isLink() {
			all[path.Join(dir, f.Path)] = f.Data
		}
	}
	return all
}
