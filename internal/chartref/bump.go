package chartref

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// Bump gives the file of the reference with another version in place of its own; all else stays.
func (r *Reference) Bump(text []byte, version string) ([]byte, error) {
	docs, err := source.Parse(text)
	if err != nil || r.Document >= len(docs) {
		return nil, fmt.Errorf("%s: it was changed meanwhile; try again", r.File)
	}
	changes := make([]source.Change, len(docs))
	for i, doc := range docs {
		changes[i] = source.Change{Old: doc, New: doc}
	}
	edited, is := r.At.Edit(docs[r.Document], func(s merge.Spot) merge.Spot {
		with := yaml.Node{}
		if s.Value != nil {
			with = *s.Value
		}
		with.Value, s.Value = version, &with
		return s
	})
	if !is {
		return nil, fmt.Errorf("%s:%d: the version stands behind an alias; write it yourself", r.File, r.Line)
	}
	changes[r.Document].New = edited
	bumped, err := source.Print(text, changes)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", r.File, r.Line, err)
	}
	return bumped, nil
}

// Key names the reference in all versions of the tree: of several charts of one name in one resource
// nobody knows which is which.
func (r *Reference) Key() string { return r.File + "\x00" + r.Subject + "\x00" + r.Name }
