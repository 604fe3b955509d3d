package git

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
)

// Both is a file that both sides of a merge changed, each in its own way.
type Both struct {
	// Path is where the merged file lies, Base where the base has it.
	Path, Base string
	// Original, Ours and Theirs are what the versions hold, nil for one that there is not.
	Original, Ours, Theirs []byte
	// Apart: one side deleted it, or gave it another type, or both gave it other names. Git merges
	// no lines then.
	Apart bool
}

// Fragments are the files that one side of a merge adds to directories of which nothing is left on
// the other, with these directories: git asks nobody about them, and no driver. A directory of
// which a file has got another name is none.
func (r Repository) Fragments(base, ours, theirs string) (map[string]string, error) {
	mine, others, err := r.sides(base, ours, theirs)
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for side, gone := range []map[string]change{mine, others} {
		added := []map[string]change{others, mine}[side]
		left := map[string]bool{}
		for _, commit := range []string{base, []string{ours, theirs}[side]} {
			out, err := r.Run("ls-tree", "-r", "-z", commit)
			if err != nil {
				return nil, err
			}
			for e, err := range Listed(out, 3) {
				if err != nil {
					return nil, err
				}
				c, changed := gone[e.Path]
				for dir := path.Dir(e.Path); dir != "."; dir = path.Dir(dir) {
					left[dir] = left[dir] || !changed || !isNone(c.to)
				}
			}
		}
		for name, c := range added {
			for dir := path.Dir(name); isNone(c.from) && dir != "."; dir = path.Dir(dir) {
				if is, known := left[dir]; known && !is {
					found[name] = dir
				}
			}
		}
	}
	return found, nil
}

// Both gives the files that the driver of krm-merge is for and that two commits changed since a
// base, by path. A file that got another name is one file. Nothing is written.
func (r Repository) Both(base, ours, theirs string) ([]Both, error) {
	mine, others, err := r.sides(base, ours, theirs)
	if err != nil {
		return nil, err
	}
	var all []Both
	var objects []string
	for _, name := range slices.Sorted(maps.Keys(mine)) {
		m, o := mine[name], others[name]
		if m.meets(o) && (forDriver(m.path) || forDriver(o.path)) {
			all, objects = append(all, both(name, m, o)), append(objects, m.from, m.to, o.to)
		}
	}
	var into []*[]byte
	for i := range all {
		into = append(into, &all[i].Original, &all[i].Ours, &all[i].Theirs)
	}
	if err = r.readInto(into, objects); err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b Both) int { return cmp.Compare(a.Path, b.Path) })
	return all, nil
}

// readInto reads what objects hold, each into its place; of none nothing.
func (r Repository) readInto(into []*[]byte, objects []string) error {
	texts, err := r.blobs(environment(), slices.DeleteFunc(slices.Clone(objects), isNone))
	for i, object := range objects {
		if err == nil && !isNone(object) {
			*into[i], texts = texts[0], texts[1:]
		}
	}
	return err
}

// change is what became of a file.
type change struct {
	// path is its new one, from and to are what it held, and holds.
	path, from, to string
	// isFile: it is a file, and was one.
	isFile bool
}

// meets reports whether both sides changed the file, differently.
func (c change) meets(o change) bool {
	return o.to != c.to && o.from != "" && c.to != c.from && o.to != o.from
}

// both is a file that both sides changed, by what it is called in the base; what it held is
// not read.
func both(name string, mine, others change) Both {
	b := Both{Path: mine.path, Base: name}
	if mine.path == name {
		b.Path = others.path
	}
	b.Apart = !mine.isFile || !others.isFile || mine.path != others.path && mine.path != name && others.path != name
	return b
}

// isNone reports whether this is the name of no object.
func isNone(object string) bool { return strings.Trim(object, "0") == "" }

// sides are the changes of both sides of a merge since a base.
func (r Repository) sides(base, ours, theirs string) (mine, others map[string]change, err error) {
	if mine, err = r.changes(base, ours); err == nil {
		others, err = r.changes(base, theirs)
	}
	return mine, others, err
}

// changes are those from one commit to another, by the paths that files had, or have now if they
// are new.
func (r Repository) changes(from, to string) (map[string]change, error) {
	out, err := r.Run("diff-tree", "-r", "-M", "--raw", "-z", "--no-abbrev", from, to)
	if err != nil {
		return nil, err
	}
	all := map[string]change{}
	for e, err := range changed(out) {
		if err != nil {
			return nil, err
		}
		isFile := e.isFile() && (strings.HasPrefix(e.Words[0], ":100") || isNone(e.Words[2]))
		all[cmp.Or(e.Was, e.Path)] = change{e.Path, e.Words[2], e.Words[3], isFile}
	}
	return all, nil
}

// forDriver reports whether a file is one of those that Install gives to the driver.
func forDriver(name string) bool {
	return slices.ContainsFunc(patterns(), func(pattern string) bool {
		is, _ := path.Match(pattern, path.Base(name))
		return is
	})
}
