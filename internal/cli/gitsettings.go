package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// gitSettings are how a file is merged whose versions are branches of one repository: as
// its krm-merge.yaml in the work tree says, in the profile Careful where that says nothing.
// What it says about all conflicts does not count, but for NewestOrAsk (profile Newest): it
// was said about upstream's, and here it would drop what somebody else committed. A krm-merge.yaml that cannot be read does not
// count, and is said; nil is the usual settings.
func gitSettings(file string) (opts *resource.Options, said []string) {
	return settingsIn(configfile.Package(file, &bounded.Input{}, besideGit()))
}

// settingsAfter are gitSettings of a file, also by its name in the repository, once git has
// stopped: in a merge the work tree has what the other branch brings, and HEAD what is ours.
func settingsAfter(r git.Repository, name, file string) (opts *resource.Options, said []string) {
	if len(r.Incoming()) == 0 {
		return gitSettings(file)
	}
	ours := func(name string) ([]byte, error) { return r.ContentAt("HEAD", name) }
	return settingsIn(configfile.PackageIn(ours, name, besideGit()))
}

// besideGit are the settings that hold over and under those of the file, with those of flags.
func besideGit(flags ...config.Setting) config.Beside {
	return config.Beside{
		Under: []config.Setting{{Name: "profile", Value: "Careful"}},
		Over:  append([]config.Setting{{Name: "strategy", Value: "ThreeWay"}}, flags...),
	}
}

func settingsIn(cfg *config.Config, name string, err error) (opts *resource.Options, said []string) {
	if err != nil {
		return nil, []string{fmt.Sprintf("%s: its settings do not count, as it cannot be read: %v", name, err)}
	}
	if cfg.Policy.OnConflict != merge.NewestOrAsk {
		cfg.Policy.OnConflict = merge.Ask
	}
	return &cfg.Options, nil
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
