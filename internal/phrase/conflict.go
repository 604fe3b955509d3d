package phrase

import (
	"strings"

	"github.com/krm-merge/krm-merge/merge"
)

// The names of the versions, as people read them.
const (
	Original = "was"
	Updated  = "upstream"
	Dest     = "yours"
)

// Conflict is a conflict with all that its words depend on.
type Conflict struct {
	merge.Conflict
	// Whole: it is about a whole resource or file.
	Whole bool
	// File: it is about a file that is merged whole, or about lines of it, for which there are
	// no rules.
	File bool
	// Moved: it is about the file of a resource; the values are paths.
	Moved bool
	// Open: nobody decides; so nothing is written, but under the setting Ask files show
	// the conflict.
	Open bool
	// Marked: it is open, and stands in what was written, in comments or between lines.
	Marked, Comments bool
	// Secret: the values are not shown.
	Secret bool
	// Ways are those to other outcomes.
	Ways []Way
	// Why is the setting, the rule or the comment that decided.
	Why string
}

// Words are the words for a conflict. None is longer than a line.
type Words struct {
	Kind
	// Outcome is what was done: took upstream's.
	Outcome string `json:"outcome"`
	// Why is what decided: onConflict: Updated.
	Why string `json:"by,omitempty"`
	// Instead is what to do for another outcome.
	Instead string `json:"instead,omitempty"`
	// Answers are those that are possible for an open conflict: Updated, Dest, Edited.
	Answers []string `json:"answers,omitempty"`
	// Ways are what to run or to write for another outcome.
	Ways []Way `json:"ways,omitempty"`
	// Original, Updated and Dest are excerpts of the values, "" where there is
	// nothing to show.
	Original string `json:"-"`
	Updated  string `json:"-"`
	Dest     string `json:"-"`
	// Advise: wherever the conflict is shown, Instead is shown, too.
	Advise bool `json:"-"`
	// Lost: the outcome names what was lost, so the values add little.
	Lost bool `json:"-"`
}

// Words words a conflict. The cost is linear in the size of its values.
func (c *Conflict) Words() Words {
	w := Words{Kind: c.kind(), Outcome: c.outcome(), Why: c.Why, Instead: c.instead(), Ways: c.Ways, Advise: c.Open || c.Whole}
	if c.Open {
		for answer := merge.ChoseUpdated; answer <= merge.ChoseEdited; answer++ {
			w.Answers = append(w.Answers, answer.String())
		}
	}
	if !c.Secret && !c.Whole {
		texts := Excerpts(c.Original, c.Updated, c.Dest)
		w.Original, w.Updated, w.Dest = texts[0], texts[1], texts[2]
	}
	if c.Kind == merge.ListChanged && !c.Secret && !c.Open {
		lost := c.lost()
		w.Lost = lost != ""
		w.Outcome += lost
	}
	return w
}

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

// Message is one sentence for readers that see nothing else: with what decided, and for
// undecided conflicts and whole resources with what to do.
func (w Words) Message() string {
	text := w.String()
	if w.Why != "" {
		text += " (" + w.Why + ")"
	}
	if w.Advise {
		text += "; " + w.Instead
	}
	return text
}

// decision is the sentence without the values, but with what decided.
func (w Words) decision() string {
	text := w.Title + "; " + w.Outcome
	if w.Why != "" {
		text += " (" + w.Why + ")"
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

func (c *Conflict) kind() Kind {
	k := KindOf(c.Kind)
	switch {
	case c.Moved:
		return Moved()
	case c.Kind == merge.BothChanged && c.Original != nil && c.Updated != nil && c.By != merge.ByPolicy && merge.Equal(c.Original, c.Dest):
		// What keeps a place keeps it against a change of upstream alone.
		k.Title = "upstream changed it"
	}
	return k
}

func (c *Conflict) outcome() string {
	kept := c.Taken == merge.Dest
	switch {
	case c.Open:
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

// decide is what to do about a conflict that is open.
func (c *Conflict) decide() string {
	set := "decide with onConflict: Updated or Dest" + c.there()
	ask := "run " + Words{Ways: c.Ways}.Asks() + ", which asks and remembers the answer"
	switch {
	case c.Marked && c.Comments:
		return ask + "; or " + set
	case c.Marked:
		return ask + ", or choose between the marks in the file; or " + set
	case c.OnConflict == merge.Ask:
		return set + "; or have " + resolve + " ask about it, which needs the question in a file: set marks: {form: Comments} and write the result into files, or merge on the command line"
	case c.Whole:
		return "delete the resource in dest, or make it again what it was upstream; or " + set
	}
	return "make dest agree with upstream there, or " + set
}

// instead is what to do for another outcome.
func (c *Conflict) instead() string {
	either := func(ifKept, ifNot string) string {
		if c.Taken == merge.Dest {
			return ifKept
		}
		return ifNot
	}
	switch other := either("onConflict: Updated takes upstream's", "onConflict: Dest keeps yours"); {
	case c.Open:
		return c.decide()
	case c.Whole && c.Kind == merge.DeletedUpstream:
		return either("onDeletedUpstream: Delete deletes it", "onDeletedUpstream: KeepModified keeps it")
	case c.Whole && c.Kind == merge.DeletedLocally:
		return either("onDeletedLocally: Readd adds it again", "onDeletedLocally: StayDeleted leaves it deleted")
	case c.By == merge.ByNull:
		return "nulls: Changed makes a null a value like any other"
	case c.By == merge.ByMode:
		return "without the mode " + c.Mode.String() + " onConflict decides"
	case c.By == merge.ByPin:
		return "without the comment \"" + merge.PinComment + "\" upstream's change is merged"
	default:
		return other + c.there()
	}
}

// there is where a setting that decides is written.
func (c *Conflict) there() string {
	if c.Whole || c.File {
		return ""
	}
	return ", for all or in a rule for this place"
}
