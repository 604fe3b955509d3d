package upgrade

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/chartref"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// holding is which values of a tree are held against which charts: by files and documents in them, below 0 for
// any.
type holding struct {
	over  map[document][]resource.Overriding
	notes []resource.Note
}

type document struct {
	file  string
	index int
}

func (h *holding) add(file string, index int, all ...resource.Overriding) {
	if h.over == nil {
		h.over = map[document][]resource.Overriding{}
	}
	h.over[document{file, index}] = append(h.over[document{file, index}], all...)
}

// warn warns about a file, or a line of it.
func (h *holding) warn(kind terms.NoteKind, name string, line int, message string) {
	h.notes = append(h.notes, resource.Note{Resource: &resource.Resource{Path: name, Name: name, Line: line}, Warning: true, Note: merge.Note{Kind: kind, Message: message}})
}

// reference holds the values of a reference.
func (h *holding) reference(b *Bump) {
	original, updated := b.versions[0], b.versions[1]
	for _, message := range updated.Notes {
		h.warn(terms.NoteFile, b.File, b.Line, strings.TrimSpace(updated.Name+" "+updated.Version)+": "+message)
	}
	b.concerned = make([]atomic.Int32, len(b.Values))
	for i, v := range b.Values {
		h.add(v.File, v.Document, resource.Overriding{At: v.At, Name: v.Name, Original: original, Updated: updated, Concerned: &b.concerned[i]})
	}
}

// copied holds the values for charts that lie in a tree: was and is are the files of two versions of these,
// dest those of the tree.
func (h *holding) copied(was, is, dest map[string][]byte) {
	over, notes := resource.Charts(was, is, dest)
	h.notes = append(h.notes, notes...)
	for file, all := range over {
		h.add(file, -1, all...)
	}
}

// hold holds the values in the files of a directory as they are now, of which some were other ones before, and
// gives what becomes of them.
func (h *holding) hold(root string, before, now map[string][]byte, opts files.Options) (*files.Result, error) {
	dest, held := &files.Tree{Name: root}, map[string]bool{}
	for at := range h.over {
		held[at.file] = true
	}
	for name, data := range now {
		edited := !bytes.Equal(data, before[name])
		if held[name] && !edited {
			if _, why := chartref.Read(data); why != "" {
				h.warn(terms.NoteOverride, name, 0, "is not compared with upstream's defaults: "+why)
				continue
			}
		}
		if edited || held[name] || path.Base(name) == decisions.FileName {
			dest.Files = append(dest.Files, files.File{Path: name, Mode: 0o644, Data: data})
		}
	}
	opts.Overrides = func(of *resource.Resource) []resource.Overriding {
		return slices.Concat(h.over[document{of.Path, -1}], h.over[document{of.Path, of.Index}])
	}
	result, err := files.MergeTrees([]*files.Tree{{Empty: true}, {Empty: true}, dest}, opts)
	if err != nil {
		return result, err
	}
	// That the other versions are empty concerns nobody.
	result.Notes = slices.DeleteFunc(result.Notes, func(n resource.Note) bool { return n.Resource == nil })
	result.Notes = append(result.Notes, h.notes...)
	for i := range result.Files {
		f := &result.Files[i]
		if !bytes.Equal(now[f.Path], before[f.Path]) {
			f.Status = files.Changed
			for j := range f.Versions[result.Dest] {
				f.Versions[result.Dest][j].Data = before[f.Path]
			}
		}
	}
	return result, nil
}

// directories are some of a tree.
type directories map[string]bool

// hold reports whether a file lies in one of them, or below.
func (d directories) hold(name string) bool {
	for name != "." {
		if name = path.Dir(name); d[name] {
			return true
		}
	}
	return false
}

// HoldMerged holds the values for charts that lie in a repository against these as they are in the base
// of a merge, and as the merge has them, whose files are given with their objects. texts are those that it
// puts together by lines. Where no chart changes, nothing is read.
func HoldMerged(repository git.Repository, base string, merged map[string]string, texts map[string][]byte, opts files.Options) (*files.Result, error) {
	before, err := repository.Tree(base)
	if err != nil {
		return nil, err
	}
	differ, all := directories{}, maps.Clone(before)
	maps.Copy(all, merged)
	for name := range all {
		for dir := name; dir != "." && before[name] != merged[name]; {
			dir = path.Dir(dir)
			differ[dir] = true
		}
	}
	charts := directories{}
	for name := range merged {
		if dir := path.Dir(name); path.Base(name) == chart.File && differ[dir] {
			charts[dir] = true
		}
	}
	wanted := func(name string) bool {
		return charts.hold(name) || len(charts) > 0 && terms.HoldsResources(name)
	}
	was, err := repository.Contents(before, wanted)
	if err != nil {
		return nil, err
	}
	is, err := repository.Contents(merged, wanted)
	if err != nil {
		return nil, err
	}
	maps.Copy(is, texts)
	h := holding{}
	h.copied(was, is, is)
	return h.hold("", is, is, opts)
}
