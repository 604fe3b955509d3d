package cli

import (
	"os"
	"path/filepath"
	"strings"
)

// fromRoot gives what names of files, as they are seen from the working directory, are
// called from the root of the repository that they lie in. Outside of one, and in
// another one, they keep their names.
func fromRoot() func(name string) string {
	same := func(name string) string { return name }
	here, err := os.Getwd()
	if err != nil {
		return same
	}
	root := rootOf(here)
	if root == "" {
		return same
	}
	return func(name string) string {
		at := name
		if !filepath.IsAbs(at) {
			at = filepath.Join(here, at)
		}
		rel, err := filepath.Rel(root, at)
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
