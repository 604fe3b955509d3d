package chartref

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
)

// Edit is another value for a place of a file.
type Edit struct {
	Place
	Value string
}

// Apply gives a file with other values at places; all else stays. An edit that cannot be is left out, and
// has an error. The cost is linear.
func Apply(text []byte, edits []Edit) (edited []byte, failed []error) {
	failed = make([]error, len(edits))
	all := func(err error) ([]byte, []error) {
		for i := range edits {
			failed[i] = fmt.Errorf("%s: %w", edits[i].File, err)
		}
		return text, failed
	}
	docs, err := source.Parse(text)
	if err != nil {
		return all(err)
	}
	changes := make([]source.Change, len(docs))
	for i, doc := range docs {
		changes[i] = source.Change{Old: doc, New: doc}
	}
	for i, e := range edits {
		c := &changes[e.Document]
		found, is := e.At.Find(c.New)
		var edited *yaml.Node
		if is = is && found.Value.Kind == yaml.ScalarNode; is {
			edited, is = e.At.Edit(c.New, func(s merge.Spot) merge.Spot {
				with := *s.Value
				with.Value, s.Value = e.Value, &with
				return s
			})
		}
		if !is {
			failed[i] = fmt.Errorf("%s: %s is an alias, or behind one; write it yourself", e.File, e.At)
			continue
		}
		c.New = edited
	}
	if edited, err = source.Print(text, changes); err != nil {
		return all(err)
	}
	return edited, failed
}

// Key names the reference in all versions of the tree: of several charts of one name in one resource
// nobody knows which is which.
func (r *Reference) Key() string { return r.File + "\x00" + r.Subject + "\x00" + r.Name }
