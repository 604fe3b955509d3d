package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/internal/upstream"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// upgrading is a run of upgrade.
type upgrading struct {
	request   upgrade.Request
	settings  settings
	fetching  fetching
	all       bool
	abort     bool
	restore   string
	reporting reporting
}

// upgradeCommand upgrades packages.
func upgradeCommand() *cobra.Command {
	u := upgrading{settings: settings{strategy: resource.ThreeWay}}
	c := &cobra.Command{
		Use: "upgrade",
		RunE: func(_ *cobra.Command, args []string) error {
			for _, s := range u.settings.given {
				if s.Name == "check" {
					u.request.Check = s.Value
				}
			}
			return u.run(args)
		},
	}
	f := c.Flags()
	f.StringVar(&u.request.To, "to", "", "the version: a branch, tag or commit")
	f.Func("latest", "take the newest tag that is a version, or with =minor, patch or pre one at such a `STEP`", func(text string) error {
		return upstream.Steps.Unmarshal([]byte(text), &u.request.Latest)
	})
	f.Lookup("latest").NoOptDefVal = upstream.Major.String()
	f.BoolVar(&u.all, "all", false, "upgrade all packages in PKG and below")
	f.BoolVar(&u.abort, "abort", false, "take the last upgrade back")
	f.StringVar(&u.restore, "restore", "", "bring `DIR` back that was deleted here, or a file, as the version that was taken has it")
	f.BoolVar(&u.request.DryRun, "dry-run", false, "write nothing, and report what would be")
	f.StringVar(&u.request.Original, "original", "", "a directory or ref in place of the commit that the Kptfile has")
	f.BoolVar(&u.request.Force, "force", false, "upgrade packages with changes that are not committed")
	c.MarkFlagsMutuallyExclusive("to", "latest", "abort", "restore")
	for _, alone := range []string{"abort", "restore"} {
		c.MarkFlagsMutuallyExclusive(alone, "original")
	}
	c.MarkFlagsMutuallyExclusive("abort", "dry-run")
	c.MarkFlagsMutuallyExclusive("restore", "all")
	u.fetching.declare(c)
	u.settings.declare(c)
	u.reporting.declareMerging(c, "the package")
	return c
}

// check refuses flags that do not go together.
func (u *upgrading) check(packages []string) error {
	r := &u.request
	switch {
	case len(packages) > 1 && r.Original != "":
		return errors.New("--original is for one package; name it")
	case u.settings.config == stdinName:
		return errors.New("--config - is for one merge; name a file")
	}
	return nil
}

func (u *upgrading) run(args []string) error {
	charts := isReferences(args)
	if charts && u.abort {
		return fmt.Errorf("--abort takes upgrades of packages back; what names charts is taken back with git checkout %s", strings.Join(args, " "))
	}
	var packages []string
	var err error
	if !charts {
		if packages, err = u.packages(args); err != nil {
			return err
		}
	}
	if err = u.check(packages); err != nil {
		return err
	}
	if u.abort {
		return u.abortAll(packages)
	}
	ctx, cache, err := u.fetching.begin(u.reporting.quiet)
	if err != nil {
		return err
	}
	done := u.upgradeAll(ctx, &upgrade.Upgrader{Cache: cache, Configure: u.configure}, packages)
	for i := range done {
		if len(done) > 1 && done[i].Status == statusFailed {
			tell(u.reporting.stderr(), done[i].Error)
		}
	}
	err = summedUp(io.Discard, done)
	if charts || u.withCharts() {
		if len(args) == 0 {
			args = []string{"."}
		}
		named, failed := u.upgradeCharts(ctx, cache, args, len(packages) > 0)
		done, err = append(done, named...), errors.Join(err, failed)
	}
	if len(done) == 0 {
		return err
	}
	return errors.Join(u.tellAll(done), err)
}

// withCharts reports whether charts that files name are upgraded with the packages: a version that is
// named, or edited in a Kptfile, is none of theirs.
func (u *upgrading) withCharts() bool { return u.all && u.request.Latest != upstream.NoStep }

// packages are the directories of the packages that are meant.
func (u *upgrading) packages(args []string) ([]string, error) {
	if u.restore != "" {
		if len(args) > 0 {
			return nil, errors.New("--restore names a path in a package; leave the package out")
		}
		dir := upgrade.Around(filepath.Dir(filepath.Clean(u.restore)))
		name, err := filepath.Rel(dir, u.restore)
		u.request.Restore = filepath.ToSlash(name)
		return []string{dir}, err
	}
	if len(args) == 0 {
		args = []string{"."}
		if !u.all {
			args[0] = upgrade.Around(".")
		}
	}
	var found []string
	for _, arg := range args {
		inside, err := []string{packageDir(arg)}, error(nil)
		if u.all {
			inside, err = upgrade.Find(inside[0])
		}
		if err != nil {
			return nil, err
		}
		found = append(found, inside...)
	}
	slices.Sort(found)
	if found = slices.Compact(found); len(found) == 0 && !u.withCharts() {
		return nil, fmt.Errorf("%s: no package with an upstream is in it; krm-merge get takes one", args[0])
	}
	return found, nil
}

// packageDir is the directory of a package that is named by it, or by its Kptfile.
func packageDir(name string) string {
	if info, err := os.Stat(name); slices.Contains(kptfile.Names(), filepath.Base(name)) && err == nil && info.Mode().IsRegular() {
		return filepath.Dir(name)
	}
	return filepath.Clean(name)
}

// configure gives the settings for a package.
func (u *upgrading) configure(dir string) (*config.Config, string, error) {
	s := u.settings
	var read bounded.Input
	cfg, err := s.read(dir, &read, config.Setting{Name: "profile", Value: "Careful"}, config.Setting{Name: "onDeletedLocally", Value: terms.StayDeleted.String()})
	return cfg, s.found, err
}

// upgradeAll upgrades packages side by side; those that lie in another one come behind it.
func (u *upgrading) upgradeAll(ctx context.Context, upgrader *upgrade.Upgrader, packages []string) []listed {
	done := make([]listed, len(packages))
	var groups [][]int
	for i, dir := range packages {
		if last := len(groups) - 1; last >= 0 && inside(dir, packages[groups[last][0]]) {
			groups[last] = append(groups[last], i)
		} else {
			groups = append(groups, []int{i})
		}
	}
	if len(packages) > 1 {
		upgrader.Fetch(ctx, packages, u.request)
	}
	parallel.Each(len(groups), func(g int) {
		for _, i := range groups[g] {
			result, err := upgrader.Upgrade(ctx, packages[i], u.request)
			done[i] = u.summarize(listed{Package: filepath.ToSlash(packages[i])}, result, err)
		}
	})
	return done
}

// abortAll takes the last upgrades of packages back. With --all, those that were not
// upgraded stay, unless there is nothing at all to take back.
func (u *upgrading) abortAll(packages []string) error {
	done, moved := make([]listed, len(packages)), false
	for i, dir := range packages {
		edited, err := upgrade.Abort(dir)
		done[i].err = err
		moved = moved || !errors.Is(err, upgrade.ErrNoUpgrade)
		if err == nil && !u.reporting.quiet {
			said := dir + ": is as it was before the upgrade"
			if len(edited) > 0 {
				said += "; what was changed since in " + strings.Join(edited, ", ") + " is gone"
			}
			fmt.Fprintln(u.reporting.stdout(), printable.Line(said))
		}
	}
	for i := range done {
		if u.all && moved && errors.Is(done[i].err, upgrade.ErrNoUpgrade) {
			done[i].err = nil
		}
	}
	return summedUp(u.reporting.stderr(), done)
}
