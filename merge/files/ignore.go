package files

import (
	"bytes"
	"path"

	gitignore "github.com/monochromegane/go-gitignore"
)

// ignoreFile is kpt's list of what is not part of a package, in gitignore's syntax as kpt
// reads it.
const ignoreFile = ".krmignore"

// ignores are the patterns of all ignore files, by the directory that they lie in: they
// hold for what is below it.
type ignores map[string][]gitignore.IgnoreMatcher

// add adds the patterns of an ignore file.
func (g ignores) add(at string, text []byte) {
	var lines []byte
	for line := range bytes.Lines(text) {
		// The library panics at a ! alone.
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 && string(trimmed) != "!" {
			lines = append(append(lines, trimmed...), '\n')
		}
	}
	dir := path.Dir(at)
	g[dir] = append(g[dir], gitignore.NewGitIgnoreFromReader(dir, bytes.NewReader(lines)))
}

// names reports whether a pattern names a file or directory.
func (g ignores) names(at string, isDir bool) bool {
	for dir := path.Dir(at); len(g) > 0; dir = path.Dir(dir) {
		for _, patterns := range g[dir] {
			if patterns.Match(at, isDir) {
				return true
			}
		}
		if dir == "." {
			break
		}
	}
	return false
}

// hold reports whether a pattern names a file, or a directory that it lies in.
func (g ignores) hold(at string) bool {
	if len(g) == 0 {
		return false
	}
	for dir := path.Dir(at); dir != "."; dir = path.Dir(dir) {
		if g.names(dir, true) {
			return true
		}
	}
	return g.names(at, false)
}

// ignored are the ignore files of all versions. What one of them names is left out of
// all: else it would look as if the others had deleted or added it.
func (all versions) ignored() ignores {
	g := ignores{}
	for _, v := range all {
		for i := range v.Files {
			if f := &v.Files[i]; !v.Single && path.Base(f.Path) == ignoreFile && !f.isLink() {
				g.add(f.Path, f.Data)
			}
		}
	}
	return g
}
