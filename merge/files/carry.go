package files

import (
	"fmt"

	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// carry edits the files that lose resources to other files, if the merge changed these
// resources.
func (a *assembly) carry(outcome *resource.Outcome) error {
	for _, m := range outcome.Resources {
		if m.Dest == nil || m.Forwarded || m.Path == m.Dest.Path || m.Node == m.Dest.Node {
			continue
		}
		from := homeOf(m.Dest)
		if from == nil || a.carried[from] != nil {
			continue
		}
		c, err := a.edited(from)
		if err != nil {
			return fmt.Errorf("%s: the merged file cannot be written: %w", from.file.Path, err)
		}
		a.carried[from] = c
		for i, doc := range from.nodes {
			if m := a.placed[from.byNode[doc]]; m != nil && m.Path != m.Dest.Path && !m.Forwarded {
				a.moving[m] = c.Docs[i]
			}
		}
	}
	return nil
}

// edited is a file of dest with all that becomes of its resources.
func (a *assembly) edited(from *documents) (*source.Text, error) {
	var changes []source.Change
	var parts []*resource.Merged
	for _, doc := range from.nodes {
		c := source.Change{Old: doc, New: doc}
		if m := a.placed[from.byNode[doc]]; m != nil {
			c.New = a.document(m)
			parts = append(parts, m)
		}
		changes = append(changes, c)
	}
	data, err := source.Print(from.file.Data, changes, a.texts(parts, from)...)
	if err != nil {
		return nil, err
	}
	docs, err := source.Parse(data)
	if err == nil && len(docs) != len(from.nodes) {
		err = fmt.Errorf("it has %d documents, not %d", len(docs), len(from.nodes))
	}
	return &source.Text{Bytes: data, Docs: docs}, err
}
