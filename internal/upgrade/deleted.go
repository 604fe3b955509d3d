package upgrade

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge/files"
)

// leaveDeleted takes out of upstream's new version what lies in directories and files of which the
// package has nothing any more: what is new in them would come back alone, as a fragment. A file
// stays in it that may have moved here. It gives what was deleted, with the number of files that
// upstream changed in it.
func leaveDeleted(original, updated, dest *files.Tree, here fs.FS) (left map[string]int) {
	had, has := contents(original), contents(dest)
	// What .krmignore names is here, too.
	_ = fs.WalkDir(here, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err == nil && entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case err == nil && !entry.IsDir():
			has.add(name, nil)
		}
		return nil
	})
	left = map[string]int{}
	mayMove := sync.OnceValue(func() *moves { return movesOf(had, has, contents(updated)) })
	updated.Files = slices.DeleteFunc(updated.Files, func(f files.File) bool {
		top := had.goneIn(has, f.Path)
		if top == "" || mayMove().have(&f) || mayMove().have(had.files[f.Path]) {
			return false
		}
		if old := had.files[f.Path]; old == nil || string(old.Data) != string(f.Data) {
			left[top]++
		}
		return true
	})
	return left
}

// content is what a version of a package has.
type content struct {
	// files are by their paths, dirs are the directories with files.
	files map[string]*files.File
	dirs  map[string]bool
}

func contents(t *files.Tree) *content {
	c := &content{map[string]*files.File{}, map[string]bool{}}
	for i := range t.Files {
		c.add(t.Files[i].Path, &t.Files[i])
	}
	return c
}

func (c *content) add(name string, f *files.File) {
	if c.files[name] == nil {
		c.files[name] = f
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		c.dirs[dir] = true
	}
}

// goneIn is the topmost directory of a path, or the path itself, that is here and not there; ""
// for none.
func (c *content) goneIn(there *content, name string) string {
	for i := range name {
		if dir := name[:i]; name[i] == '/' && c.dirs[dir] && !there.dirs[dir] {
			return dir
		}
	}
	if _, is := there.files[name]; is || c.files[name] == nil {
		return ""
	}
	return name
}

// moves is what of a package may have been elsewhere in the original.
type moves struct {
	// resources are those here, by kinds and names, which updated does not have in the same file;
	// kinds are those of resources, and names the last parts of the paths of files, that the
	// original lacks.
	resources    map[[2]string]bool
	kinds, names map[string]bool
}

// movesOf compares the resources of what was in the original, and is in updated, with those of
// what is here. The cost is that of parsing all.
func movesOf(had, has, updated *content) *moves {
	m := &moves{map[[2]string]bool{}, map[string]bool{}, map[string]bool{}}
	original, theirs := had.resources(), updated.resources()
	for r, in := range has.resources() {
		m.resources[r] = slices.ContainsFunc(in, func(name string) bool { return !slices.Contains(theirs[r], name) })
		if original[r] == nil {
			m.kinds[r[0]] = true
		}
	}
	for name := range has.files {
		if had.files[name] == nil {
			m.names[path.Base(name)] = true
		}
	}
	return m
}

// resources are the files of each resource, by its kind and name.
func (c *content) resources() map[[2]string][]string {
	found := map[[2]string][]string{}
	for name, f := range c.files {
		if f == nil {
			continue
		}
		for _, r := range resourcesIn(f) {
			found[r] = append(found[r], name)
		}
	}
	return found
}

// have reports whether what a file holds may be here elsewhere: a resource of the same name, or
// one of the same kind that the original lacks; of a file whose resources nobody knows, such as a
// template, a new one that is called alike.
func (m *moves) have(f *files.File) bool {
	if f == nil {
		return false
	}
	all := resourcesIn(f)
	return len(all) == 0 && m.names[path.Base(f.Path)] ||
		slices.ContainsFunc(all, func(r [2]string) bool { return m.resources[r] || m.kinds[r[0]] })
}

// resourcesIn are the kinds and names of the resources of a file, as far as it can be read.
func resourcesIn(f *files.File) (all [][2]string) {
	if !f.Mode.IsRegular() || !terms.HoldsResources(f.Path) {
		return nil
	}
	docs, err := source.Parse(f.Data)
	if err != nil {
		return nil
	}
	for _, doc := range docs {
		root := node.Root(doc)
		if kind := node.TextAt(root, "kind"); kind != "" {
			all = append(all, [2]string{kind, node.TextAt(node.FieldAt(root, "metadata"), "name")})
		}
	}
	return all
}

// deletedNotes tell what of upstream's was left out, and what brings it back.
func (m *merging) deletedNotes(left map[string]int) {
	for _, name := range slices.Sorted(maps.Keys(left)) {
		at := printable.Word(filepath.Join(m.name, filepath.FromSlash(name)))
		m.note("%s was deleted here and stays so, with what upstream changed in it (%d); krm-merge upgrade --restore %s brings it back", name, left[name], at)
	}
}

// without takes what is to be brought back out of the version that the package was made from, so
// that the same version adds it. Files with open questions are left alone.
func (m *merging) without(original *files.Tree) error {
	lies := func(f files.File) bool { return f.Path == m.Restore || strings.HasPrefix(f.Path, m.Restore+"/") }
	if i := slices.IndexFunc(m.dest.Files, lies); i >= 0 {
		return fmt.Errorf("%s: is here; only what was deleted whole is brought back", filepath.Join(m.name, filepath.FromSlash(m.dest.Files[i].Path)))
	}
	if !slices.ContainsFunc(original.Files, lies) {
		return fmt.Errorf("%s: is not in %s of %s; krm-merge diff %s shows what was deleted", filepath.Join(m.name, filepath.FromSlash(m.Restore)), m.result.From, m.result.Upstream.Repo, m.name)
	}
	original.Files = slices.DeleteFunc(original.Files, lies)
	m.dest.Files = slices.DeleteFunc(m.dest.Files, func(f files.File) bool { return marks.Refuse(f.Data) != nil })
	return nil
}
