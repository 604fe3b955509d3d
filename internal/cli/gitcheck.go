package cli

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/driver"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// gitChecking is a run of git check.
type gitChecking struct {
	reporting reporting
	// repository is where git is run, at the top of its work tree if there is one; commits
	// are what is to be merged.
	repository git.Repository
	commits    *git.Range
	// show gives what a file of the repository is called here.
	show func(name string) string
}

func gitCheckCommand() *cobra.Command {
	var g gitChecking
	c := &cobra.Command{
		Use:     "check [BASE..HEAD]",
		Short:   gitCheckShort,
		Long:    gitCheckLong,
		Example: "  krm-merge git check origin/main..HEAD\n  krm-merge git check origin/main..HEAD --report sarif=check.sarif\n  krm-merge git check 'HEAD^1..HEAD^2'   # a merge commit that is there already",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := g.reporting.telling.check(c); err != nil {
				return err
			}
			return g.run(strings.Join(args, ""))
		},
	}
	g.reporting.telling.declare(c, "", reports.Formats()...)
	g.reporting.verbose = true // It has nothing else to say.
	return c
}

func (g *gitChecking) run(commits string) (err error) {
	g.repository.Bare = git.Root(".") == ""
	if g.commits, err = g.repository.Range(commits); err != nil {
		return err
	}
	g.open()
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
	both, err := g.repository.MergeCommits(g.commits.HeadCommit, g.commits.BaseCommit, ownName())
	if err != nil {
		return err
	}
	files := g.files(both)
	checked, settings := make([]*driver.Checked, len(both)), make([]*resource.Options, len(both))
	parallel.Each(len(both), func(i int) { checked[i], settings[i] = g.check(&both[i], files[i]), files[i].Settings })
	report := g.report(both, settings, checked)
	if err = g.reporting.write(report, reports.Options{Program: versionText(""), Rooted: fromRoot(".")}, false); err != nil {
		return err
	}
	return g.verdict(checked)
}

// open finds the repository around the working directory.
func (g *gitChecking) open() {
	top := git.Root(".")
	g.repository.Dir = top
	g.show = func(name string) string {
		// Without a work tree files have their paths in the repository.
		if rel, outside := filepath.Rel(git.RealPath("."), filepath.Join(top, filepath.FromSlash(name))); top != "" && outside == nil {
			return rel
		}
		return name
	}
}

// tell says something on stderr.
func (g *gitChecking) tell(line string) {
	fmt.Fprintln(g.reporting.stderr, "krm-merge: "+printable.Lines(line))
}

// files are the files that both sides changed as the driver merges them, with the settings
// and decisions of HEAD. It says which of these cannot be read.
func (g *gitChecking) files(both []git.Both) (all []driver.File) {
	var said []string
	known := map[string][]byte{}
	read := func(name string) ([]byte, error) {
		text, is := known[name]
		if !is {
			var err error
			if text, err = g.repository.ContentAt(g.commits.HeadCommit, name); err != nil {
				text = nil
			}
			known[name] = text
		}
		if text == nil {
			return nil, fs.ErrNotExist
		}
		return text, nil
	}
	for i := range both {
		b := &both[i]
		f := driver.File{
			Path: b.Path, Original: b.Original, Ours: b.Ours, Theirs: b.Theirs, MarkSize: marks.Size, Style: marks.Diff3,
			Names: git.Names{Ours: g.commits.Head, Theirs: g.commits.Base},
		}
		settings, lines := settingsIn(configfile.PackageIn(read, b.Path, besideGit()))
		f.Settings = settings
		for _, line := range append(lines, f.DecideBy(read)...) {
			if !slices.Contains(said, line) {
				said = append(said, line)
				g.tell(line)
			}
		}
		all = append(all, f)
	}
	return all
}

// check finds what git's own merge makes of a file.
func (g *gitChecking) check(b *git.Both, f driver.File) *driver.Checked {
	if !b.Regular() || b.Ours == nil || b.Theirs == nil {
		return &driver.Checked{Verdict: driver.Stopped, Why: errNotAsked}
	}
	c := driver.Check(f, b.Merged, b.Conflict)
	if c.Verdict == driver.Alike || c.Verdict == driver.Unknown {
		return c
	}
	// Where the repository has another driver for it, ours would not be asked.
	switch other, err := g.repository.Attribute("merge", b.Path); {
	case err != nil, other == "", other == "unspecified", other == "set", other == "krm-merge":
		return c
	default:
		return &driver.Checked{Why: fmt.Errorf("an attribute of git says merge=%s", other), Verdict: driver.Unknown}
	}
}
