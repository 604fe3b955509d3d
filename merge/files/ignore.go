package files

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"

	gitignore "github.com/monochromegane/go-gitignore"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// IgnoreFile is kpt's list of what is not part of a package, in gitignore's syntax as kpt
// reads it.
const IgnoreFile = ".krmignore"

// ignores are the patterns of all ignore files, by the directory that they lie in: they
// hold for what is below it.
type ignores map[string][]gitignore.IgnoreMatcher

// add adds the patterns of an ignore file, but for those that upstream's has: these were not
// written here, and do not say what is merged here.
func (g ignores) add(at string, text, upstreams []byte) {
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

// ignoreFiles are what the ignore files of a tree hold, by their paths.
func (t *Tree) ignoreFiles() map[string][]byte {
	all := map[string][]byte{}
	if t == nil || t.Single {
		return all
	}
	for i := range t.Files {
		if f := &t.Files[i]; path.Base(f.Path) == IgnoreFile && !f.isLink() {
			all[f.Path] = f.Data
		}
	}
	return all
}

// ignored are the ignore files of dest, as far as original does not say the same; of layers
// those of all. What they name is left out of all versions: else it would look as if the others
// had deleted or added it.
func (all versions) ignored() ignores {
	g, upstreams := ignores{}, all.original().ignoreFiles()
	for i, v := range all {
		if all.ignoresBy(i) {
			for at, text := range v.ignoreFiles() {
				g.add(at, text, upstreams[at])
			}
		}
	}
	return g
}

// ignoresBy reports whether the ignore files of a version count: those of dest, and of layers.
func (all versions) ignoresBy(i int) bool {
	return all[i].side == merge.Dest || all[0].side == merge.Dest
}

// original is the tree of the version that dest was made from, nil if there is none.
func (all versions) original() *Tree {
	if original := all.of(merge.Original); original != nil {
		return original.Tree
	}
	return nil
}

// read reads a version; those before it were read.
func (all versions) read(i int, dir fs.FS) (*Tree, error) {
	if all.ignoresBy(i) {
		return ReadDest(dir, all.original())
	}
	return Read(dir)
}

// leftOut gives a note of what upstream has and the ignore files here leave out.
func (m *merging) leftOut() []resource.Note {
	ignored, updated := m.versions.ignored(), m.versions.of(merge.Updated)
	var first string
	count := 0
	for i := 0; len(ignored) > 0 && updated != nil && !updated.Single && i < len(updated.Files); i++ {
		if at := updated.Files[i].Path; ignored.hold(at) {
			if count++; first == "" || at < first {
				first = at
			}
		}
	}
	if count == 0 {
		return nil
	}
	said := "left out, as " + IgnoreFile + " names it"
	if count > 1 {
		said += fmt.Sprintf("; and so are %d more files of %s", count-1, updated.role)
	}
	return []resource.Note{fileNote(first, said)}
}
