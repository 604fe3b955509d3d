package merge_test

import (
	"fmt"
	"testing"

	"github.com/krm-merge/krm-merge/internal/terms"
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
		terms.NoteOrder:        "order",
		terms.NoteComment:      "comment",
		terms.NoteKeys:         "keys",
		terms.NoteAtomicMap:    "atomic-map",
		terms.NoteAlias:        "alias",
		terms.NoteMode:         "mode",
		terms.NoteReference:    "reference",
		terms.NoteRename:       "rename",
		terms.NoteFile:         "file",
		terms.NoteCopies:       "copies",
		terms.NoteImage:        "image",
		terms.NoteAnswer:       "answer",
		terms.NoteNull:         "null",
		terms.NoteOverride:     "override",
		merge.ConflictKind(99): "invalid",
	} {
		if got := kind.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
