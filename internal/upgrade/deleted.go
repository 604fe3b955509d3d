package upgrade

import (
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge/files"
)

// leaveDeleted takes out of upstream's new version what lies in directories and files of which the
// package has nothing any more: what is new in them would come back alone, as a fragment. A file
// stays in it that may have moved here. It gives what was deleted, with the number of files that
// upstream changed in it, and which of these are directories.
func leaveDeleted(original, updated, dest *files.Tree, here fs.FS) (left map[string]int, isDir map[string]bool) {
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
	updated.Files = slices.DeleteFunc(updated.Files, func(f files.File) bool {
		top := had.goneIn(has, f.Path)
		if top == "" || !has.misses(had, &f) || !has.misses(had, had.files[f.Path]) {
			return false
		}
		if old := had.files[f.Path]; old == nil || string(old.Data) != string(f.Data) {
			left[top]++
		}
		return true
	})
	return left, had.dirs
}

// content is what a version of a package has.
type content struct {
	// files are by their paths, dirs are the directories with files.
	files map[string]*files.File
	dirs  map[string]bool
	// resources are the kinds of the resources, by kinds and names.
	resources map[[2]string]bool
}

func contents(t *files.Tree) *content {
	c := &content{map[string]*files.File{}, map[string]bool{}, map[[2]string]bool{}}
	for i := range t.Files {
		f := &t.Files[i]
		c.add(f.Path, f)
		all, _ := resourcesIn(f)
		for _, r := range all {
			c.resources[r] = true
		}
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

// misses reports whether nothing here, in what is not as in the original, may be what a file holds
// elsewhere: no resource of the same name, none of another name that the original lacks, and no
// other file that is called alike.
func (c *content) misses(original *content, f *files.File) bool {
	if f == nil {
		return true
	}
	all, readable := resourcesIn(f)
	if !readable {
		return false
	}
	for _, r := range all {
		if c.resources[r] {
			return false
		}
		for other := range c.resources {
			if other[0] == r[0] && !original.resources[other] {
				return false
			}
		}
	}
	return len(all) > 0 || !slices.ContainsFunc(slices.Collect(maps.Keys(c.files)), func(name string) bool {
		return path.Base(name) == path.Base(f.Path) && original.files[name] == nil
	})
}

// resourcesIn are the kinds and names of the resources of a file; readable is false where nobody
// knows them.
func resourcesIn(f *files.File) (all [][2]string, readable bool) {
	if !f.Mode.IsRegular() || !files.HoldsResources(f.Path) {
		return nil, true
	}
	docs, err := source.Parse(f.Data)
	if err != nil {
		return nil, false
	}
	for _, doc := range docs {
		root := node.Root(doc)
		if kind := node.TextAt(root, "kind"); kind != "" {
			all = append(all, [2]string{kind, node.TextAt(node.FieldAt(root, "metadata"), "name")})
		}
	}
	return all, true
}

// deletedNotes tell what of upstream's was left out.
func (m *merging) deletedNotes(left map[string]int, isDir map[string]bool) {
	for _, name := range slices.Sorted(maps.Keys(left)) {
		advice := ""
		if isDir[name] {
			repo := upstream.Location{Repo: m.result.Upstream.Repo}.String()
			advice = "; krm-merge get " + printable.Word(repo+".git"+path.Join("/", m.result.Upstream.Directory, name)+"@"+m.result.To.Ref) + " " + printable.Word(filepath.Join(m.name, filepath.FromSlash(name))) + " takes it as a package of its own"
		}
		m.note("%s was deleted here and stays so, with what upstream changed in it (%d)%s", name, left[name], advice)
	}
}
