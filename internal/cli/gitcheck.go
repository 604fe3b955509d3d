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
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
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
func (g *gitChecking) show(name string) string { return displayPath(g.repository.Dir, name) }

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
			Path: b.Path, Versions: b.Versions, MarkSize: marks.Size, Style: marks.Diff3, Names: git.Names{Ours: g.commits.Head, Theirs: g.commits.Base},
		}
		g.tell(append(configure(&f, ours, profile...), f.Decide(ours, shipped...)...)...)
		g.files = append(g.files, &checkedFile{File: f})
	}
	return nil
}

// findAlone finds what git merges without the driver, and files that it stops at.
func (g *gitChecking) findAlone() error {
	m, err := g.repository.Merge(g.commits, ownName())
	if err != nil {
		return err
	}
	defer m.Close()
	if err = g.find(m); err != nil {
		return err
	}
	for _, s := range m.Stopped {
		said := func(f *checkedFile) bool { return f.Path == s.Path }
		if git.ForDriver(s.Path) && !slices.ContainsFunc(g.files, said) {
			g.files = append(g.files, &checkedFile{driver.File{Path: s.Path}, &driver.Result{Verdict: driver.Stopped, Why: errors.New(s.Said)}})
		}
	}
	return nil
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

// reportFiles words what was found.
func (g *gitChecking) reportFiles() {
	for _, f := range g.files {
		switch {
		case f.Verdict == driver.Asked:
			g.reportQuestions(f)
		case f.Verdict == driver.Differs || f.Verdict == driver.Broken && f.Why == nil:
			g.reportDifferences(f)
		case f.Verdict != driver.Alike:
			note := g.report.Note(g.show(f.Path), terms.NoteFile, f.says())
			note.Warning = f.loses()
			if at := (*merge.InputError)(nil); f.Verdict == driver.Broken && errors.As(f.Why, &at) {
				note.Line = at.Line
			}
		}
	}
}

// reportQuestions adds the conflicts of a file that structure leaves to somebody.
func (g *gitChecking) reportQuestions(f *checkedFile) {
	opts := resource.Careful()
	if f.Settings != nil {
		opts = *f.Settings
	}
	g.report.Join(unwritten(resource.Outcome{Conflicts: f.Open}, opts, g.show, "krm-merge resolve, in a merge where krm-merge git install was run"))
}

// unwritten words an outcome that is written nowhere, so that no file shows its conflicts; hint is how they are answered.
func unwritten(o resource.Outcome, opts resource.Options, show func(name string) string, hint string) *reports.Report {
	for i := range o.Conflicts {
		o.Conflicts[i].Marked = false
	}
	all := reports.New(&files.Result{Outcome: o}, opts, show, false)
	for i := range all.Conflicts {
		all.Conflicts[i].Hint = hint
	}
	return all
}

// reportDifferences adds the places where git's merge of a file differs from that by structure.
func (g *gitChecking) reportDifferences(f *checkedFile) {
	does := "git merges it without a conflict, and has other values"
	if f.Verdict == driver.Broken {
		does = "git merges it without a conflict, and repeats a key"
	}
	all := reports.Compared(f.Compare(f.Result), g.show)
	if len(all) == 0 {
		g.report.Note(g.show(f.Path), terms.NoteDoubt, does+", unlike structure").Warning = true
	}
	for _, at := range all {
		note := g.report.Note("", terms.NoteDoubt, strings.TrimSuffix(does+"; merged by structure it is "+at.Change+": "+at.Says(), ": "))
		note.Spot, note.Resource, note.Path, note.Warning = at.Spot, at.Resource, at.Path, true
	}
}

// says is what becomes of a file as a whole.
func (f *checkedFile) says() string {
	why := fmt.Sprint(": ", f.Why)
	switch f.Verdict {
	case driver.Broken:
		return "git merges it without a conflict into what is not valid" + why
	case driver.Stopped:
		return "git has a conflict, and krm-merge cannot help" + why
	case driver.Settled:
		return "git has a conflict; merged by structure there is none"
	case driver.Alike, driver.Differs, driver.Asked, driver.Unknown:
	}
	return "git merges it without a conflict; it is not compared" + why
}

// loses reports whether somebody has to look at a file.
func (f *checkedFile) loses() bool { return f.Verdict >= driver.Differs || f.Alarming }

// headline counts files by what becomes of them.
func (g *gitChecking) headline() string {
	if len(g.files) == 0 {
		return "no YAML file and no Kptfile was changed on both sides; git loses nothing"
	}
	var count [driver.Stopped + 1]int
	for _, f := range g.files {
		count[min(f.Verdict, driver.Asked)]++
	}
	var parts []string
	for v, words := range [...]string{"merged alike", "not compared", "in conflict for git only", "with other values", "broken by git", "left to you"} {
		if count[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[v], words))
		}
	}
	slices.Reverse(parts) // What is gravest first.
	return fmt.Sprintf("%s changed on both sides: %s", reports.Counted(len(g.files), "file"), strings.Join(parts, ", "))
}

// verdict is the error that something is lost, nil if nothing is.
func (g *gitChecking) verdict() error {
	lost := 0
	for _, f := range g.files {
		if f.loses() {
			lost++
		}
	}
	if lost == 0 {
		return nil
	}
	return unsettled("git alone breaks, changes or stops at %s; merge the target branch (%s) into yours (%s) where krm-merge git install was run, answer what it asks, and push",
		reports.Counted(lost, "file"), g.commits.Base, g.commits.Head)
}
