package report

import (
	"cmp"
	"encoding/json"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Value is what a version has at a place: JSON on one line, absent where the
// place is a whole resource or the value is secret.
type Value struct {
	File  string          `json:"file,omitempty"`
	Line  int             `json:"line,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
}

func conflictOf(c *resource.Conflict, o *resource.Options, show func(string) string) Entry {
	out := Entry{Path: c.Place(), Words: phrase.Of(c, o), Partial: c.Partial, Secret: c.Secret()}
	if !c.Open() {
		out.Taken = c.Taken.String()
	}
	if of := c.Subject(); of != nil {
		out.File, out.Resource = show(of.Path), refOf(c.Meta())
		out.at = place{of, c.Path, c.Line}
		out.marked = c.Marked && out.Hint != ""
	}
	out.Original = valueOf(c, c.Original, c.OriginalResource)
	out.Updated = valueOf(c, c.Updated, c.UpdatedResource)
	out.Dest = valueOf(c, c.Dest, c.DestResource)
	switch {
	case out.Dest != nil:
		out.Line = out.Dest.Line
	case c.DestResource != nil:
		out.Line = c.DestResource.Line
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
	// name is the version, words its name for people.
	name, words string
	value       *Value
	// excerpt is the value on one line, "" where there is nothing to show.
	excerpt string
}

func (e *Entry) sides() []side {
	return []side{
		{merge.Original.String(), phrase.Original, e.Original, e.Words.Original},
		{merge.Updated.String(), phrase.Updated, e.Updated, e.Words.Updated},
		{merge.Dest.String(), phrase.Dest, e.Dest, e.Words.Dest},
	}
}

// place is where the version has the value: web.yaml:12.
func (s side) place() string {
	if s.value == nil {
		return ""
	}
	return at(s.value.File, s.value.Line)
}

// deletes reports whether the conflict is about something that was deleted whole.
func (e *Entry) deletes() bool {
	return e.Path == "" && e.Code == merge.DeletedUpstream.String() && e.Taken == merge.Updated.String()
}
