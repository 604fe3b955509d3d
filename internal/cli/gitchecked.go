package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/internal/driver"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/phrase"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// errNotAsked is why a driver does not help.
var errNotAsked = errors.New("one side deleted it or gave it another name or type, and git asks no driver then")

// report words what was found.
func (g *gitChecking) report(both []git.Both, settings []*resource.Options, checked []*driver.Checked) *reports.Report {
	all := reports.New(&resource.Outcome{}, resource.Careful(), g.show)
	for i, c := range checked {
		switch {
		case c.Verdict == driver.Asked:
			all.Conflicts = append(all.Conflicts, g.questions(c.Conflicts, settings[i])...)
		case c.Verdict == driver.Differs || c.Verdict == driver.Broken && c.Why == nil:
			all.Notes = append(all.Notes, g.differences(both[i].Path, c)...)
		case c.Verdict != driver.Alike:
			note := reports.NewNote(g.show(both[i].Path), merge.NoteFile, verdictOf(c))
			note.Warning = loses(c)
			if at := (*merge.InputError)(nil); c.Verdict == driver.Broken && errors.As(c.Why, &at) {
				note.Line = at.Line
			}
			all.Notes = append(all.Notes, note)
		}
	}
	short := func(commit string) string { return commit[:min(len(commit), 12)] }
	bases := make([]string, len(g.commits.Bases))
	for i, commit := range g.commits.Bases {
		bases[i] = short(commit)
	}
	all.Versions = []reports.Named{{Version: "original", Name: strings.Join(bases, ", ")}, {Version: "updated", Name: g.commits.Base}, {Version: "dest", Name: g.commits.Head}}
	all.Headline = headline(checked)
	return all
}

// questions are the conflicts that structure leaves to somebody.
func (g *gitChecking) questions(conflicts []resource.Conflict, settings *resource.Options) []reports.Entry {
	open := make([]resource.Conflict, len(conflicts))
	for i := range conflicts {
		// Nothing was written that would show them.
		open[i] = conflicts[i]
		open[i].Marked = false
	}
	opts := resource.Careful()
	if settings != nil {
		opts = *settings
	}
	worded := reports.New(&resource.Outcome{Conflicts: open}, opts, g.show).Conflicts
	for i := range worded {
		worded[i].Hint = "krm-merge resolve, in a merge where krm-merge git install was run"
	}
	return worded
}

// differences are the places where git's merge of a file differs from that by structure.
func (g *gitChecking) differences(file string, c *driver.Checked) (notes []reports.Entry) {
	add := func(note reports.Entry, message string) {
		note.File, note.Code, note.Warning = g.show(file), merge.NoteDoubt.String(), true
		note.Message = "git merges it without a conflict, and " + message
		notes = append(notes, note)
	}
	for i := range c.Places {
		d := &c.Places[i]
		switch {
		case d.From == nil:
			add(reports.Entry{Resource: reports.RefOf(d.To.Node)}, "loses this resource")
		case d.To == nil:
			add(reports.Entry{Spot: reports.Spot{Line: d.From.Line}, Resource: reports.RefOf(d.From.Node)}, "has this resource; merged by structure it is not there")
		default:
			for k := range d.Places {
				place := &d.Places[k]
				note := reports.Entry{Spot: reports.Spot{Line: cmp.Or(place.From.Line(), d.From.Line)}, Resource: reports.RefOf(d.From.Node), Path: d.Place(place)}
				add(note, compared(c, d, place))
			}
		}
	}
	if len(notes) == 0 {
		add(reports.Entry{}, verdictWords(c.Verdict))
	}
	return notes
}

// compared is what git makes of a place, and what structure makes of it.
func compared(c *driver.Checked, d *resource.Difference, at *merge.Difference) string {
	if d.Secret(at) {
		return verdictWords(c.Verdict) + " (secret)"
	}
	texts := phrase.Excerpts(at.From.Value, at.To.Value)
	switch {
	case at.To.Value == nil:
		return "has " + texts[0] + "; merged by structure it is not there"
	case at.From.Value == nil:
		return "loses " + texts[1]
	case c.Verdict == driver.Broken:
		return "repeats a key: " + texts[0] + "; merged by structure it is " + texts[1]
	}
	return "has " + texts[0] + "; merged by structure it is " + texts[1]
}

// verdictWords is what git's merge does to a file that it merges without a conflict.
func verdictWords(v driver.Verdict) string {
	if v == driver.Broken {
		return "repeats a key"
	}
	return "has other values than merged by structure"
}

// verdictOf words what becomes of a file as a whole.
func verdictOf(c *driver.Checked) string {
	switch c.Verdict {
	case driver.Broken:
		return fmt.Sprintf("git merges it without a conflict into what is not valid: %v", c.Why)
	case driver.Stopped:
		return fmt.Sprintf("git has a conflict, and krm-merge cannot help: %v", c.Why)
	case driver.Settled:
		return "git has a conflict; merged by structure there is none"
	case driver.Alike, driver.Differs, driver.Asked, driver.Unknown:
	}
	return fmt.Sprintf("git merges it without a conflict; it is not compared: %v", c.Why)
}

// loses reports whether somebody has to look at a file.
func loses(c *driver.Checked) bool { return c.Verdict >= driver.Differs || c.Alarming }

// headline counts files by what becomes of them.
func headline(checked []*driver.Checked) string {
	var count [driver.Stopped + 1]int
	for _, c := range checked {
		count[c.Verdict]++
	}
	if len(checked) == 0 {
		return "no YAML file and no Kptfile was changed on both sides; git loses nothing"
	}
	parts := []string{}
	for _, p := range []struct {
		n    int
		what string
	}{
		{count[driver.Broken], "broken by git"}, {count[driver.Differs], "with other values"},
		{count[driver.Asked] + count[driver.Stopped], "left to you"}, {count[driver.Settled], "in conflict for git only"},
		{count[driver.Unknown], "not compared"}, {count[driver.Alike], "merged alike"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	return fmt.Sprintf("%s changed on both sides: %s", reports.Counted(len(checked), "file"), strings.Join(parts, ", "))
}

// verdict is the error that something is lost, nil if nothing is.
func (g *gitChecking) verdict(checked []*driver.Checked) error {
	lost := 0
	for _, c := range checked {
		if loses(c) {
			lost++
		}
	}
	if lost == 0 {
		return nil
	}
	return &unsettledError{fmt.Sprintf("git alone breaks, changes or stops at %s; %s", reports.Counted(lost, "file"), g.remedy())}
}

// remedy is what to do about what is lost.
func (g *gitChecking) remedy() string {
	return fmt.Sprintf("merge the target branch (%s) into yours (%s) where krm-merge git install was run, answer what it asks, and push", g.commits.Base, g.commits.Head)
}
