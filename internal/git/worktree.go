package git

import (
	"path"
	"path/filepath"
	"strings"
)

// GitDir gives the directory in which git keeps what is its own; the error is an *Error outside of
// a repository.
func (r Repository) GitDir() (string, error) {
	dir, err := r.Line("rev-parse", "--absolute-git-dir")
	return filepath.FromSlash(dir), err
}

// Changed gives the paths below the directory that are not as they are committed, new ones
// among them, without those below some directories in it. They are relative to the top of
// the work tree.
func (r Repository) Changed(without ...string) ([]string, error) {
	dir, err := filepath.Rel(Root(r.Dir), RealPath(r.Dir))
	if err != nil {
		return nil, err
	}
	dir = filepath.ToSlash(dir)
	args := []string{"status", "--porcelain", "-z", "--untracked-files=all", "--ignore-submodules=none", "--no-renames", "--", ":(literal)" + dir}
	for _, inside := range without {
		args = append(args, ":(exclude,literal)"+path.Join(dir, inside))
	}
	// Nothing is written for it: somebody else may be at work in the repository.
	out, err := r.in(append(unbound(), "GIT_OPTIONAL_LOCKS=0")).Run(args...)
	if err != nil {
		return nil, err
	}
	var changed []string
	for entry := range strings.SplitSeq(out, "\x00") {
		if len(entry) > 3 {
			changed = append(changed, entry[3:])
		}
	}
	return changed, nil
}
