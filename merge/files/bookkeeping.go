package files

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// isRespelled reports whether kpt can have made dest's file of original's: it has no
// comments but original's and kpt's. What is in it decides for the rest. kpt leaves out
// documents that hold comments only.
func (s *slot) isRespelled() bool {
	o, d := s.documents(merge.Original), s.documents(merge.Dest)
	if o == nil || d == nil {
		return false
	}
	counts := map[string]int{}
	for _, line := range commentLines(o) {
		counts[line]++
	}
	for _, line := range commentLines(d) {
		if counts[line]--; counts[line] < 0 && !annotation.IsMergeComment(line) {
			return false
		}
	}
	return true
}

// commentLines are the lines of comments of a file. Documents that are shared have none.
func commentLines(d *documents) (all []string) {
	for _, doc := range d.nodes {
		if doc != nil {
			all = append(all, source.CommentLines(doc)...)
		}
	}
	return all
}

// book edits the files of updated of which resources get kpt's bookkeeping, so that what
// comes from them is copied from there. A file that cannot be edited in place does not
// become dest's whole.
//
// See testdata/kpt*.txtar.
func (a *assembly) book(outcome *resource.Outcome) {
	if !outcome.KptBookkeeping {
		return
	}
	booked := map[*documents]map[int]*resource.Merged{}
	var files []*documents
	for _, m := range outcome.Resources {
		from := homeOf(m.Updated)
		if value := a.upstreams(m); value == nil || value == m.Updated.Node || m.Updated.Doc == nil {
			continue
		}
		if booked[from] == nil {
			booked[from] = map[int]*resource.Merged{}
			files = append(files, from)
		}
		booked[from][m.Updated.Index-from.first] = m
	}
	for _, from := range files {
		c, err := a.withBookkeeping(from, booked[from])
		if err != nil {
			delete(a.whole, from.file.Path)
			continue
		}
		a.carried[from] = c
		for i, m := range booked[from] {
			a.moving[m] = c.Docs[i]
		}
	}
}

// upstreams is the value of a result that comes from updated as updated spells it, nil for
// any other.
func (a *assembly) upstreams(m *resource.Merged) *yaml.Node {
	switch {
	case m.Updated == nil:
	case m.Dest == nil, m.Forwarded:
		return m.Node
	case a.whole[m.Path] != nil:
		return m.Respelled
	}
	return nil
}

// withBookkeeping edits a file of updated.
func (a *assembly) withBookkeeping(from *documents, booked map[int]*resource.Merged) (*source.Text, error) {
	docs := from.nodes
	if slices.Contains(docs, nil) {
		var err error
		if docs, err = source.Parse(from.file.Data); err != nil {
			return nil, err
		}
	}
	changes := make([]source.Change, len(docs))
	for i, doc := range docs {
		changes[i] = source.Change{Old: doc, New: doc}
		if m := booked[i]; m != nil {
			changes[i].New = node.InDocument(doc, a.upstreams(m))
		}
	}
	data, err := source.InPlace(from.file.Data, changes)
	if err != nil {
		return nil, err
	}
	docs, err = source.Parse(data)
	return &source.Text{Bytes: data, Docs: docs}, err
}
