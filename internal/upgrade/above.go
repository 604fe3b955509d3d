package upgrade

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/chartref"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// holdAbove holds the values in the directory above a package that is a chart against both versions of
// that. What they ask is shown by no file, as the package alone is written.
func (m *merging) holdAbove(trees []*files.Tree, opts files.Options) error {
	h := Held{}
	for i, to := range []**chart.Chart{&h.Original, &h.Updated} {
		all := map[string][]byte{}
		for _, f := range trees[i].Files {
			all[f.Path] = f.Data
		}
		if all[chart.File] == nil {
			return nil
		}
		c, err := chart.Of(all)
		if err != nil {
			return nil // The merge of the package says so where values lie in it.
		}
		*to = c
	}
	above := filepath.Dir(m.dir)
	charts, err := fs.Glob(os.DirFS(above), "*/"+chart.File)
	if err != nil {
		return err
	}
	for i := range charts {
		charts[i] = filepath.Dir(charts[i])
	}
	names, err := fs.Glob(os.DirFS(above), "*values*.yaml")
	refs := &References{Root: above, Files: map[string][]byte{}}
	for _, name := range names {
		if of, is := chart.Beside(name, charts); !is || of != filepath.Base(m.dir) {
			continue
		}
		text, failed := fs.ReadFile(m.read.FS(os.DirFS(above)), name)
		err = errors.Join(err, failed)
		refs.Files[name] = text
		h.Values = append(h.Values, chartref.Place{File: name})
	}
	if err != nil || len(h.Values) == 0 {
		return err
	}
	held, err := refs.HoldAll([]Held{h}, nil, opts)
	if err != nil {
		return err
	}
	r := m.result.Merge
	for i := range held.Notes {
		held.Notes[i].Resource = inAbove(held.Notes[i].Resource)
	}
	r.Notes = append(r.Notes, held.Notes...)
	for i := range held.Conflicts {
		c := &held.Conflicts[i]
		c.DestResource = inAbove(c.DestResource)
		if c.Marked, c.Line = false, 0; c.Open() {
			r.Unmarked = append(r.Unmarked, c)
		}
	}
	r.Conflicts = append(r.Conflicts, held.Conflicts...)
	return nil
}

// inAbove is a resource of the directory above, as the package knows it.
func inAbove(r *resource.Resource) *resource.Resource {
	of := *r
	of.Path = path.Join("..", r.Path)
	return &of
}
