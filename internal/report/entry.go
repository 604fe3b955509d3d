package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
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

// Says is what it tells, besides where.
func (e *Entry) Says() string {
	switch {
	case e.what == isQuestion:
		return e.Words.Question()
	case e.what.isCase():
		return e.Words.String()
	case e.From != "":
		return "from " + e.From
	case e.Before != nil || e.After != nil:
		texts := phrase.Shortened(string(e.Before), string(e.After))
		return strings.TrimSuffix(strings.TrimPrefix(texts[0]+" → "+texts[1], " → "), " → ")
	case e.Secret:
		return "a secret value"
	}
	return cmp.Or(e.Message, e.Note)
}

// places are where an entry belongs, from the file to the path, as far as that is
// known, each marked up.
func (e *Entry) places(markup func(string) string) []string {
	var all []string
	for _, part := range []string{at(e.File, e.Line), e.Resource.String(), e.Path} {
		if part != "" {
			all = append(all, markup(part))
		}
	}
	return all
}

// line is the entry on one line, with its places and its text marked up.
func (e *Entry) line(place, text func(string) string) string {
	parts := slices.DeleteFunc([]string{strings.Join(e.places(place), " "), text(e.Says())}, func(part string) bool { return part == "" })
	return strings.Join(parts, ": ")
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

// Value is what a version has at a place: JSON on one line, absent where the
// place is a whole resource or the value is secret.
type Value struct {
	File  string          `json:"file,omitempty"`
	Line  int             `json:"line,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
}

// conflict is the entry for a conflict.
func (r *telling) conflict(c *resource.Conflict, o *resource.Options) Entry {
	out := Entry{Path: c.Place(), Words: phrase.Of(c, o), Partial: c.Partial, Secret: c.Secret()}
	if !c.Open() {
		out.Taken = c.Taken.String()
	}
	out.Original = valueOf(c, c.Original, c.OriginalResource)
	out.Updated = valueOf(c, c.Updated, c.UpdatedResource)
	out.Dest = valueOf(c, c.Dest, c.DestResource)
	line := 0
	switch {
	case out.Dest != nil:
		line = out.Dest.Line
	case c.DestResource != nil:
		line = c.DestResource.Line
	}
	if of := c.Subject(); of != nil {
		out.Spot, out.Resource = r.spot(r.show(of.Path), line, place{of, c.Path, c.Line}), refOf(c.Meta())
		out.marked = c.Marked && out.Hint != ""
	}
	return out
}

// valueOf is what a version has at the place of a conflict, nil for nothing.
func valueOf(c *resource.Conflict, n *yaml.Node, of *resource.Resource) *Value {
	v, file := &Value{}, len(c.Path) == 0 && of != nil && of.Node == nil
	if n == nil && !file {
		return nil
	}
	if n != nil {
		v.Line = n.Line
		// The value of a whole resource does not help in one line.
		if !c.Secret() && (len(c.Path) > 0 || c.Kind == merge.Moved) {
			v.Value = phrase.JSON(n)
		}
	}
	if of != nil {
		v.File, v.Line = of.Name, cmp.Or(v.Line, of.Line)
	}
	return v
}

// side is what one version has at the place of a conflict.
type side struct {
	*Value
	// version is what it is in the merge, and name what it is for people.
	version, name string
	// excerpt is the value on one line, "" where there is nothing to show.
	excerpt string
	// instead is what is shown in place of the value, "" if that is shown.
	instead string
}

// sides are what the versions have at the place of a conflict.
func (e *Entry) sides() []side {
	all := []side{
		{e.Original, merge.Original.String(), phrase.Original, e.Words.Original, ""},
		{e.Updated, merge.Updated.String(), phrase.Updated, e.Words.Updated, ""},
		{e.Dest, merge.Dest.String(), phrase.Dest, e.Words.Dest, ""},
	}
	for i := range all {
		switch s := &all[i]; {
		case s.Value == nil:
			s.Value, s.instead = &Value{}, "absent"
		case e.Secret:
			s.instead = "secret"
		case s.Value.Value == nil:
			s.instead = "the whole resource"
		}
	}
	return all
}

// Place is where the version has the value: web.yaml:12.
func (v *Value) Place() string { return at(v.File, v.Line) }
