package files

import (
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Merge carries what changed from original to updated over to dest: from the upstream version
// that dest was made from, to the new one. The versions are read as Read does; the result is
// dest's tree with these changes. It is not written anywhere.
//
// Conflicts are in the result, whoever won them. If the policy refuses conflicts
// (onConflict: Fail) the error is a *ConflictsError, and the result has no files. Other
// errors name the file, the resource and the path. The cost is linear in the size of
// the versions.
func Merge(original, updated, dest fs.FS, opts Options) (*Result, error) {
	trees := make([]*Tree, 3)
	for side, dir := range [3]fs.FS{merge.Original: original, merge.Updated: updated, merge.Dest: dest} {
		var err error
		switch {
		case dir == nil:
			continue // MergeTrees says that it is missing.
		case merge.Side(side) == merge.Dest:
			trees[side], err = ReadDest(dir, trees[merge.Original])
		default:
			trees[side], err = Read(dir)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", merge.Side(side), err)
		}
	}
	return MergeTrees(trees, opts.with(resource.ThreeWay))
}

// Bytes merges three versions of one file, which holds resources or other documents
// of YAML; nil is one without documents. The name is for messages, and for kinds that
// are known by their file. The result's only file is the one that is given. For the
// rest it is like Merge.
func Bytes(original, updated, dest []byte, name string, opts Options) ([]byte, *Result, error) {
	single := func(data []byte) *Tree {
		return &Tree{Single: true, Files: []File{{Path: path.Base(name), Name: name, Data: data}}}
	}
	r, err := MergeTrees([]*Tree{single(original), single(updated), single(dest)}, opts.with(resource.ThreeWay))
	if err != nil {
		return nil, r, err
	}
	return r.Files[0].Data, r, nil
}

// MergeTrees merges versions that were read, by the strategy of the configuration:
// original, updated and dest, or source and dest, or layers from left to right. For the
// rest it is like Merge.
func MergeTrees(trees []*Tree, opts Options) (*Result, error) {
	m, err := parse(trees, opts)
	if err != nil {
		return nil, err
	}
	opts.Listed = opts.Marks.Form == marks.Decisions
	outcome, err := resource.Merge(m.given, opts.Options)
	if err != nil {
		return nil, err
	}
	r := &Result{Outcome: *outcome}
	for i, v := range m.versions {
		r.Versions = append(r.Versions, v.role)
		if v == m.versions.dest() {
			r.Dest = i
		}
	}
	m.tell(r)
	if err = refuse(r.Conflicts, opts.Marks.Form); err != nil {
		return r, err
	}
	return r, m.print(r, outcome, opts)
}

// print gives the result its files, with the questions that are open.
func (m *merging) print(r *Result, outcome *resource.Outcome, opts Options) (err error) {
	a := m.assembly(outcome)
	switch err = m.assemble(r, a); {
	case err != nil || r.Open() == 0:
	case opts.Listed:
		err = m.ask(r)
	default:
		err = m.mark(r, outcome, a, &opts)
	}
	return err
}

// merging is a merge of trees that were parsed.
type merging struct {
	versions versions
	slots    []*slot
	// given are their resources.
	given resource.Versions
}

// parse pairs the files of the versions by path, and parses them. Values are held against the charts that
// they are given with, else against those among the files.
//
// See testdata/chart*.txtar.
func parse(trees []*Tree, opts Options) (*merging, error) {
	all, err := versionsOf(trees, opts.Strategy)
	if err == nil {
		err = all.check()
	}
	if err != nil {
		return nil, err
	}
	m := &merging{versions: all}
	if m.slots, err = slots(all); err != nil {
		return nil, err
	}
	m.given = resourcesOf(m.slots, len(all))
	m.leaveSubpackages(&opts.Options)
	m.name()
	m.given.SameText = sameText
	if v := m.versions; opts.Held != nil {
		m.given.Held = *opts.Held
	} else if !v.patches() {
		m.given.Held = resource.HoldCharts(v.of(merge.Original).Contents(""), v.of(merge.Updated).Contents(""), v.dest().Contents(""))
	}
	return m, nil
}

// leaveSubpackages leaves out what upstream has where dest stays as it is. With their
// resources package resource does so.
//
// See testdata/subpackage.txtar.
func (m *merging) leaveSubpackages(opts *resource.Options) {
	alone := m.given.SubpackagesAlone(opts)
	for _, s := range m.slots {
		if alone.Hold(s.path) {
			s.all = slices.DeleteFunc(s.all, func(d *documents) bool { return d.version.side != merge.Dest })
		}
	}
}

// name gives the versions their names, and tells what an empty one means: a directory
// without resources may be the wrong one.
func (m *merging) name() {
	if m.versions.patches() {
		return
	}
	for _, v := range m.versions {
		m.given.Names[v.side] = v.String()
	}
	m.given.Partial = slices.ContainsFunc(m.slots, func(s *slot) bool { return s.because != nil })
	switch updated := m.versions.of(merge.Updated); {
	case updated.Empty:
		m.given.AllowEmpty = true
	case !updated.Single:
		m.given.RefuseEmpty = true
	}
}
