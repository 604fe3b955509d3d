package upgrade

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/kptfile"
)

// Find gives the directories of the packages with an upstream in a directory and below,
// in the order of their paths, each before what lies in it. Hidden directories are left
// out. A Kptfile that cannot be read counts as one: upgrading it says why.
func Find(dir string) ([]string, error) {
	var found []string
	root := dir
	if info, err := os.Lstat(dir); err == nil && info.Mode().Type() == fs.ModeSymlink {
		// What the link leads to, by the name of the link.
		root += string(filepath.Separator) + "."
	}
	err := filepath.WalkDir(root, func(at string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("%s: cannot be read: %w", at, journal.Cause(err))
		case !entry.IsDir():
		case at != root && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case isPackage(at):
			found = append(found, filepath.Clean(at))
		}
		return nil
	})
	return found, err
}

// names reports whether a file names an upstream. A Kptfile that cannot be read does; a
// krm-merge.yaml that cannot be read holds settings.
func names(text []byte, file string) bool {
	k, err := kptfile.Read(text, file)
	return err == nil && k.Upstream != nil || err != nil && filepath.Base(file) == kptfile.Name
}

// Around is the innermost package with an upstream around a directory, the directory itself without one.
func Around(dir string) string {
	abs, _ := filepath.Abs(dir)
	for at := dir; abs != filepath.Dir(abs); at, abs = filepath.Join(at, ".."), filepath.Dir(abs) {
		if isPackage(at) {
			return at
		}
	}
	return dir
}

// isPackage reports whether a file of a directory says which upstream it is from, or may, as it cannot be read.
func isPackage(dir string) bool {
	return slices.ContainsFunc(kptfile.Names(), func(name string) bool {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			return false
		}
		text, err := bounded.ReadFile(os.OpenFile, file)
		return err != nil || names(text, file)
	})
}
