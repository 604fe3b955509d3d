package git

import (
	"cmp"
	"path"
	"strings"
)

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

// change is what a file held, and holds.
type change struct{ from, to string }

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
		all[cmp.Or(e.Was, e.Path)] = change{e.Words[2], e.Words[3]}
	}
	return all, nil
}
