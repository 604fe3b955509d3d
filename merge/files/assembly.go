package files

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// assembly puts the merged resources back into files.
type assembly struct {
	// parts are the merged resources of each file, in order.
	parts map[string][]*resource.Merged
	// placed finds what became of a resource of any version, nil if it is gone.
	placed map[*resource.Resource]*resource.Merged
	// outcome is what is put back.
	outcome *resource.Outcome
	// single: dest is a single file, which stays even if nothing is left.
	single bool
}

// assembly is an outcome by its files.
func (m *merging) assembly(outcome *resource.Outcome) *assembly {
	a := &assembly{
		parts:   map[string][]*resource.Merged{},
		placed:  map[*resource.Resource]*resource.Merged{},
		outcome: outcome,
		single:  m.versions.dest().Single,
	}
	for _, part := range outcome.Resources {
		for _, r := range []*resource.Resource{part.Original, part.Updated, part.Dest} {
			if r != nil {
				a.placed[r] = part
			}
		}
		a.parts[part.Path] = append(a.parts[part.Path], part)
		m.slotAt(part.Path)
	}
	return a
}

// placedOf is what became of the resource that a conflict is about, nil if it is gone.
func (a *assembly) placedOf(c *resource.Conflict) *resource.Merged {
	if a == nil {
		return nil
	}
	return cmp.Or(a.placed[c.DestResource], a.placed[c.UpdatedResource], a.placed[c.OriginalResource])
}

// printAgain gives the files, line by line, of which another outcome has other parts; one that
// is gone has no lines. It also gives how they were put together.
func (a *assembly) printAgain(m *merging, outcome *resource.Outcome) (map[string][]string, *assembly, error) {
	b := m.assembly(outcome)
	var changed []*slot
	for _, s := range m.slots {
		if !slices.Equal(a.parts[s.path], b.parts[s.path]) {
			changed = append(changed, s)
		}
	}
	all, err := b.files(changed)
	if err != nil {
		return nil, nil, err
	}
	texts := make(map[string][]string, len(changed))
	for i, s := range changed {
		texts[s.path] = []string{}
		if all[i] != nil {
			texts[s.path] = append(texts[s.path], diff.Lines(string(all[i].Data))...)
		}
	}
	return texts, b, nil
}

// files are what becomes of some files. They are printed in parallel; the error is that of the first path that has
// one.
func (a *assembly) files(slots []*slot) ([]*Merged, error) {
	all := make([]*Merged, len(slots))
	return all, parallel.Try(len(slots), func(i int) (err error) {
		all[i], err = a.file(slots[i])
		return err
	})
}

// assemble gives the result its files, by path, and notes what comments they lost.
func (m *merging) assemble(r *Result, a *assembly) error {
	all, err := a.files(m.slots)
	if err != nil {
		return err
	}
	for i, f := range all {
		if f != nil {
			f.complete(m, m.slots[i], a.parts[f.Path])
			r.Files = append(r.Files, *f)
		}
	}
	r.Notes = append(r.Notes, m.lostComments(all, r.Files)...)
	return fits(r.Files)
}

// complete adds what the file was made from.
func (f *Merged) complete(m *merging, s *slot, parts []*resource.Merged) {
	f.Name = f.Path
	if f.Status != Deleted {
		f.Mode = s.mode(f.Mode)
		if d := s.file(merge.Dest); d != nil && f.Mode != d.Mode {
			f.Status = Changed
		}
	}
	if dest := m.versions.dest(); dest.Single {
		f.Name = dest.Files[0].name()
	}
	for _, v := range m.versions {
		f.Versions = append(f.Versions, s.of(v))
	}
	if s.whole {
		return
	}
	for _, d := range s.all {
		f.resources = append(f.resources, d.resources...)
	}
	for _, part := range parts {
		f.resources = append(f.resources, &resource.Resource{Node: part.Node})
	}
}

// file is what becomes of a file, nil if there is none and was none.
func (a *assembly) file(s *slot) (*Merged, error) {
	parts := a.parts[s.path]
	switch {
	case !s.whole:
		return a.print(s, parts)
	case slices.ContainsFunc(parts, func(m *resource.Merged) bool { return !isText(m) }):
		return nil, fmt.Errorf("%s: resources belong into this file, which is merged whole because it is not YAML; rename it", s.path)
	}
	var taken *File
	if len(parts) > 0 {
		taken = s.taken(parts[0])
	}
	dest := s.file(merge.Dest)
	f := &Merged{File: File{Path: s.path}, Whole: true}
	switch {
	case taken == nil && dest == nil:
		return nil, nil
	case taken == nil && !a.single:
		f.Status = Deleted
		return f, nil
	case taken != nil:
		f.Mode, f.Data = taken.Mode, taken.Data
	}
	f.Status = status(dest, f.Data)
	return f, nil
}

// print is what becomes of a file of resources, nil if there is none and was none.
func (a *assembly) print(s *slot, parts []*resource.Merged) (f *Merged, err error) {
	old := s.documents(merge.Dest)
	whole, is := a.forward(s)
	f = &Merged{File: File{Path: s.path}, forwarded: is}
	switch {
	case old == nil && len(parts) == 0:
		return nil, nil
	case old == nil:
		f.Mode = origin(parts[0]).file.Mode
	case len(parts) == 0 && len(old.resources) > 0 && !a.single && !is:
		f.Status = Deleted
		return f, nil
	default:
		f.Mode = old.file.Mode
	}
	if f.Data = whole; !is {
		f.Data, err = a.edit(s, base(old, parts))
	}
	f.Status = status(s.file(merge.Dest), f.Data)
	return f, err
}

// base is the file whose text the result follows: dest's, else the one that the parts are all of, in
// order, and move or are added with.
func base(old *documents, parts []*resource.Merged) *documents {
	if old != nil && len(bytes.TrimSpace(old.file.Data)) > 0 {
		return old
	}
	if len(parts) > 0 {
		from := origin(parts[0])
		if from != nil && slices.EqualFunc(from.resources, parts, func(r *resource.Resource, m *resource.Merged) bool { return m.Foremost() == r }) {
			return from
		}
	}
	return cmp.Or(old, &documents{file: &File{}})
}

// edit is the text of a file with other parts than it had.
func (a *assembly) edit(s *slot, old *documents) ([]byte, error) {
	changes := a.changes(s, old)
	if text, merged := s.mergedLines(changes); merged {
		return text, nil
	}
	text, err := source.Print(s.fronted(old.file.Data), changes)
	if err != nil {
		return nil, fmt.Errorf("%s: the merged file cannot be written: %w", s.path, err)
	}
	return text, nil
}

// fronted is the text of dest with the comments in front of its first marker merged by lines.
func (s *slot) fronted(text []byte) []byte {
	o, u, d, are := s.three()
	if !are {
		return text
	}
	front := source.Front(d.Data)
	merged, clean := diff.MergeLines(string(source.Front(o.Data)), string(source.Front(u.Data)), string(front))
	behind, has := bytes.CutPrefix(text, []byte(merged))
	marked, moved := bytes.CutPrefix(u.Data, []byte(merged+"---\n"))
	if clean && len(front) == 0 && merged != "" && has && moved && bytes.HasPrefix(o.Data, []byte(merged)) && !bytes.HasPrefix(marked, []byte("#")) {
		return slices.Concat([]byte(merged), []byte("---\n"), behind) // Upstream put a marker behind the comment.
	}
	rest, is := bytes.CutPrefix(text, front)
	if !is || !clean || !bytes.HasPrefix(rest, []byte("---")) || merged != "" && bytes.Contains(rest, []byte(strings.TrimSpace(merged))) {
		return text // Or it has behind the marker what another has in front of it.
	}
	return append([]byte(merged), rest...)
}

// mergedLines is the merge of the file by lines, where that has what the merge has: its
// documents in order, with their comments.
func (s *slot) mergedLines(changes []source.Change) ([]byte, bool) {
	o, u, d, are := s.three()
	if !are || same(o, u) || same(u, d) || same(o, d) {
		return nil, false
	}
	return source.MergedLines(o.Data, u.Data, d.Data, changes)
}

// origin is the file that a merged resource mainly comes from.
func origin(m *resource.Merged) *documents { return homeOf(m.Foremost()) }

// homeOf is what a resource was read from, nil for no resource.
func homeOf(r *resource.Resource) *documents {
	if r == nil {
		return nil
	}
	d, _ := r.From.(*documents)
	return d
}

// document is the document a merged resource is printed as: with the comments
// around it.
func document(m *resource.Merged) *yaml.Node {
	from := cmp.Or(m.Dest, m.Updated)
	switch {
	case m.Doc != nil:
		return m.Doc
	case from == nil || from.Doc == nil:
		return m.Node
	}
	return node.InDocument(from.Doc, m.Node)
}

// ownText is the text of a resource that comes from another file: its own there, edited where it changed; nil where
// that cannot be edited in place.
func ownText(m *resource.Merged) []byte {
	of := m.Foremost()
	if m.Forwarded {
		of = m.Updated
	}
	text := textOf(of)
	if text == nil || of.Doc == nil || document(m) == of.Doc {
		return text
	}
	docs, err := source.Parse(text)
	if err != nil || len(docs) != 1 {
		return nil
	}
	text, err = source.InPlace(text, []source.Change{{Old: docs[0], New: document(m)}})
	if err != nil {
		return nil
	}
	return text
}

// changes are the documents of a file before and after, additions where the outcome has them.
func (a *assembly) changes(s *slot, old *documents) (docs []source.Change) {
	additions := map[*resource.Resource][]*resource.Merged{}
	var waiting []*resource.Merged
	for _, m := range a.parts[s.path] {
		if r := m.Foremost(); old.byNode[r.Doc] == r {
			additions[r], waiting = waiting, nil
			continue
		}
		waiting = append(waiting, m)
	}
	add := func(all []*resource.Merged) {
		for _, m := range all {
			docs = append(docs, source.Change{New: document(m), Text: ownText(m)})
		}
	}
	for _, doc := range old.nodes {
		c := source.Change{Old: doc, New: doc}
		if r := old.byNode[doc]; r != nil {
			add(additions[r])
			c.New = nil
			if m := a.placed[r]; m != nil && m.Path == s.path {
				c.New, c.Versions = document(m), versionsFor(m)
				if m.Forwarded {
					c.Text = ownText(m)
				}
			}
		}
		docs = append(docs, c)
	}
	add(waiting)
	return docs
}

// versionsFor are the texts of a resource of a file in upstream's versions, nil where one
// is not known.
func versionsFor(m *resource.Merged) *source.Versions {
	v := source.Versions{Original: textOf(m.Original), Updated: textOf(m.Updated)}
	if v.Original == nil || v.Updated == nil {
		return nil
	}
	return &v
}

// fits refuses a file of the result that is in the way of another.
func fits(files []Merged) error {
	kept := map[string]Status{}
	for _, f := range files {
		if f.Status != Deleted {
			kept[f.Path] = f.Status
		}
	}
	for _, at := range slices.Sorted(maps.Keys(kept)) {
		for dir := path.Dir(at); dir != "."; dir = path.Dir(dir) {
			if status, file := kept[dir]; file {
				here, there := "file", "directory"
				if status == Added {
					here, there = there, here
				}
				return fmt.Errorf("%s: %s is a %s in dest and a %s upstream; rename one of them", at, dir, here, there)
			}
		}
	}
	return nil
}
