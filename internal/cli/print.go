package cli

import "github.com/krm-merge/krm-merge/internal/source"

// printFile prints a file of dest with its documents changed, as edits on its
// own text, and says how. A file without changes keeps its bytes.
func printFile(old *documents, docs []source.Change, from []source.Text) ([]byte, source.Stats, error) {
	if unchanged(docs) {
		return old.file.data, source.Stats{Documents: len(docs)}, nil
	}
	return source.Print(old.file.data, docs, from...)
}

func unchanged(docs []source.Change) bool {
	for _, d := range docs {
		if d.Old == nil || d.New != d.Old && (len(d.Old.Content) != 1 || d.New != d.Old.Content[0]) {
			return false
		}
	}
	return true
}
