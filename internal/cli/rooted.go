package cli

import (
	"path/filepath"
	"strings"

	"github.com/krm-merge/krm-merge/internal/git"
)

// fromRoot gives what names of files, as they are seen from the working directory, are
// called from the root of the repository around a directory, which need not be there yet.
// Outside of one, and of files elsewhere, they keep their names.
func fromRoot(dir string) func(name string) string {
	same := func(name string) string { return name }
	here := git.RealPath(".")
	root := git.Root(dir)
	if root == "" {
		return same
	}
	absolute := func(name string) string {
		if filepath.IsAbs(name) {
			return filepath.Clean(name)
		}
		return filepath.Join(here, name)
	}
	return func(name string) string {
		rel, err := filepath.Rel(root, absolute(name))
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return name
		}
		return rel
	}
}
