package report

import (
	"fmt"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/decisions"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// what a report lists.
type what uint8

const (
	isConflict what = iota
	isWarning
	isDeleted
	isAdded
	isMoved
	isChanged
	isNote
)

var whatNames = enum.Names[what]{"conflict", "warning", "deleted", "added", "moved", "changed", "note"}

func (w what) String() string { return whatNames.Of(w) }

// title is the heading of a list.
func (w what) title() string { return whatTitles.Of(w) }

var whatTitles = enum.Names[what]{"Conflicts", "Warnings", "Deleted", "Added", "Moved", "Changed", "Notes"}

// told is one entry of a report, for the forms that list them.
type told struct {
	what     what
	file     string
	line     int
	resource *decisions.Ref
	path     string
	message  string
	// by is what decided, "" if that is of no interest.
	by string
	// code is the kind of a conflict or note.
	code string
	// answers are what to run or to write for an open conflict, a line each.
	answers []string
}

// told lists what became of resources and files, and notes, by kind. A deletion with a
// conflict is listed once.
func (r *Report) told() [isNote + 1][]told {
	var all [isNote + 1][]told
	deleted := map[*resource.Resource]bool{nil: false}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		all[isConflict] = append(all[isConflict], told{isConflict, c.File, c.Line, c.Resource, c.Path, c.Words.String(), c.Why, c.Code, c.Answering()})
		if c.deletes() {
			deleted[c.at.resource] = true
		}
	}
	for w, entries := range map[what][]Entry{isDeleted: r.Deleted, isAdded: r.Added, isMoved: r.Moved, isChanged: r.Changed} {
		for _, e := range entries {
			if w == isDeleted && deleted[e.at.resource] {
				continue
			}
			t := told{what: w, file: e.File, line: e.Line, resource: e.Resource}
			if e.From != "" {
				t.message = "from " + e.From
			}
			all[w] = append(all[w], t)
		}
	}
	for _, n := range r.Notes {
		w := isNote
		if n.Warning {
			w = isWarning
		}
		all[w] = append(all[w], told{what: w, file: n.File, line: n.Line, resource: n.Resource, path: n.Path, message: n.Message, code: n.Kind})
	}
	return all
}

// places are where an entry belongs, from the file to the path, as far as that is
// known.
func (t *told) places() []string {
	var all []string
	for _, part := range []string{at(t.file, t.line), t.resource.String(), t.path} {
		if part != "" {
			all = append(all, printable.Line(part))
		}
	}
	return all
}

// at is a file and a line in it, as far as they are known.
func at(file string, line int) string {
	switch {
	case line <= 0:
		return file
	case file == "":
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("%s:%d", file, line)
}
