package files

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
)

// directories are those that updated has under other names than original: what is known
// by its path only, such as values, templates and Kustomizations, is merged there.
//
// See TestFollowDirectories.
type directories struct {
	// to has the new names by the old ones.
	to map[string]string
	// was has the paths of dest's files by those that they are merged at.
	was map[string]string
}

// followDirectories gives the versions with original's and dest's files in the directories
// that updated has them in. Directories of which dest has something there already stay.
// The cost is linear in the size of the versions.
func followDirectories(all versions) (versions, *directories) {
	o, u, d := all.of(merge.Original), all.of(merge.Updated), all.dest()
	if o == nil || o.Single || d.Single {
		return all, nil
	}
	to := renamedDirectories(o.Files, u.Files)
	taken := directoriesOf(d.Files)
	maps.DeleteFunc(to, func(_, name string) bool { return taken[name] })
	if len(to) == 0 {
		return all, nil
	}
	f := &directories{to: to, was: map[string]string{}}
	moved := slices.Clone(all)
	for i, v := range all {
		if v == o || v == d {
			tree := *v.Tree
			tree.Files = slices.Clone(tree.Files)
			for j := range tree.Files {
				f.move(&tree.Files[j], v == d)
			}
			own := *v
			own.Tree = &tree
			moved[i] = &own
		}
	}
	return moved, f
}

// move gives a file the path that it is merged at.
func (f *directories) move(file *File, dest bool) {
	for dir := path.Dir(file.Path); dir != "."; dir = path.Dir(dir) {
		if to, renamed := f.to[dir]; renamed {
			file.Name = file.name()
			old := file.Path
			file.Path = to + strings.TrimPrefix(file.Path, dir)
			if dest {
				f.was[file.Path] = old
			}
			return
		}
	}
}

// carry has dest's files leave the directories that they were in, with a note for each.
func (f *directories) carry(r *Result) {
	if f == nil {
		return
	}
	var left []Merged
	for i := range r.Files {
		m := &r.Files[i]
		old, moved := f.was[m.Path]
		switch {
		case !moved:
		case m.Status == Deleted:
			m.Path = old
		default:
			gone := *m
			gone.Path, gone.Status, gone.Data, gone.Blocks = old, Deleted, nil, 0
			left = append(left, gone)
			m.Status, m.Versions = Added, slices.Clone(m.Versions)
			m.Versions[r.Dest] = nil
		}
	}
	r.Files = append(r.Files, left...)
	slices.SortFunc(r.Files, func(a, b Merged) int { return strings.Compare(a.Path, b.Path) })
	for _, dir := range slices.Sorted(maps.Keys(f.to)) {
		r.Notes = append(r.Notes, fileNote(f.to[dir], fmt.Sprintf("upstream renamed the directory %s to %s; what is in it moves along", dir, f.to[dir])))
	}
}

// directoriesOf are the directories that files lie in, and those above.
func directoriesOf(all []File) map[string]bool {
	dirs := map[string]bool{}
	for i := range all {
		for dir := path.Dir(all[i].Path); dir != "." && !dirs[dir]; dir = path.Dir(dir) {
			dirs[dir] = true
		}
	}
	return dirs
}

// mostDirectories is how many new directories are looked at in which a file may be.
const mostDirectories = 64

// renamedDirectories finds the directories of original that updated has under another
// name: at least half of what was there is alike there, and more than anywhere else.
func renamedDirectories(original, updated []File) map[string]string {
	had, has := directoriesOf(original), directoriesOf(updated)
	// New directories by what is in them, relative to them.
	holding := map[string][]*File{}
	for i := range updated {
		f := &updated[i]
		for dir := path.Dir(f.Path); dir != "." && !had[dir]; dir = path.Dir(dir) {
			rel := strings.TrimPrefix(f.Path, dir+"/")
			holding[rel] = append(holding[rel], f)
		}
	}
	count, votes := map[string]int{}, map[string]map[string]int{}
	for i := range original {
		f := &original[i]
		for dir := path.Dir(f.Path); dir != "." && !has[dir]; dir = path.Dir(dir) {
			count[dir]++
			rel := strings.TrimPrefix(f.Path, dir+"/")
			if len(holding[rel]) > mostDirectories {
				continue
			}
			for _, there := range holding[rel] {
				if !alikeFiles(f, there) {
					continue
				}
				if votes[dir] == nil {
					votes[dir] = map[string]int{}
				}
				votes[dir][strings.TrimSuffix(there.Path, "/"+rel)]++
			}
		}
	}
	return elected(count, votes)
}

// elected gives the new names of directories, outer ones first.
func elected(count map[string]int, votes map[string]map[string]int) map[string]string {
	to, used := map[string]string{}, map[string]bool{}
	dirs := slices.SortedFunc(maps.Keys(votes), func(a, b string) int {
		return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), strings.Compare(a, b))
	})
next:
	for _, dir := range dirs {
		for above := path.Dir(dir); above != "."; above = path.Dir(above) {
			if to[above] != "" {
				continue next
			}
		}
		best, most, tied := "", 0, false
		for name, n := range votes[dir] {
			switch {
			case n > most:
				best, most, tied = name, n, false
			case n == most:
				tied = true
			}
		}
		if !tied && 2*most >= count[dir] && !used[best] {
			to[dir], used[best] = best, true
		}
	}
	return to
}

// alikeFiles reports whether at least half of the lines of two files are the same.
func alikeFiles(a, b *File) bool {
	if a.isLink() != b.isLink() || bytes.Equal(a.Data, b.Data) {
		return a.isLink() == b.isLink()
	}
	lines := map[string]int{}
	all, shared := 0, 0
	for line := range bytes.Lines(a.Data) {
		lines[string(line)]++
		all++
	}
	for line := range bytes.Lines(b.Data) {
		all++
		if lines[string(line)] > 0 {
			lines[string(line)]--
			shared += 2
		}
	}
	return 2*shared >= all
}
