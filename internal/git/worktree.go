package git

import (
	"path"
	"path/filepath"
	"strings"
)

// notInRepository is the exit code of git outside of any repository.
const notInRepository = 128

// WorkTree gives the top of the work tree that the directory lies in, and the directory
// in which git keeps what is its own; both are "" outside of any.
func (r Repository) WorkTree() (top, gitDir string, err error) {
	out, err := r.Run("rev-parse", "--is-inside-work-tree", "--show-toplevel", "--absolute-git-dir")
	if Code(err) == notInRepository {
		return "", "", nil
	}
	if err != nil {
		return "", "", err
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) != 3 || lines[0] != "true" {
		return "", "", nil
	}
	top, err = filepath.EvalSymlinks(filepath.FromSlash(lines[1]))
	return top, filepath.FromSlash(lines[2]), err
}

// Changed gives the paths below the directory that are not as they are committed, new ones
// among them, without those below some directories in it. They are relative to the top of
// the work tree.
func (r Repository) Changed(without ...string) ([]string, error) {
	dir, err := filepath.Rel(Root(r.Dir), realPath(r.Dir))
	if err != nil {
		return nil, err
	}
	dir = filepath.ToSlash(dir)
	args := []string{"status", "--porcelain", "-z", "--untracked-files=all", "--ignore-submodules=none", "--no-renames", "--", ":(literal)" + dir}
	for _, inside := range without {
		args = append(args, ":(exclude,literal)"+path.Join(dir, inside))
	}
	// Nothing is written for it: somebody else may be at work in the repository.
	out, err := r.run(append(unbound(), "GIT_OPTIONAL_LOCKS=0"), args...)
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
