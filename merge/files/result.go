package files

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Result is what a merge gives.
type Result struct {
	// Files are those that the merged tree has and those that were deleted, by path.
	Files []Merged
	// Outcome is what became of the resources in them, with all conflicts and notes.
	// The resources of a conflict about a file that is merged whole have no Node, but a Text; those
	// of a note about a file have neither. A note without a resource is about a version.
	resource.Outcome
	// Unmarked are the questions that somebody has to answer, under the setting Ask, and
	// that neither a file shows nor the decisions of dest hold: of a single file, and of
	// files that YAML cannot hold; dest's values stand there.
	Unmarked []*resource.Conflict
	// Versions are what the trees are in the merge, from left to right: original,
	// updated, source, dest, layer 2. That of dest is the one at Dest.
	Versions []string
	Dest     int
}

// Merged is what becomes of one file.
type Merged struct {
	// File is the file as it is merged. Its Data is nil where it is deleted.
	File
	Status Status
	// Whole: it was merged as bytes, and holds no resources.
	Whole bool
	// Versions are the files that it was merged from: for each of the result's
	// versions none or one.
	Versions [][]File
	// Blocks is how many blocks between conflict marks it has.
	Blocks int

	// resources are all those in the versions and in the result.
	resources []*resource.Resource
	// forwarded: its text is updated's.
	forwarded bool
}

// Secret reports whether the file holds values that must not be shown, in any version
// or merged: it has a resource that is secret, see resource.Resource. Nobody knows of a file
// that is merged whole. The cost is linear.
func (m *Merged) Secret() bool {
	for _, r := range m.resources {
		if r.Secret() {
			return true
		}
	}
	return false
}

// Status is what became of a file.
type Status uint8

const (
	// Unchanged: its bytes are dest's.
	Unchanged Status = iota
	// Changed: its bytes are not dest's.
	Changed
	// Added: dest has no such file.
	Added
	// Deleted: nothing is left of it.
	Deleted
)

var statusNames = enum.Names[Status]{"unchanged", "changed", "added", "deleted"}

func (s Status) String() string { return statusNames.Of(s) }

// status is what becomes of a file of dest, nil for none, with other bytes.
func status(dest *File, data []byte) Status {
	switch {
	case dest == nil:
		return Added
	case bytes.Equal(dest.Data, data):
		return Unchanged
	}
	return Changed
}

// ConflictsError is the error of a merge whose policy leaves conflicts to people:
// onConflict is Fail or Ask there.
type ConflictsError struct {
	// Conflicts are those.
	Conflicts []resource.Conflict
}

func (e *ConflictsError) Error() string {
	c, more := &e.Conflicts[0], ""
	if n := len(e.Conflicts) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	about := c.Subject()
	problem := fmt.Sprintf("%s%s; onConflict is %s, so nothing was merged. %s", phrase.KindOf(c.Kind).Title, more, c.OnConflict, phrase.Unresolved)
	if about.Node == nil {
		return strings.TrimSpace(about.Path+" "+c.Place()) + ": " + problem
	}
	return (&resource.Error{Resources: []*resource.Resource{about}, Path: c.Place(), Problem: problem}).Error()
}

// refuse gives the error for the conflicts that make a merge fail, nil for none. Those
// that are left to somebody do, unless files show them.
func refuse(conflicts []resource.Conflict, form marks.Form) error {
	var failing []resource.Conflict
	for i := range conflicts {
		if c := &conflicts[i]; c.Refused() && (c.OnConflict == merge.Fail || form != marks.Lines) {
			failing = append(failing, conflicts[i])
		}
	}
	if len(failing) == 0 {
		return nil
	}
	return &ConflictsError{failing}
}
