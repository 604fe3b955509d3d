package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// result is what becomes of one file of dest.
type result struct {
	path string
	// dest is the file as it is, nil for an addition.
	dest *file
	// deleted: nothing is left of it. Else data is its content.
	deleted bool
	data    []byte
	mode    fs.FileMode
	// whole: it was merged as bytes and holds no resources.
	whole bool
	// printed says how its documents were printed.
	printed source.Stats
}

// changed says that the file is not as it was.
func (r *result) changed() bool {
	return r.dest == nil || r.deleted || !bytes.Equal(r.dest.data, r.data)
}

// assembly puts the merged resources back into files.
type assembly struct {
	slots map[string]*slot
	// parts are the merged resources of each file, in order.
	parts map[string][]*resource.Merged
	// placed finds what became of a resource of dest, nil if it is gone.
	placed map[*resource.Resource]*resource.Merged
	// home finds the documents a resource was read from.
	home map[*resource.Resource]*documents
	// carried are the files out of which changed resources move, moving the
	// documents of these.
	carried map[*documents]*carried
	moving  map[*resource.Merged]*yaml.Node
	// single: dest is a single file, which stays even if nothing is left.
	single bool
}

// assemble gives what becomes of every file, by path: of those merged whole
// what wholes says, of others what the outcome does. Files are printed in parallel;
// the error is that of the first path that has one.
func assemble(all []*slot, outcome *resource.Outcome, wholes map[*slot]*file, single bool, shown *progress) ([]*result, error) {
	a := assembly{
		slots:   map[string]*slot{},
		parts:   map[string][]*resource.Merged{},
		placed:  map[*resource.Resource]*resource.Merged{},
		home:    map[*resource.Resource]*documents{},
		carried: map[*documents]*carried{},
		moving:  map[*resource.Merged]*yaml.Node{},
		single:  single,
	}
	for _, s := range all {
		a.slots[s.path] = s
		for _, v := range s.versions {
			for _, d := range v {
				for _, r := range d.resources {
					a.home[r] = d
				}
			}
		}
	}
	for _, m := range outcome.Resources {
		if m.Dest != nil {
			a.placed[m.Dest] = m
		}
		a.parts[m.Path] = append(a.parts[m.Path], m)
	}
	if err := a.carry(outcome); err != nil {
		return nil, err
	}
	results := make([]*result, len(all))
	err := parallel.Try(len(all), func(i int) (err error) {
		defer shown.step()
		s := all[i]
		switch {
		case !s.whole:
			results[i], err = a.file(s)
		case len(a.parts[s.path]) > 0:
			err = fmt.Errorf("%s: resources belong into this file, which is merged whole because it is no YAML; rename it", s.path)
		default:
			results[i] = s.taken(wholes[s], single)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	results = slices.DeleteFunc(results, func(r *result) bool { return r == nil })
	return results, fits(results)
}

// taken is the result for a file merged whole, nil if there is none and was
// none.
func (s *slot) taken(f *file, single bool) *result {
	dest := s.file(merge.Dest)
	switch {
	case f == nil && dest == nil:
		return nil
	case f == nil && single:
		return &result{path: s.path, dest: dest, mode: dest.mode, whole: true}
	case f == nil:
		return &result{path: s.path, dest: dest, deleted: true, whole: true}
	}
	r := &result{path: s.path, dest: dest, data: f.data, mode: f.mode, whole: true}
	if dest != nil {
		r.mode = dest.mode
	}
	return r
}

// file is the result for a file of resources, nil if there is none and was
// none.
func (a *assembly) file(s *slot) (*result, error) {
	old := s.documents(merge.Dest)
	parts := a.parts[s.path]
	if old == nil && len(parts) == 0 {
		return nil, nil
	}
	r := &result{path: s.path}
	if old != nil {
		r.dest, r.mode = old.file, old.file.mode
		if len(parts) == 0 && len(old.resources) > 0 && !a.single {
			r.deleted = true
			return r, nil
		}
	}
	if from := a.moved(parts); from != nil && (old == nil || len(bytes.TrimSpace(old.file.data)) == 0) {
		r.data = from.file.data
		if c := a.carried[from]; c != nil {
			r.data, r.printed = c.text.Bytes, c.printed
		}
		if old == nil {
			r.mode = from.file.mode
		}
		return r, nil
	}
	if old == nil {
		old = &documents{file: &file{path: s.path, name: s.path}}
		r.mode = a.origin(parts[0]).file.mode
	}
	data, stats, err := printFile(old, a.changes(s.path, old), a.texts(parts, old))
	if err != nil {
		return nil, fmt.Errorf("%s: the merged file cannot be written: %w", s.path, err)
	}
	r.data, r.printed = data, stats
	return r, nil
}

// origin is the file that a merged resource mainly comes from.
func (a *assembly) origin(m *resource.Merged) *documents {
	if m.Dest != nil {
		return a.home[m.Dest]
	}
	if d := a.home[m.Updated]; d != nil || m.Updated == nil {
		return d
	}
	return a.home[m.Original]
}

// moved gives the file that the parts are all of, in order and with all that the
// merge changed, nil if there is none: what is added or moved as a whole is
// copied.
func (a *assembly) moved(parts []*resource.Merged) *documents {
	if len(parts) == 0 {
		return nil
	}
	from := a.origin(parts[0])
	if from == nil || len(from.resources) != len(parts) {
		return nil
	}
	for i, m := range parts {
		r := from.resources[i]
		if m.Dest != r && (m.Dest != nil || m.Updated != r) || a.away(m) == nil && a.document(m) != r.Doc {
			return nil
		}
	}
	return from
}

// document is the document a merged resource is printed as: with the comments
// around it.
func (a *assembly) document(m *resource.Merged) *yaml.Node {
	from := m.Dest
	if from == nil {
		from = m.Updated
	}
	moving := a.away(m)
	switch {
	case moving != nil:
		return moving
	case m.Doc != nil:
		return m.Doc
	case from == nil || from.Doc == nil:
		return m.Node
	case from.Node == m.Node:
		return from.Doc
	}
	doc := *from.Doc
	doc.Content = []*yaml.Node{m.Node}
	return &doc
}

// changes are the documents of a file before and after, additions where the
// outcome has them, empty documents where they are.
func (a *assembly) changes(to string, old *documents) []source.Change {
	additions := map[*resource.Resource][]*resource.Merged{}
	var waiting []*resource.Merged
	for _, m := range a.parts[to] {
		if m.Dest != nil && old.byNode[m.Dest.Doc] == m.Dest {
			additions[m.Dest], waiting = waiting, nil
			continue
		}
		waiting = append(waiting, m)
	}
	var docs []source.Change
	for _, doc := range old.nodes {
		r := old.byNode[doc]
		if r == nil {
			docs = append(docs, source.Change{Old: doc, New: doc})
			continue
		}
		for _, m := range additions[r] {
			docs = append(docs, source.Change{New: a.document(m)})
		}
		c := source.Change{Old: doc}
		if m := a.placed[r]; m != nil && m.Path == to {
			c.New = a.document(m)
		}
		docs = append(docs, c)
	}
	for _, m := range waiting {
		docs = append(docs, source.Change{New: a.document(m)})
	}
	return docs
}

// texts are the files that parts of a file may have been taken from.
func (a *assembly) texts(parts []*resource.Merged, old *documents) []source.Text {
	var texts []source.Text
	seen := map[*documents]bool{old: true}
	for _, m := range parts {
		for _, r := range append([]*resource.Resource{m.Updated, m.Dest}, m.Layers...) {
			if d := a.home[r]; d != nil && !seen[d] {
				seen[d] = true
				texts = append(texts, source.Text{Bytes: d.file.data, Docs: d.nodes})
				if c := a.carried[d]; c != nil {
					texts = append(texts, c.text)
				}
			}
		}
	}
	return texts
}

// fits makes sure that no file of the result is in the way of another.
func fits(results []*result) error {
	kept := map[string]*result{}
	for _, r := range results {
		if !r.deleted {
			kept[r.path] = r
		}
	}
	for _, r := range results {
		if r.deleted {
			continue
		}
		for dir := path.Dir(r.path); dir != "."; dir = path.Dir(dir) {
			switch file := kept[dir]; {
			case file == nil:
			case file.dest == nil:
				return fmt.Errorf("%s: %s is a directory in dest and a file upstream; rename one of them", r.path, dir)
			default:
				return fmt.Errorf("%s: %s is a file in dest and a directory upstream; rename one of them", r.path, dir)
			}
		}
	}
	return nil
}
