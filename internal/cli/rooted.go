package cli

import (
	"os"
	"path/filepath"
	"strings"
)

// fromRoot gives what names of files, as they are seen from the working directory, are
// called from the root of the repository around a directory, which need not be there yet.
// Outside of one, and of files elsewhere, they keep their names.
func fromRoot(dir string) func(name string) string {
	same := func(name string) string { return name }
	here, err := os.Getwd()
	if err != nil {
		return same
	}
	absolute := func(name string) string {
		if filepath.IsAbs(name) {
			return filepath.Clean(name)
		}
		return filepath.Join(here, name)
	}
	root := rootOf(absolute(dir))
	if root == "" {
		return same
	}
	return func(name string) string {
		rel, err := filepath.Rel(root, absolute(name))
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return name
		}
		return rel
	}
}

// rootOf is the root of the repository that a directory lies in, "" if there is none.
func rootOf(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}
