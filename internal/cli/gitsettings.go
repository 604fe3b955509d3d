package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/driver"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/merge"
)

// configure gives a file whose versions are branches of one repository the settings of our side, whose
// files ours reads: those of its krm-merge.yaml, in the profile Careful where that says nothing.
// What it says about all conflicts does not count, but for NewestOrAsk (profile Newest): it
// was said about upstream's, and here it would drop what somebody else committed. A krm-merge.yaml that cannot be read does not
// count, and is said.
func configure(f *driver.File, ours func(name string) ([]byte, error), flags ...config.Setting) (said []string) {
	cfg, name, err := configfile.PackageIn(ours, f.Path, besideGit(flags...))
	if err != nil {
		return []string{fmt.Sprintf("%s: its settings do not count, as it cannot be read: %v", name, err)}
	}
	if cfg.Policy.OnConflict != merge.NewestOrAsk {
		cfg.Policy.OnConflict = merge.Ask
	}
	f.Settings = &cfg.Options
	return nil
}

// besideGit are the settings that hold over and under those of the file, with those of flags.
func besideGit(flags ...config.Setting) config.Beside {
	return config.Beside{
		Under: []config.Setting{{Name: "profile", Value: "Careful"}},
		Over:  append([]config.Setting{{Name: "strategy", Value: "ThreeWay"}}, flags...),
	}
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
