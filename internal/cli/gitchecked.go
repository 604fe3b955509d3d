package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/driver"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

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
	g.report.Join(reportCharts(g.charts, g.show))
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
	values := ""
	if n := g.charts.Open(); n > 0 {
		values = "; " + unread(n)
	}
	if len(g.files) == 0 {
		return "no YAML file and no Kptfile was changed on both sides; git loses nothing" + values
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
	return fmt.Sprintf("%s changed on both sides: %s", reports.Counted(len(g.files), "file"), strings.Join(parts, ", ")) + values
}

// verdict is the error that something is lost, nil if nothing is.
func (g *gitChecking) verdict() error {
	lost := 0
	for _, f := range g.files {
		if f.loses() {
			lost++
		}
	}
	switch n := g.charts.Open(); {
	case lost == 0 && n == 0:
		return nil
	case lost == 0:
		return &unsettledError{unread(n) + "; " + mendValues}
	}
	return &unsettledError{fmt.Sprintf("git alone breaks, changes or stops at %s; merge the target branch (%s) into yours (%s) where krm-merge git install was run, answer what it asks, and push",
		reports.Counted(lost, "file"), g.commits.Base, g.commits.Head)}
}
