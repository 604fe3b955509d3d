package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/merge/marks"
)

// markFlags are the flags for conflicts that are left to somebody.
type markFlags struct{ form, style string }

func (m *markFlags) declare(f *pflag.FlagSet) {
	f.StringVar(&m.form, "marks", "", "where conflicts stand that are left to you (onConflict: Ask): Lines, Comments or None")
	f.StringVar(&m.style, "marks-style", "", "what stands between the marks: diff3, zdiff3 or merge (default: git's merge.conflictStyle, else diff3)")
}

// read puts the flags in place of what the configuration has.
func (m *markFlags) read(to *marks.Options) error {
	if m.form != "" {
		if err := to.Form.UnmarshalText([]byte(m.form)); err != nil {
			return fmt.Errorf("--marks %s: %w", m.form, err)
		}
	}
	if m.style != "" {
		if err := to.Style.UnmarshalText([]byte(m.style)); err != nil {
			return fmt.Errorf("--marks-style %s: %w", m.style, err)
		}
	}
	return nil
}

// asked are the marks of a merge: those of git where nobody says otherwise.
func (m *merging) asked(cfg *fn.Config) marks.Options {
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
