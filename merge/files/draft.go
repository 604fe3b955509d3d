package files

import (
	"errors"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// draftPart is a changed resource, and what its document becomes where its text is from.
type draftPart struct {
	*resource.Merged
	doc *yaml.Node
}

// draft edits the files of which changed resources stand elsewhere in the result, so that
// their texts are copied from there: those of dest that they leave, and those of updated of
// which they get kpt's bookkeeping. A file that cannot be edited in place does not become
// dest's whole.
//
// See testdata/moved.txtar, testdata/kpt*.txtar.
func (a *assembly) draft(outcome *resource.Outcome) {
	parts := map[*documents]map[int]draftPart{}
	var files []*documents
	for _, m := range outcome.Resources {
		r, doc := a.drafted(m, outcome.KptBookkeeping)
		if r == nil || r.Doc == nil {
			continue
		}
		from := homeOf(r)
		if parts[from] == nil {
			parts[from] = map[int]draftPart{}
			files = append(files, from)
		}
		parts[from][r.Index] = draftPart{m, doc}
	}
	for _, from := range files {
		text, err := a.edited(from, parts[from])
		if err != nil {
			if a.whole[from.file.Path] == from {
				delete(a.whole, from.file.Path)
			}
			continue
		}
		a.carried[from] = text
		for i, part := range parts[from] {
			a.moving[part.Merged] = text.Docs[i]
		}
	}
}

// drafted gives the resource whose text a changed result follows, though that stands in
// another file, and the document that it becomes there; nil for any other.
func (a *assembly) drafted(m *resource.Merged, booked bool) (of *resource.Resource, doc *yaml.Node) {
	var upstreams *yaml.Node
	switch {
	case !booked || m.Updated == nil:
	case m.Dest == nil, m.Forwarded:
		upstreams = m.Node
	case a.whole[m.Path] != nil:
		upstreams = m.Respelled
	}
	switch {
	case upstreams != nil && upstreams != m.Updated.Node:
		return m.Updated, node.InDocument(m.Updated.Doc, upstreams)
	case m.Dest != nil && !m.Forwarded && m.Path != m.Dest.Path && m.Node != m.Dest.Node:
		return m.Dest, m.Doc
	}
	return nil, nil
}

// edited is a file in which some documents are what becomes of them.
func (a *assembly) edited(from *documents, parts map[int]draftPart) (*source.Text, error) {
	var changes []source.Change
	var all []*resource.Merged
	for i, doc := range from.nodes {
		c := source.Change{Old: doc, New: doc}
		if part := parts[i]; part.Merged != nil {
			c.New, all = part.doc, append(all, part.Merged)
		}
		changes = append(changes, c)
	}
	data, err := source.InPlace(from.file.Data, changes, a.texts(all, from)...)
	if err != nil {
		return nil, err
	}
	docs, err := source.Parse(data)
	if err == nil && len(docs) != len(changes) {
		err = errors.New("it has other documents")
	}
	return &source.Text{Bytes: data, Docs: docs}, err
}
