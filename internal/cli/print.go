package cli

import (
	"bytes"

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
// they stand.
func (s *slot) laidOut(data []byte) []byte {
	o, u, d := s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest)
	if o == nil || u == nil || d == nil || !s.one() || bytes.Contains(d.data, []byte(merge.PinComment)) {
		return data
	}
	byLine, clean := merge.Lines(string(o.data), string(u.data), string(d.data))
	if !clean {
		return data
	}
	return source.Layout(data, []byte(byLine))
}

func unchanged(docs []source.Change) bool {
	for _, d := range docs {
		if d.Old == nil || d.New != d.Old && (len(d.Old.Content) != 1 || d.New != d.Old.Content[0]) {
			return false
		}
	}
	return true
}
