// Package ignore reads which files are not part of a package. In go the texts of ignore
// files, out come patterns, and whether they name a file. It must not know what is done with
// the others.
package ignore

import (
	"bytes"
	"io/fs"
	"path"
	"slices"

	gitignore "github.com/monochromegane/go-gitignore"
)

// File is kpt's list of what is not part of a package, in gitignore's syntax as kpt reads it.
const File = ".krmignore"

// Patterns are those of all ignore files, by the directory that they lie in: they hold for
// what is below it.
type Patterns map[string][]gitignore.IgnoreMatcher

// Add adds the patterns of an ignore file, but for those that upstream's has: these were not
// written here, and do not say what is merged here.
func (p Patterns) Add(at string, text, upstreams []byte) {
	shipped := map[string]bool{}
	for line := range bytes.Lines(upstreams) {
		shipped[string(bytes.TrimSpace(line))] = true
	}
	var lines []byte
	for line := range bytes.Lines(text) {
		// The library panics at a ! alone.
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 && string(trimmed) != "!" && !shipped[string(trimmed)] {
			lines = append(append(lines, trimmed...), '\n')
		}
	}
	if len(lines) == 0 {
		return
	}
	dir := path.Dir(at)
	p[dir] = append(p[dir], gitignore.NewGitIgnoreFromReader(dir, bytes.NewReader(lines)))
}

// Names reports whether a pattern names a file or directory.
func (p Patterns) Names(at string, isDir bool) bool {
	for dir := at; len(p) > 0 && dir != "."; {
		dir = path.Dir(dir)
		if slices.ContainsFunc(p[dir], func(m gitignore.IgnoreMatcher) bool { return m.Match(at, isDir) }) {
			return true
		}
	}
	return false
}

// Hold reports whether a pattern names a file, or a directory that it lies in.
func (p Patterns) Hold(at string) bool {
	for isDir := false; len(p) > 0 && at != "."; at, isDir = path.Dir(at), true {
		if p.Names(at, isDir) {
			return true
		}
	}
	return false
}

// Read adds the patterns of the ignore file that lies in a directory, if it has one that can
// be read.
func (p Patterns) Read(root fs.FS, dir string) {
	if text, err := fs.ReadFile(root, path.Join(dir, File)); err == nil && p[dir] == nil {
		p.Add(path.Join(dir, File), text, nil)
	}
}

// ReadAround reads those of all directories that a file or directory lies in.
func (p Patterns) ReadAround(root fs.FS, at string) {
	for at != "." {
		at = path.Dir(at)
		p.Read(root, at)
	}
}
