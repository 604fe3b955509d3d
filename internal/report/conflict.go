package report

import (
	"cmp"
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/excerpt"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Conflict is a conflict about a place, a resource or a file.
type Conflict struct {
	// File and Line are where dest has it, or where it would be.
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Resource *Ref   `json:"resource,omitempty"`
	Path     string `json:"path,omitempty"`
	// Kind is one word for Reason, that programs can rely on.
	Kind   Kind   `json:"kind"`
	Reason string `json:"reason"`
	// Original, Updated and Dest are what the versions have there, nil where
	// one has nothing.
	Original *Value `json:"original,omitempty"`
	Updated  *Value `json:"updated,omitempty"`
	Dest     *Value `json:"dest,omitempty"`
	// Taken is the version that had its way, "" if nobody had, and nothing was
	// written because of that.
	Taken string `json:"taken,omitempty"`
	// By is the setting, comment or rule that decided.
	By string `json:"by,omitempty"`
	// Partial: the place holds only what updated changed of it.
	Partial bool `json:"partial,omitempty"`
	// Secret: the values are not shown.
	Secret bool `json:"secret,omitempty"`
}

// Value is what a version has at a place: JSON on one line, absent where the
// place is a whole resource or the value is secret.
type Value struct {
	File  string          `json:"file,omitempty"`
	Line  int             `json:"line,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
}

// Kind names what a conflict is about: both-changed, deleted-upstream.
type Kind string

// moved is the kind of a resource that two versions moved to different files.
const moved Kind = "moved"

// KindOf names a kind of conflict for programs.
func KindOf(k merge.ConflictKind) Kind {
	switch k {
	case merge.BothChanged:
		return "both-changed"
	case merge.BothAdded:
		return "both-added"
	case merge.DeletedUpstream:
		return "deleted-upstream"
	case merge.DeletedLocally:
		return "deleted-locally"
	case merge.KindChanged:
		return "kind-changed"
	case merge.ListChanged:
		return "list-changed"
	case merge.UnionChanged:
		return "union-changed"
	case merge.OrderChanged:
		return "order-changed"
	case merge.LinesDiffer:
		return "lines-differ"
	}
	return Kind(strings.ReplaceAll(k.String(), " ", "-"))
}

func conflictOf(c *resource.Conflict, cfg *fn.Config, show func(string) string) Conflict {
	out := Conflict{
		Path: c.Place(), Kind: KindOf(c.Kind), Reason: c.Kind.String(), Taken: takenBy(c),
		By: decidedBy(c, cfg), Partial: c.Partial, Secret: c.Secret(),
	}
	if c.Moved {
		out.Kind, out.Reason = moved, "moved to different files"
	}
	for _, of := range []*resource.Resource{c.DestResource, c.UpdatedResource, c.OriginalResource} {
		if of != nil {
			out.File, out.Resource = show(of.Path), RefOf(of.Node)
			break
		}
	}
	// A whole resource says nothing in one line.
	shown := !out.Secret && (len(c.Path) > 0 || c.Moved)
	at := func(n *yaml.Node, of *resource.Resource) *Value {
		if n == nil {
			return nil
		}
		v := &Value{Line: n.Line}
		if of != nil {
			v.File, v.Line = of.Name, cmp.Or(n.Line, of.Line)
		}
		if shown {
			v.Value = valueOf(n)
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

// takenBy is the version that had its way, "" for none.
func takenBy(c *resource.Conflict) string {
	if c.Fails() {
		return ""
	}
	return c.Taken.String()
}

// decidedBy spells what settled a conflict, or said that nobody may.
func decidedBy(c *resource.Conflict, cfg *fn.Config) string {
	whole := len(c.Path) == 0 && !c.Moved
	switch {
	case c.Fails():
		return generally(c, cfg)
	case whole && c.Kind == merge.DeletedUpstream && (c.UpdatedResource == nil):
		return "onDeletedUpstream: " + cfg.OnDeletedUpstream.String()
	case whole && c.Kind == merge.DeletedLocally && (c.DestResource == nil):
		return "onDeletedLocally: " + cfg.OnDeletedLocally.String()
	}
	switch c.By {
	case merge.ByNull:
		return "nulls: " + cfg.Policy.Nulls.String()
	case merge.ByMode:
		return "mode: " + c.Mode.String()
	case merge.ByPin:
		return "comment: krm-merge: keep"
	case merge.ByVersion:
		return "onConflict: " + merge.TakeNewest.String()
	case merge.ByPolicy:
	}
	return generally(c, cfg)
}

// generally spells the setting for conflicts that holds at the place.
func generally(c *resource.Conflict, cfg *fn.Config) string {
	global := cfg.Policy.OnConflict
	if !c.Moved && c.OnConflict != global {
		return "rules: onConflict: " + c.OnConflict.String()
	}
	return "onConflict: " + global.String()
}

// settled says who had his way, in words.
func (c *Conflict) settled() string {
	text := "took updated"
	switch c.Taken {
	case "":
		return "not settled"
	case merge.Dest.String():
		text = "kept dest"
	}
	if c.Partial {
		text += ", only what it changed: look whether it is complete"
	}
	return text
}

// sides are the values of a conflict with the names of their versions.
func (c *Conflict) sides() []side {
	return []side{{"original", c.Original}, {"updated", c.Updated}, {"dest", c.Dest}}
}

type side struct {
	name  string
	value *Value
}

// text is the value on one line, "" where there is nothing to show.
func (s side) text() string {
	if s.value == nil {
		return ""
	}
	return string(s.value.Value)
}

// excerpts are the values of the sides, so many characters of what differs.
func (c *Conflict) excerpts(most int) map[string]string {
	sides := c.sides()
	texts := make([]string, len(sides))
	for i, s := range sides {
		texts[i] = s.text()
	}
	all := make(map[string]string, len(sides))
	for i, text := range excerpt.Of(most, texts...) {
		all[sides[i].name] = text
	}
	return all
}

// place is where the version has the value: web.yaml:12.
func (s side) place() string {
	if s.value == nil {
		return ""
	}
	return at(s.value.File, s.value.Line)
}

// message says what the versions hold and what was taken, in a sentence.
func (c *Conflict) message() string {
	var values []string
	texts := c.excerpts(60)
	for _, s := range c.sides() {
		if text := texts[s.name]; text != "" {
			values = append(values, s.name+" "+text)
		}
	}
	text := c.Reason
	if len(values) > 0 {
		text += " (" + strings.Join(values, ", ") + ")"
	}
	return text + ": " + c.settled()
}
