package phrase

import (
	"github.com/krm-merge/krm-merge/merge"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// Kind is what the phrasebook has of a kind of conflict or note.
type Kind struct {
	// Code is what programs rely on: both-changed.
	Code string `json:"kind,omitempty"`
	// Title is what happened: both changed.
	Title string `json:"reason,omitempty"`
	// Remedy is what a person can do about it; for a conflict, besides Settle.
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
	remedies := [...]string{
		merge.BothChanged:     "With onConflict: Newest the higher of two versions is taken.",
		merge.DeletedUpstream: "About whole resources onDeletedUpstream decides: KeepModified keeps yours.",
		merge.DeletedLocally:  "About whole resources onDeletedLocally decides: Readd adds them again.",
		merge.ListChanged:     "With lists.atomic: Merge such lists merge element by element; keys say what identifies their elements.",
		merge.UnionChanged:    "Only one of the fields may be there.",
		merge.OrderChanged:    "With lists.order: Dest your order stays.",
		merge.BothRenamed:     "Only one of them is what the element is called now.",
		merge.LinesDiffer:     "Compare both sides: one of them may have moved what the other deleted. With text: Replace lines are not looked at.",
	}
	if int(k) >= len(remedies) {
		return Kind{Code: k.String(), Title: k.Title()}
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

// Moved is the entry for a resource that both sides moved to different files.
func Moved() Kind {
	return Kind{"moved", "both moved it, to different files", ""}
}

// Conflicts are the entries for all kinds of conflict.
func Conflicts() []Kind {
	var all []Kind
	for k := merge.BothChanged; k <= merge.LinesDiffer; k++ {
		all = append(all, KindOf(k))
	}
	return append(all, Moved())
}

// NoteOf is the phrasebook's entry for a kind of note.
func NoteOf(k terms.NoteKind) Kind {
	words := [...][2]string{
		terms.NoteOrder:     {"upstream changed the order of a list, yours stays", "With lists.order: Updated upstream's order is taken."},
		terms.NoteComment:   {"a comment of one side is not in the result", "Write the comment into dest again, if you need it."},
		terms.NoteKeys:      {"a list is not merged by its keys", "Give the elements unique keys, or say with keys what identifies them."},
		terms.NoteAtomicMap: {"both sides changed a map that the API treats as one value", "Check that the fields fit together."},
		terms.NoteAlias:     {"an alias was written out", "Nothing to do."},
		terms.NoteMode:      {"a mode does not count", "Write the mode where it is to count, or leave it out."},
		terms.NoteReference: {"something still refers to what is gone", "Refer to something else, or add again what is gone."},
		terms.NoteRename:    {"two names are taken for one thing", "The settings renames and renamedKeys say which new names are followed."},
		terms.NoteDoubt:     {"both sides' changes may not go together", "Look at the place. With onConflict: Ask or Fail it is a conflict."},
		terms.NoteFile:      {"how a file or document was merged as text, or what is wrong with a version", "Nothing to do, unless the message asks for something."},
		terms.NoteCopies:    {"the result holds a resource more often than any version", "Delete what is too much, or give it another name."},
		terms.NoteImage:     {"an image has its name from one side, its version from the other", "Check that this image is there. With images.merge: Whole it is a conflict."},
		terms.NoteAnswer:    {"an answer decided a conflict", "Nothing to do."},
		terms.NoteNull:      {"a null cleared a field", "With nulls: Changed a null is a value and stays."},
		terms.NoteOverride:  {"upstream's changes concern an override, or a file is one of overrides", "Look at the override, whether it is still what you want. With layout: Copy the file merges as a copy of original."},
		terms.NoteRule:      {"a rule matched nothing", "Correct its target or its path, or remove it."},
	}
	if int(k) >= len(words) {
		return Kind{Code: k.String(), Title: k.String()}
	}
	return Kind{k.String(), words[k][0], words[k][1]}
}

// Notes are the entries for all kinds of note.
func Notes() []Kind {
	var all []Kind
	for k := terms.NoteOrder; k <= terms.NoteRule; k++ {
		all = append(all, NoteOf(k))
	}
	return all
}
