package upgrade

import (
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/chartref"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// holding is which values of a tree are held against which charts.
type holding struct {
	over  map[string][]overriding
	notes []resource.Note
}

// overriding is what values in a document of a file override, in any where document is below 0.
type overriding struct {
	document int
	resource.Overriding
}

func (h *holding) add(file string, o overriding) {
	if h.over == nil {
		h.over = map[string][]overriding{}
	}
	h.over[file] = append(h.over[file], o)
}

// reference holds the values of a reference.
func (h *holding) reference(r *chartref.Reference, v versions) {
	for _, message := range v.updated.Notes {
		h.notes = append(h.notes, warning(r.File, r.Line, strings.TrimSpace(v.updated.Name+" "+v.updated.Version)+": "+message))
	}
	for _, p := range r.Values {
		h.add(p.File, overriding{p.Document, resource.Overriding{At: p.At, Original: v.original, Updated: v.updated}})
	}
	for _, p := range r.Parameters {
		h.add(p.File, overriding{p.Document, resource.Overriding{At: p.At, Name: p.Name, Original: v.original, Updated: v.updated}})
	}
}

// copied holds the values for charts that lie in a tree: was and is are the files of two versions of these,
// with what messages call them, dest those of the tree.
func (h *holding) copied(was, is, dest map[string][]byte, names [2]string) {
	over, notes := resource.Charts(was, is, dest, names)
	h.notes = append(h.notes, notes...)
	for file, all := range over {
		for _, o := range all {
			h.add(file, overriding{-1, o})
		}
	}
}

// hold holds the values in files of a directory, of which some are edited, and gives what becomes of them.
func (h *holding) hold(root string, all, edited map[string][]byte, opts files.Options) (*files.Result, error) {
	dest := &files.Tree{Name: root}
	for name, data := range all {
		text, is := edited[name]
		if is {
			data = text
		}
		if is || h.over[name] != nil || path.Base(name) == decisions.FileName {
			dest.Files = append(dest.Files, files.File{Path: name, Mode: 0o644, Data: data})
		}
	}
	opts.Overrides = func(of *resource.Resource) (over []resource.Overriding) {
		for _, o := range h.over[of.Path] {
			if o.document < 0 || o.document == of.Index {
				over = append(over, o.Overriding)
			}
		}
		return over
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
		if _, is := edited[f.Path]; is {
			f.Status = files.Changed
			for j := range f.Versions[result.Dest] {
				f.Versions[result.Dest][j].Data = all[f.Path]
			}
		}
	}
	return result, nil
}

// chartsAround are the directories of charts around some files, by which each lies in them.
func chartsAround(changed iter.Seq[string], isChart func(dir string) bool) map[string]bool {
	found := map[string]bool{}
	for name := range changed {
		for dir := name; dir != "."; {
			if dir = path.Dir(dir); isChart(dir) {
				found[dir] = true
			}
		}
	}
	return found
}

// HoldMerged holds the values for charts that lie in a repository against these as they are in the base
// of a merge, and as the merge has them, whose files are given with their objects. texts are those that it
// puts together by lines. The cost is linear in the charts that change.
func HoldMerged(repository git.Repository, base string, merged map[string]string, texts map[string][]byte, opts files.Options) (*files.Result, error) {
	before, err := repository.Tree(base)
	if err != nil {
		return nil, err
	}
	names := func(name string) bool {
		return slices.Contains([]string{chart.File, kptfile.ChartName, decisions.FileName}, path.Base(name))
	}
	known, err := repository.Contents(merged, names)
	if err != nil {
		return nil, err
	}
	isChart := func(dir string) bool { return known[path.Join(dir, chart.File)] != nil }
	changed := func(yield func(name string) bool) {
		for _, tree := range []map[string]string{before, merged} {
			for name := range tree {
				if before[name] != merged[name] && !yield(name) {
					return
				}
			}
		}
	}
	dirs := chartsAround(changed, isChart)
	listed := map[string][]byte{}
	for name := range merged {
		listed[name] = known[name]
	}
	values := chart.ValuesFiles(listed, slices.Collect(maps.Keys(dirs)))
	wanted := func(name string) bool {
		return names(name) || values[name] != "" || len(chartsAround(slices.Values([]string{name}), func(dir string) bool { return dirs[dir] })) > 0
	}
	was, err := repository.Contents(before, wanted)
	if err != nil {
		return nil, err
	}
	is, err := repository.Contents(merged, wanted)
	if err != nil {
		return nil, err
	}
	for name := range is {
		if text := texts[name]; text != nil {
			is[name] = text
		}
	}
	h := holding{}
	h.copied(was, is, is, [2]string{"the base of the merge", "the merge"})
	return h.hold("", is, nil, opts)
}
