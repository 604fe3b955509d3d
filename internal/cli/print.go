package cli

import (
	"slices"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// printFile prints a file of dest with its documents changed, as edits on its
// own text, and says how. A file without changes keeps its bytes.
func printFile(old *documents, docs []source.Change, from []source.Text) ([]byte, source.Stats, error) {
	if unchanged(docs) {
		return old.file.data, source.Stats{Documents: len(docs)}, nil
	}
	return source.Print(old.file.data, docs, from...)
}

// laidOut gives a merged file the blank lines and the comments of a merge by
// lines, where there is one and it says the same: a tree does not know where
// they stand. Between lines of dest's its own blank lines stay. Where one of its
// resources was taken from that merge, so is the text, and where a side put its
// documents into another order.
func (s *slot) laidOut(data []byte, parts []*fn.Merged, order merge.Order) []byte {
	lines, clean := s.lines()
	switch {
	case !clean:
		return data
	case order == merge.OrderUpdated && source.Reordered(data, []byte(lines)):
		return []byte(lines)
	}
	fromLines := slices.ContainsFunc(parts, (*fn.Merged).FromLines)
	// Blank lines may be part of a value: then they stand as lines have them.
	for _, as := range []string{merge.KeepSpacing(lines, string(s.file(merge.Dest).data)), lines} {
		if laidOut, ok := source.Layout(data, []byte(as), fromLines); ok {
			return laidOut
		}
	}
	return data
}

func unchanged(docs []source.Change) bool {
	for _, d := range docs {
		if d.Old == nil || d.New != d.Old && (len(d.Old.Content) != 1 || d.New != d.Old.Content[0]) {
			return false
		}
	}
	return true
}
