package report

import (
	"cmp"
	"encoding/json"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/decisions"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Conflict is a conflict about a place, a resource or a file.
type Conflict struct {
	Spot
	Resource *decisions.Ref `json:"resource,omitempty"`
	Path     string         `json:"path,omitempty"`
	// Words are what happened, by which programs know it, and what was done.
	phrase.Words
	// Original, Updated and Dest are what the versions have there, nil where
	// one has nothing.
	Original *Value `json:"original,omitempty"`
	Updated  *Value `json:"updated,omitempty"`
	Dest     *Value `json:"dest,omitempty"`
	// Taken is the version that had its way, "" if nobody had, and nothing was
	// written because of that.
	Taken string `json:"taken,omitempty"`
	// Partial: one side deleted the place, and it holds only what the other changed of it.
	Partial bool `json:"partial,omitempty"`
	// Secret: the values are not shown.
	Secret bool `json:"secret,omitempty"`

	at place
	// of is what it tells of, nil if nobody knows, and options those of its merge.
	of      *resource.Conflict
	options *resource.Options
}

// Value is what a version has at a place: JSON on one line, absent where the
// place is a whole resource or the value is secret.
type Value struct {
	File  string          `json:"file,omitempty"`
	Line  int             `json:"line,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
}

func conflictOf(c *resource.Conflict, o *resource.Options, show func(string) string, refs refs) Conflict {
	out := Conflict{Path: c.Place(), Words: phrase.Of(c, o), Partial: c.Partial, Secret: c.Secret()}
	if !c.Open() {
		out.Taken = c.Taken.String()
	}
	if of := c.Subject(); of != nil {
		out.File, out.Resource = show(of.Path), refs.of(of)
		out.at = place{of, c.Path, c.In, c.Line}
		out.of, out.options = c, o
	}
	// The value of a whole resource does not help in one line.
	shown := !out.Secret && (len(c.Path) > 0 || c.Moved)
	at := func(n *yaml.Node, of *resource.Resource) *Value {
		whole := len(c.Path) == 0 && of != nil && of.Node == nil
		if n == nil && !whole {
			return nil
		}
		v := &Value{}
		if n != nil {
			v.Line = n.Line
		}
		if of != nil {
			v.File, v.Line = of.Name, cmp.Or(v.Line, of.Line)
		}
		if shown && n != nil {
			v.Value = phrase.JSON(n)
		}
		return v
	}
	out.Original, out.Updated, out.Dest = at(c.Original, c.OriginalResource), at(c.Updated, c.UpdatedResource), at(c.Dest, c.DestResource)
	switch {
	case out.Dest != nil:
		out.Line = out.Dest.Line
	case c.DestResource != nil:
		out.Line = c.DestResource.Line
	}
	return out
}

// side is what one version has at the place of a conflict.
type side struct {
	// name is the version, words its name for people.
	name, words string
	value       *Value
	// excerpt is the value on one line, "" where there is nothing to show.
	excerpt string
}

func (c *Conflict) sides() []side {
	return []side{
		{merge.Original.String(), phrase.Original, c.Original, c.Words.Original},
		{merge.Updated.String(), phrase.Updated, c.Updated, c.Words.Updated},
		{merge.Dest.String(), phrase.Dest, c.Dest, c.Words.Dest},
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
func (c *Conflict) deletes() bool {
	return c.Path == "" && c.Code == phrase.KindOf(merge.DeletedUpstream).Code && c.Taken == merge.Updated.String()
}
