package cli

import (
	"os"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/marks"
)

// asked are the marks of a merge: those of git where nobody says otherwise.
func (m *merging) asked(cfg *config.Config) marks.Options {
	opts := cfg.Marks
	if opts.Style == marks.StyleDefault && opts.Form == marks.Lines && cfg.Asks() {
		opts.Style = gitStyle(m.arguments[m.dest()].name)
	}
	return opts
}

// gitStyle is git's merge.conflictStyle where a file or directory lies, StyleDefault if
// there is none.
func gitStyle(dir string) (style marks.Style) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = filepath.Dir(dir)
	}
	if style.UnmarshalText([]byte(git.Repository{Dir: dir}.ConflictStyle())) != nil {
		return marks.StyleDefault
	}
	return style
}
