package cli

import (
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/git"
)

// fromRoot gives what names of files, as they are seen from the working directory, are
// called from the root of the repository around a directory, which need not be there yet.
// Outside of one, and of files elsewhere, they keep their names.
func fromRoot(dir string) func(name string) string {
	here, root := git.RealPath("."), git.Root(dir)
	return func(name string) string {
		at := name
		if !filepath.IsAbs(at) {
			at = filepath.Join(here, at)
		}
		if rel, err := filepath.Rel(root, at); root != "" && err == nil && filepath.IsLocal(rel) {
			return rel
		}
		return name
	}
}
