package merge_test

import (
	"fmt"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

// Programs read the codes, so they stay what they are.
func TestCodes(t *testing.T) {
	for kind, want := range map[fmt.Stringer]string{
		merge.BothChanged:      "both-changed",
		merge.BothAdded:        "both-added",
		merge.DeletedUpstream:  "deleted-upstream",
		merge.DeletedLocally:   "deleted-locally",
		merge.KindChanged:      "kind-changed",
		merge.ListChanged:      "list-changed",
		merge.UnionChanged:     "union-changed",
		merge.OrderChanged:     "order-changed",
		merge.LinesDiffer:      "lines-differ",
		merge.NoteOrder:        "order",
		merge.NoteComment:      "comment",
		merge.NoteKeys:         "keys",
		merge.NoteAtomicMap:    "atomic-map",
		merge.NoteAlias:        "alias",
		merge.NoteMode:         "mode",
		merge.NoteText:         "text",
		merge.NoteReference:    "reference",
		merge.NoteRename:       "rename",
		merge.NoteFile:         "file",
		merge.NoteCopies:       "copies",
		merge.NoteImage:        "image",
		merge.NoteAnswer:       "answer",
		merge.NoteNull:         "null",
		merge.NoteOverride:     "override",
		merge.ConflictKind(99): "invalid",
	} {
		if got := kind.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
