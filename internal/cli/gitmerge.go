package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/config"
	"github.com/krm-merge/krm-merge/internal/driver"
	"github.com/krm-merge/krm-merge/internal/git"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// gitMerging is a run of git merge.
type gitMerging struct {
	gitChecking
	// profile is that of the flag, none without it.
	profile []config.Setting
}

func gitMergeCommand() *cobra.Command {
	var g gitMerging
	c := &cobra.Command{
		Use:  "merge",
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error { return g.run(args[0]) },
	}
	declareProfile(c, &g.profile, "what settings are that krm-merge.yaml does not have: Careful asks, Newest asks where no version is higher")
	g.reporting.declare(c, "", reports.Formats()...)
	g.reporting.verbose = true // It has nothing else to say.
	return c
}

func (g *gitMerging) run(base string) (err error) {
	if _, err = besideGit(g.profile...).Parse(nil, ""); err != nil {
		return err
	}
	if g.repository.Dir = git.Root("."); g.repository.Dir == "" {
		return fmt.Errorf("there is no work tree to merge %s into; run it in a clone", base)
	}
	if g.commits, err = g.repository.Range(base + "..HEAD"); err != nil {
		return err
	}
	if slices.Contains(g.commits.Bases, g.commits.BaseCommit) {
		return g.write("git merge", "HEAD has all of "+base)
	}
	if g.repository.Merging() {
		return errors.New("git has not concluded another merge; commit it, or git merge --abort")
	}
	m, err := g.repository.Merge(g.commits, ownName())
	if err != nil {
		return err
	}
	defer func() {
		if failed := m.Close(); err == nil {
			err = failed
		}
	}()
	return g.merge(m)
}

// merge merges what git cannot, and makes the commit if nothing is left.
func (g *gitMerging) merge(m *git.Merging) error {
	if err := g.find(m, g.profile...); err != nil {
		return err
	}
	if err := g.mergeEach(driver.Merge); err != nil {
		return err
	}
	left, texts := len(m.Stopped), make([][]byte, len(g.files))
	warn := func(file, message string) { g.report.Note(g.show(file), terms.NoteFile, message).Warning = true }
	for i, f := range g.files {
		switch left++; {
		case f.Clean:
			left--
			texts[i] = f.Text
			g.tell(slices.Concat(f.Told, f.Said)...)
		case len(f.Open) > 0:
			g.reportQuestions(f)
		default:
			warn(f.Path, strings.Join(append([]string{"git has a conflict, and krm-merge cannot help"}, f.Said...), ": "))
		}
	}
	for _, s := range m.Stopped {
		warn(s.Path, s.Said)
	}
	if left > 0 {
		said := reports.Counted(left, "file") + " left to you"
		if err := g.write("git merge", said+"; nothing was changed"); err != nil {
			return err
		}
		return unsettled("%s, and nothing was changed; run krm-merge git install and git merge %s, answer with krm-merge resolve, and commit", said, g.commits.Base)
	}
	if err := m.Commit(texts, g.reporting.stderr()); err != nil {
		return err
	}
	return g.write("git merge", "merged "+g.commits.Base+"; "+reports.Counted(len(m.Both), "file")+" changed on both sides")
}
