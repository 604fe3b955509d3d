package chartref

import (
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// Edit is another value for a place of a file.
type Edit struct {
	Place
	Value string
}

// Apply gives a file with other values at places; all else stays. The cost is linear.
func Apply(text []byte, edits []Edit) ([]byte, error) {
	docs, err := source.Parse(text)
	if err != nil {
		return nil, err
	}
	changes := make([]source.Change, len(docs))
	for i, doc := range docs {
		changes[i] = source.Change{Old: doc, New: doc}
	}
	for _, e := range edits {
		c := &changes[e.Document]
		c.New, _ = e.At.Edit(c.New, func(s merge.Spot) merge.Spot {
			with := *s.Value
			with.Value, s.Value = e.Value, &with
			return s
		})
	}
	return source.Print(text, changes)
}

// Key names the reference in all versions of the tree: of several charts of one name in one resource
// nobody knows which is which.
func (r *Reference) Key() string { return r.File + "\x00" + r.Subject + "\x00" + r.Name }
