package phrase

import (
	"github.com/krm-merge/krm-merge/merge"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// Kind is what the phrasebook has of a kind of conflict; of a note it is the code.
type Kind struct {
	// Code is what programs rely on: both-changed.
	Code string `json:"kind,omitempty"`
	// Title is what happened: both changed.
	Title string `json:"reason,omitempty"`
	// Remedy is what a person can do about it besides Settle.
	Remedy string `json:"-"`
}

// Settle is how to decide any conflict otherwise.
const Settle = "By default upstream's is taken (onConflict: Updated); with onConflict: Dest yours stays. Rules decide for single places, and the comment \"" + terms.PinComment + "\" in dest keeps a place as it is."

// Unresolved is what to do about conflicts that nobody decided.
const Unresolved = "For each: take upstream's (onConflict: Updated), keep yours (onConflict: Dest), in rules for single places, or edit dest until it agrees."

// Marked is what to do about conflicts that stand in files.
const Marked = "krm-merge resolve goes through them, and remembers the answers; in an editor, choose between the marks and remove them. With a rule (rules: onConflict: Updated or Dest) nobody asks again."

// KindOf is the phrasebook's entry for a kind of conflict.
func KindOf(k merge.ConflictKind) Kind {
	remedies := map[merge.ConflictKind]string{
		merge.BothChanged:     "With onConflict: Newest the higher of two versions is taken.",
		merge.DeletedUpstream: "About whole resources onDeletedUpstream decides: KeepModified keeps yours.",
		merge.DeletedLocally:  "About whole resources onDeletedLocally decides: Readd adds them again.",
		merge.ListChanged:     "With lists.atomic: Merge such lists merge element by element; keys say what identifies their elements.",
		merge.UnionChanged:    "Only one of the fields may be there.",
		merge.OrderChanged:    "With lists.order: Dest your order stays.",
		merge.BothRenamed:     "Only one of the names is what it is called now.",
		merge.LinesDiffer:     "Compare both sides: one of them may have moved what the other deleted. With text: Replace lines are not looked at.",
	}
	return Kind{k.String(), k.Title(), remedies[k]}
}

// TitleOf is what happened in a conflict of that code, the code itself where nobody knows it.
func TitleOf(code string) string {
	for _, k := range Conflicts() {
		if k.Code == code {
			return k.Title
		}
	}
	return code
}

// Conflicts are the entries for all kinds of conflict.
func Conflicts() []Kind {
	var all []Kind
	for k := merge.BothChanged; k <= merge.Moved; k++ {
		all = append(all, KindOf(k))
	}
	return all
}
