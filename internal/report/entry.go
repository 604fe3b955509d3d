package report

import (
	"fmt"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// what an entry tells.
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

// listed are all entries by what they tell. A deletion with a conflict is listed once.
func (r *Report) listed() [isNote + 1][]*Entry {
	var all [isNote + 1][]*Entry
	deleted := map[*resource.Resource]bool{nil: false}
	for i, list := range r.entries() {
		w := [...]what{isConflict, isChanged, isAdded, isDeleted, isMoved, isNote}[i]
		for k := range *list {
			e := &(*list)[k]
			e.what = w
			if e.Warning {
				e.what = isWarning
			}
			if w == isConflict && e.deletes() {
				deleted[e.at.resource] = true
			}
			if w != isDeleted || !deleted[e.at.resource] {
				all[e.what] = append(all[e.what], e)
			}
		}
	}
	return all
}

// says is what it tells, besides where.
func (e *Entry) says() string {
	switch {
	case e.what == isConflict:
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
