package upgrade

import (
	"maps"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/chartref"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/terms"
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

func (h *holding) add(file string, index int, o resource.Overriding) {
	if h.over == nil {
		h.over = map[document][]resource.Overriding{}
	}
	h.over[document{file, index}] = append(h.over[document{file, index}], o)
}

// reference holds the values of a reference.
func (h *holding) reference(c *change) {
	for _, message := range c.updated.Notes {
		h.notes = append(h.notes, warning(c.is.File, c.is.Line, strings.TrimSpace(c.updated.Name+" "+c.updated.Version)+": "+message))
	}
	for _, name := range c.is.Templates {
		note := warning(c.is.File, c.is.Line, name+" is a template, and is not compared with upstream's defaults")
		note.Warning = false
		h.notes = append(h.notes, note)
	}
	c.concerned = make([]atomic.Int32, len(c.is.Values))
	for i, v := range c.is.Values {
		h.add(v.File, v.Document, resource.Overriding{At: v.At, Name: v.Name, Original: c.original, Updated: c.updated, Concerned: &c.concerned[i]})
	}
}

// copied holds the values for charts that lie in a tree: was and is are the files of two versions of these,
// with what messages call them, dest those of the tree.
func (h *holding) copied(was, is, dest map[string][]byte, names [2]string) {
	over, notes := resource.Charts(was, is, dest, names)
	h.notes = append(h.notes, notes...)
	for file, all := range over {
		for _, o := range all {
			h.add(file, -1, o)
		}
	}
}

// hold holds the values in files of a directory, of which some are edited, and gives what becomes of them.
func (h *holding) hold(root string, all, edited map[string][]byte, opts files.Options) (*files.Result, error) {
	dest, held := &files.Tree{Name: root}, map[string]bool{}
	for at := range h.over {
		held[at.file] = true
	}
	for name, data := range all {
		text, is := edited[name]
		if is {
			data = text
		} else if _, why := chartref.Read(data); held[name] && why != "" {
			unread := warning(name, 0, "is not compared with upstream's defaults: "+why)
			unread.Kind = terms.NoteOverride
			h.notes = append(h.notes, unread)
			continue
		}
		if is || held[name] || path.Base(name) == decisions.FileName {
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
		if _, is := edited[f.Path]; is {
			f.Status = files.Changed
			for j := range f.Versions[result.Dest] {
				f.Versions[result.Dest][j].Data = all[f.Path]
			}
		}
	}
	return result, nil
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
	is, err := repository.Contents(merged, names)
	if err != nil {
		return nil, err
	}
	// What changed lies in these charts.
	dirs, all := map[string]bool{}, maps.Clone(before)
	maps.Copy(all, merged)
	for name := range all {
		for dir := name; dir != "." && before[name] != merged[name]; {
			dir = path.Dir(dir)
			dirs[dir] = is[path.Join(dir, chart.File)] != nil
		}
	}
	maps.DeleteFunc(dirs, func(_ string, isChart bool) bool { return !isChart })
	listed := map[string][]byte{}
	for name := range merged {
		listed[name] = is[name]
	}
	values := chart.ValuesFiles(listed, slices.Collect(maps.Keys(dirs)))
	wanted := func(name string) bool {
		for dir := name; dir != "."; {
			if dir = path.Dir(dir); dirs[dir] {
				return true
			}
		}
		return names(name) || values[name] != ""
	}
	was, err := repository.Contents(before, wanted)
	if err == nil {
		is, err = repository.Contents(merged, wanted)
	}
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
