package phrase

import (
	"strings"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// The names of the versions, as people read them.
const (
	Original = "was"
	Updated  = "upstream"
	Dest     = "yours"
)

// Words are the words for a conflict. None is longer than a line.
type Words struct {
	Kind
	// Outcome is what was done: took upstream's.
	Outcome string `json:"outcome,omitempty"`
	// Why is what decided: onConflict: Updated.
	Why string `json:"by,omitempty"`
	// Hint is how to answer it, "" if it is decided.
	Hint string `json:"hint,omitempty"`
	// Earlier is how an earlier change at the place was decided, "" if none was.
	Earlier string `json:"-"`
	// Open: nobody decided it.
	Open bool `json:"open,omitempty"`
	// Original, Updated and Dest are excerpts of the values, "" where there is
	// nothing to show.
	Original string `json:"-"`
	Updated  string `json:"-"`
	Dest     string `json:"-"`
	// Lost: the outcome names what was lost, so the values add little.
	Lost bool `json:"-"`
}

// Of words a conflict of a package that was merged with these options. The cost is
// linear in the size of its values.
func Of(c *resource.Conflict, o *resource.Options) Words {
	w := Words{Kind: kind(c), Outcome: outcomeOf(c), Why: why(c, o), Hint: hint(c), Open: c.Open()}
	if w.Open && c.Answer != nil {
		w.Earlier = KeptBefore(c.Answer.From)
	}
	if whole := len(c.Path) == 0 && c.Kind != merge.Moved; !whole && !c.Secret() {
		texts := Excerpts(c.Original, c.Updated, c.Dest)
		w.Original, w.Updated, w.Dest = texts[0], texts[1], texts[2]
	}
	if c.Kind == merge.ListChanged && !c.Secret() && !w.Open {
		lost := lost(c)
		w.Lost = lost != ""
		w.Outcome += lost
	}
	return w
}

// KeptBefore is what was done before about a place that is asked about again; said is by whom or when.
func KeptBefore(said string) string { return "kept yours before, " + said }

// String is all in one sentence:
//
//	both changed: was 1, upstream 2, yours 3; took upstream's
//	upstream deleted it, you changed it: deleted
func (w Words) String() string {
	if values := w.values(); values != "" && !w.Lost {
		return w.Title + ": " + values + "; " + w.Outcome
	}
	return w.Title + ": " + w.Outcome
}

// Question is what happened, without an outcome: nobody decided it.
func (w Words) Question() string {
	said := w.Title
	if values := w.values(); values != "" {
		said += ": " + values
	}
	if w.Earlier != "" {
		said += "; " + w.Earlier
	}
	return said
}

// Message is one sentence for readers that see nothing else: with what decided, and for
// undecided conflicts with the hint.
func (w Words) Message() string {
	text := w.String()
	if w.Why != "" {
		text += " (" + w.Why + ")"
	}
	if w.Hint != "" {
		text += "; " + w.Hint
	}
	return text
}

// values are the excerpts in one line, "" if there are none.
func (w Words) values() string {
	var all []string
	for _, v := range [][2]string{{Original, w.Original}, {Updated, w.Updated}, {Dest, w.Dest}} {
		if v[1] != "" {
			all = append(all, v[0]+" "+v[1])
		}
	}
	return strings.Join(all, ", ")
}

func kind(c *resource.Conflict) Kind {
	k := KindOf(c.Kind)
	switch {
	case c.Instead != nil:
		k.Title = "upstream has its default as " + c.Instead.String() + " now, you changed it"
	case c.Kind == merge.BothChanged && c.Original != nil && c.Updated != nil && c.By != terms.ByPolicy && merge.Equal(c.Original, c.Dest):
		// What keeps a place keeps it against a change of upstream alone.
		k.Title = "upstream changed it"
	case c.Kind == merge.UnionChanged && node.FieldAt(c.Dest, "newName") != nil:
		k.Title, k.Remedy = "one changed the name of the image, the other its digest", "Take the digest that the image has under its new name."
	case c.Kind == merge.DeletedUpstream && c.By == terms.ByPin && merge.Equal(c.Original, c.Dest):
		k.Title = "upstream deleted it"
	}
	return k
}

// outcomeOf is what was done.
func outcomeOf(c *resource.Conflict) string {
	kept := c.Taken == merge.Dest
	switch {
	case c.Open():
		return "unresolved"
	case c.Partial && c.Kind == merge.DeletedUpstream:
		return "kept only what you added to it: check that it is complete"
	case c.Partial:
		return "added again, but only what upstream changed of it: check that it is complete"
	case c.Kind == merge.DeletedLocally && kept:
		return "stays deleted"
	case c.Kind == merge.DeletedLocally:
		return "added again"
	case c.Kind == merge.DeletedUpstream && !kept:
		return "deleted"
	case kept:
		return "kept yours"
	}
	return "took upstream's"
}

// why words what decided a conflict, "" if nobody did.
func why(c *resource.Conflict, o *resource.Options) string {
	switch {
	case c.Open() && c.Marked:
		return "" // The question says so.
	case c.By == terms.ByMode:
		return "mode: " + c.Mode.String()
	case c.By == terms.ByPin:
		return "comment: " + terms.PinComment
	case len(c.Path) == 0 && c.UpdatedResource == nil:
		return "onDeletedUpstream: " + o.OnDeletedUpstream.String()
	case len(c.Path) == 0 && c.DestResource == nil:
		return staysDeleted(c, o)
	case c.By == terms.ByNull:
		return "nulls: " + terms.Nulls(o.Policy.KeepNulls).String()
	case c.By == terms.ByVersion:
		return "onConflict: " + merge.TakeNewest.String()
	}
	if c.Kind != merge.Moved && c.OnConflict != o.Policy.OnConflict && c.OnConflict != o.Policy.Decides() {
		return "rules: onConflict: " + c.OnConflict.String()
	}
	return "onConflict: " + o.Policy.OnConflict.String()
}

// staysDeleted words what decided about a resource that dest deleted: what is written, if
// something is.
func staysDeleted(c *resource.Conflict, o *resource.Options) string {
	switch {
	case o.OnDeletedLocally != terms.AskDeletedLocally:
		return "onDeletedLocally: " + o.OnDeletedLocally.String()
	case c.OnConflict == merge.TakeDest:
		return "onConflict: " + c.OnConflict.String()
	}
	return "by default"
}

// hint is how to answer a conflict that nobody decided. Of one that stands in what was written it is a
// command, which a file may follow; without one it is for the package around the working directory.
func hint(c *resource.Conflict) string {
	switch {
	case !c.Open():
		return ""
	case !c.Marked:
		return "decide with onConflict: Updated or Dest"
	}
	command := "krm-merge resolve"
	switch r := c.At().Resource; {
	case r.Kind != "" && r.Name != "" && r.Namespace != "":
		command += " --resource " + printable.Word(r.Kind+"/"+r.Namespace+"/"+r.Name)
	case r.Kind != "" && r.Name != "":
		command += " --resource " + printable.Word(r.Kind+"/"+r.Name)
	}
	// A place that is not shown as it is has no name here.
	if p := c.Place(); p != "" && p == c.Path.String() {
		command += " --path " + printable.Word(p)
	}
	return command
}
