package upgrade

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
		case entry.IsDir() && at != root && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case entry.Name() != kptfile.Name || !entry.Type().IsRegular():
			return nil
		}
		text, err := bounded.ReadFile(os.OpenFile, at)
		if err != nil {
			return fmt.Errorf("%s: cannot be read: %w", at, journal.Cause(err))
		}
		if k, err := kptfile.Read(text, at); err != nil || k.Upstream != nil {
			found = append(found, filepath.Dir(at))
		}
		return nil
	})
	return found, err
}
