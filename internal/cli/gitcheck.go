package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/driver"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/parallel"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// gitChecking is a run of git check.
type gitChecking struct {
	reporting reporting
	// repository is where git is run, at the top of its work tree; commits
	// are what is to be merged.
	repository git.Repository
	commits    *git.Range
	files      []*checkedFile
	// report tells what was found.
	report reports.Report
	// charts are the values for charts that change.
	charts *files.Result
	// said is what tell said already.
	said []string
}

func gitCheckCommand() *cobra.Command {
	var g gitChecking
	c := &cobra.Command{
		Use:  "check",
		Args: arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error { return g.run(strings.Join(args, "")) },
	}
	g.reporting.declare(c, "", reports.Formats()...)
	g.reporting.verbose = true // It has nothing else to say.
	return c
}

func (g *gitChecking) run(commits string) (err error) {
	g.repository.Dir = git.Root(".")
	if g.commits, err = g.repository.Range(commits); err != nil {
		return err
	}
	said := fmt.Sprintf("as if %s were merged into %s", g.commits.Head, g.commits.Base)
	if g.commits.Why != "" {
		said += ", " + g.commits.Why
	}
	if n := len(g.commits.Bases); n > 1 {
		said += fmt.Sprintf("; they have %d merge bases, which are merged first", n)
	}
	if !g.reporting.quiet {
		g.tell(said)
	}
	if err = g.findAlone(); err != nil {
		return &git.UnfitError{Err: err}
	}
	if err = g.mergeEach(driver.Check); err != nil {
		return err
	}
	g.reportFiles()
	if err = g.write("git check", g.headline()); err != nil {
		return err
	}
	return g.verdict()
}

// show gives what a file of the repository is called here.
func (g *gitChecking) show(name string) string { return shown(g.repository.Dir, name) }

// tell says something on stderr, once.
func (g *gitChecking) tell(lines ...string) {
	for _, line := range lines {
		if !slices.Contains(g.said, line) {
			g.said = append(g.said, line)
			tell(g.reporting.stderr(), line)
		}
	}
}

// write writes the report about the merge of the commits.
func (g *gitChecking) write(title, headline string) error {
	var bases []string
	for _, commit := range g.commits.Bases {
		bases = append(bases, commit[:min(len(commit), 12)])
	}
	r := &g.report
	r.Version, r.Title, r.Headline = reports.Version, title, headline
	r.Versions = []reports.Named{{Version: "original", Name: strings.Join(bases, ", ")}, {Version: "updated", Name: g.commits.Base}, {Version: "dest", Name: g.commits.Head}}
	return g.reporting.write(r, fromRoot("."), false)
}

// find finds the files that both sides changed as the driver merges them, with the settings and
// decisions that HEAD has. What is shipped is not decided here. It says which of these
// cannot be read.
func (g *gitChecking) find(m *git.Merging, profile ...config.Setting) error {
	ours, err := m.Named(g.commits.HeadCommit, configfile.Name, decisions.FileName)
	if err != nil {
		return err
	}
	var shipped []func(name string) ([]byte, error)
	for _, commit := range append([]string{g.commits.BaseCommit}, g.commits.Bases...) {
		theirs, err := m.Named(commit, decisions.FileName)
		if err != nil {
			return err
		}
		shipped = append(shipped, theirs)
	}
	for i := range m.Both {
		b := &m.Both[i]
		f := driver.File{
			Path: b.Path, Original: b.Original, Ours: b.Ours, Theirs: b.Theirs, Lines: b.Lines, Torn: b.Torn,
			MarkSize: marks.Size, Style: marks.Diff3, Names: git.Names{Ours: g.commits.Head, Theirs: g.commits.Base},
		}
		settings, said := settingsIn(configfile.PackageIn(ours, f.Path, besideGit(profile...)))
		f.Settings = settings
		g.tell(append(said, f.DecideBy(ours, shipped...)...)...)
		g.files = append(g.files, &checkedFile{File: f})
	}
	return nil
}

// findAlone finds what git merges without the driver: files that it stops at, and the values for charts
// that lie in the repository, held against these as they are, and as the merge has them.
func (g *gitChecking) findAlone() error {
	m, err := g.repository.Try(g.commits, ownName())
	if err != nil {
		return err
	}
	defer m.Close()
	if err = g.find(m); err != nil {
		return err
	}
	texts := map[string][]byte{}
	for _, f := range g.files {
		if !f.Torn && f.Lines != nil {
			texts[f.Path] = f.Lines
		}
	}
	for _, s := range m.Stopped {
		said := func(f *checkedFile) bool { return f.Path == s.Path }
		if git.ForDriver(s.Path) && !slices.ContainsFunc(g.files, said) {
			g.files = append(g.files, &checkedFile{driver.File{Path: s.Path}, &driver.Result{Verdict: driver.Stopped, Why: errors.New(s.Said)}})
		}
	}
	g.charts, err = upgrade.HoldMerged(m.Repository, g.commits.Bases[0], m.Files, texts, askingAboutCharts(resource.Careful()))
	return err
}

// mergeEach merges the files that git alone has not stopped at.
func (g *gitChecking) mergeEach(by func(driver.File) (*driver.Result, error)) error {
	return parallel.Try(len(g.files), func(i int) (err error) {
		if f := g.files[i]; f.Result == nil {
			f.Result, err = by(f.File)
		}
		return err
	})
}

// checkedFile is a file that both sides changed, and what becomes of it.
type checkedFile struct {
	driver.File
	*driver.Result
}
