package merge

import (
	"encoding/json"
	"fmt"
	"log/slog"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// Side names one of the versions of a merge.
type Side uint8

const (
	// Original is the upstream version that dest was made from.
	Original Side = iota
	// Updated is the new upstream version.
	Updated
	// Dest is the local version, the one that is merged into.
	Dest
)

var sideNames = enum.Names[Side]{"original", "updated", "dest"}

func (s Side) String() string { return sideNames.Of(s) }

// ConflictKind is how two versions came to disagree about a place.
type ConflictKind uint8

const (
	// BothChanged: updated and dest changed a value differently.
	BothChanged ConflictKind = iota
	// BothAdded: updated and dest added different values.
	BothAdded
	// DeletedUpstream: updated deleted what dest changed.
	DeletedUpstream
	// DeletedLocally: dest deleted what updated changed.
	DeletedLocally
	// KindChanged: the kind of value changed on one side, against an edit on the other.
	KindChanged
	// ListChanged: updated and dest changed an atomic list differently.
	ListChanged
	// UnionChanged: updated and dest chose different members of a union.
	UnionChanged
	// OrderChanged: updated and dest changed the order of a list differently.
	OrderChanged
	// BothRenamed: updated and dest gave an element different keys.
	BothRenamed
	// LinesDiffer: merging by lines gives something else than merging by structure.
	// See ByLines.
	LinesDiffer
	// Moved: updated and dest moved a resource to different files; the values are their paths.
	Moved
)

var conflictCodes = enum.Names[ConflictKind]{
	"both-changed", "both-added", "deleted-upstream", "deleted-locally", "kind-changed", "list-changed", "union-changed", "order-changed",
	"both-renamed", "lines-differ", "moved",
}

// String is the code of the kind, in kebab case: both-changed. It does not change from
// one version to the next, so programs can rely on it.
func (k ConflictKind) String() string { return conflictCodes.Of(k) }

var conflictTitles = enum.Names[ConflictKind]{
	"both changed", "both added it differently", "upstream deleted it, you changed it", "you deleted it, upstream changed it",
	"both changed, one to another kind of value", "both sides changed this list", "each chose another of fields that exclude each other",
	"both sides changed the order of this list", "both gave it another name, not the same", "merging by lines gives something else here",
	"both moved it, to different files",
}

// Title is what happened, for people: both changed.
func (k ConflictKind) Title() string { return conflictTitles.Of(k) }

// Conflict is one place about which updated and dest disagree. It is recorded once,
// whoever wins, at the shallowest place where the versions disagree.
type Conflict struct {
	Path Path
	// Original, Updated and Dest are the values of the place in the three
	// versions, nil where a version has none. They belong to the inputs.
	Original, Updated, Dest *yaml.Node
	Kind                    ConflictKind
	// Taken is the side that had its way: Updated or Dest.
	Taken Side
	// Partial reports whether one side deleted the place and that it holds only what
	// the other changed of it, so that it may be incomplete.
	Partial bool
	// addition: updated deleted the place, and all that contradicts is what dest added.
	addition bool
	// OnConflict is the policy at the place, a rule's or the general one.
	OnConflict OnConflict
	// By is what decided the conflict, Mode the mode if one did. Answer is the answer that did, else
	// one that kept dest's value against another change of updated's, nil if there is none.
	By     terms.Decider
	Mode   Mode
	Answer *Answer
}

// String has the kind and the place, without the values and what identifies elements: they may be secret.
func (c Conflict) String() string {
	return c.Kind.String() + " at " + c.Path.Without(0).String() + ": " + c.Taken.String() + " taken"
}

// Format writes String, whatever the verb.
func (c Conflict) Format(to fmt.State, _ rune) { fmt.Fprint(to, c.String()) }

// LogValue is String.
func (c Conflict) LogValue() slog.Value { return slog.StringValue(c.String()) }

// MarshalJSON is String.
func (c Conflict) MarshalJSON() ([]byte, error) { return json.Marshal(c.String()) }

// Open reports whether the conflict is left to somebody: to the setting Ask, or to Fail,
// under which the merge must not be used. One that a mode, a local comment, a comparison
// of versions or an answer decided is not.
func (c *Conflict) Open() bool {
	return (c.OnConflict == Fail || c.OnConflict == Ask) && (c.By == terms.ByPolicy || c.By == terms.ByNull)
}

// Edit is the answer that has a value of its own, nil if none has.
func (c *Conflict) Edit() *Answer {
	if c.Answer == nil || !c.Answer.Edited {
		return nil
	}
	return c.Answer
}

// Value is what the place has by the decision: an answer's own, else that of the side that had its way;
// nil for nothing.
func (c *Conflict) Value() *yaml.Node {
	switch edit := c.Edit(); {
	case edit != nil:
		return edit.Value
	case c.Taken == Dest:
		return c.Dest
	}
	return c.Updated
}

// Note is something a merge did that a person may want to know.
type Note struct {
	Path    Path
	Kind    terms.NoteKind
	Message string
}

// Answer decides a question.
type Answer struct {
	// Taken is the version whose value is taken, Updated or Dest.
	Taken Side
	// Edited: Value is taken in place of either's, nil for nothing. For a union it is a map
	// of the fields that are chosen, for a stretch of a list a list.
	Edited bool
	Value  *yaml.Node
	// From is where the answer is from, for people: "as decided on 2026-08-31", "" if
	// there is nothing to tell.
	From string
}

// Side is the version whose value the answer takes; an edited value counts as dest's.
func (a Answer) Side() Side {
	if a.Taken == Updated && !a.Edited {
		return Updated
	}
	return Dest
}

// Difference is a place in which two versions differ.
type Difference struct {
	Path Path
	// From and To are the place in the versions; its value is nil where one has none.
	From, To Spot
}

// InputError is a value that no merge accepts.
type InputError struct {
	// Side is the version the value belongs to, where the merge knows it.
	Side Side
	// Path is the place, Line and Column where it stands in the text, 0 if
	// the node was not parsed.
	Path         Path
	Line, Column int
	// Problem is what is wrong and what to do.
	Problem string
	// Repeated is the key that the map at Path repeats, where nothing else is wrong with
	// the value; else nil. See DocumentLines.
	Repeated *yaml.Node
}

func (e *InputError) Error() string {
	at := e.Path.String()
	if at == "" {
		at = "document"
	}
	if e.Line > 0 {
		at = fmt.Sprintf("line %d: %s", e.Line, at)
	}
	return at + ": " + e.Problem
}
