package report

import (
	"fmt"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge"
)

// what an entry tells, in the order in which people read it: what is left to them first.
type what uint8

const (
	isQuestion what = iota
	isConflict
	isWarning
	// isKept: it stays deleted, though upstream changed it.
	isKept
	isDeleted
	isAdded
	isMoved
	isChanged
	isNote
)

// lastShown is the last that text shows without being asked for all.
const lastShown = isWarning

var whatNames = enum.Names[what]{"question", "conflict", "warning", "stays deleted", "deleted", "added", "moved", "changed", "note"}

func (w what) String() string { return whatNames.Of(w) }

// title is the heading of a list.
func (w what) title() string { return whatTitles.Of(w) }

var whatTitles = enum.Names[what]{"Questions", "Conflicts", "Warnings", "Stay deleted", "Deleted", "Added", "Moved", "Changed", "Notes"}

// isCase reports whether it is a conflict, with values and an outcome.
func (w what) isCase() bool { return w == isQuestion || w == isConflict || w == isKept }

// kind is what a conflict is to somebody who reads of it. refused: nothing was written.
func (e *Entry) kind(refused bool) what {
	switch {
	case e.Open && !refused:
		return isQuestion
	case e.Path == "" && e.Code == merge.DeletedLocally.String() && e.Taken == merge.Dest.String():
		return isKept
	}
	return isConflict
}

// listed are all entries by what they tell. A deletion with a conflict is listed once.
func (r *Report) listed() [isNote + 1][]*Entry {
	var all [isNote + 1][]*Entry
	for i, list := range r.entries() {
		w := [...]what{isConflict, isChanged, isAdded, isDeleted, isMoved, isNote}[i]
		for k := range *list {
			e := &(*list)[k]
			switch e.what = w; {
			case w == isConflict:
				e.what = e.kind(r.Refused)
			case e.Warning:
				e.what = isWarning
			}
			if !e.told {
				all[e.what] = append(all[e.what], e)
			}
		}
	}
	return all
}

// says is what it tells, besides where.
func (e *Entry) says() string {
	switch {
	case e.what == isQuestion:
		return e.Words.Question()
	case e.what.isCase():
		return e.Words.String()
	case e.From != "":
		return "from " + e.From
	}
	return e.Message
}

// places are where an entry belongs, from the file to the path, as far as that is
// known.
func (e *Entry) places() []string {
	var all []string
	for _, part := range []string{at(e.File, e.Line), e.Resource.String(), e.Path} {
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
