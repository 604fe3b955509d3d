package git

import "path"

// Fragments are the files that one side of a merge adds to directories of which nothing is left on
// the other, with these directories: git asks nobody about them, and no driver. merged are the files
// of the merge, by their paths: what git has moved with its directory is no fragment.
func (r Repository) Fragments(of *Range, merged map[string]string) (map[string]string, error) {
	base, err := r.Tree(of.Bases[0])
	if err != nil {
		return nil, err
	}
	found, was := map[string]string{}, directories(base)
	for _, commit := range []string{of.HeadCommit, of.BaseCommit} {
		side, err := r.Tree(commit)
		if err != nil {
			return nil, err
		}
		left := directories(side)
		for name := range merged {
			if base[name] != "" || side[name] != "" {
				continue
			}
			for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
				if was[dir] && !left[dir] {
					found[name] = dir
				}
			}
		}
	}
	return found, nil
}

// directories are those in which files lie.
func directories(files map[string]string) map[string]bool {
	all := map[string]bool{}
	for name := range files {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			all[dir] = true
		}
	}
	return all
}
