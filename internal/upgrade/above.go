package upgrade

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// holdAbove holds values for a package that is a chart which lie outside of it against both versions: in
// the directory above, and where its settings say. What they ask is shown by no file, as the package
// alone is written.
func (m *merging) holdAbove(trees []*files.Tree, opts files.Options) error {
	root := cmp.Or(m.top, filepath.Dir(m.dir))
	dir, err := filepath.Rel(root, m.dir)
	dir = filepath.ToSlash(dir)
	var versions [3]map[string][]byte
	for i, t := range trees {
		versions[i] = map[string][]byte{}
		for _, f := range t.Files {
			versions[i][path.Join(dir, f.Path)] = f.Data
		}
	}
	if err != nil || dir == "." || versions[1][path.Join(dir, chart.File)] == nil {
		return err
	}
	around, err := outside(m.read.FS(os.DirFS(root)), dir, versions[2][path.Join(dir, kptfile.ChartName)])
	if err != nil {
		return err
	}
	for _, version := range versions {
		maps.Copy(version, around)
	}
	h := holding{}
	h.copied(versions[0], versions[1], versions[2], [2]string{m.from(), m.result.To.Ref})
	held, err := h.hold(root, around, nil, opts)
	if err != nil || len(held.Files) == 0 {
		return err
	}
	// The report is about the package.
	inside := func(of *resource.Resource) *resource.Resource {
		here := *of
		name, _ := filepath.Rel(filepath.FromSlash(dir), filepath.FromSlash(of.Path))
		here.Path = filepath.ToSlash(name)
		return &here
	}
	for i := range held.Notes {
		held.Notes[i].Resource = inside(held.Notes[i].Resource)
	}
	result := m.result.Merge
	for i := range held.Conflicts {
		c := &held.Conflicts[i]
		c.DestResource = inside(c.DestResource)
		if c.Marked, c.Line = false, 0; c.Open() {
			result.Unmarked = append(result.Unmarked, c)
		}
	}
	result.Notes = append(result.Notes, held.Notes...)
	result.Conflicts = append(result.Conflicts, held.Conflicts...)
	return nil
}

// outside reads the files that may hold values for the chart in a directory and lie outside of it, and the
// Chart.yaml of those beside it.
func outside(disk fs.FS, dir string, settings []byte) (map[string][]byte, error) {
	above := path.Dir(dir)
	in, err := fs.Sub(disk, above)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, pattern := range []string{"*values*.yaml", "*/" + chart.File} {
		found, _ := fs.Glob(in, pattern) // Only a pattern may be wrong.
		for _, name := range found {
			names = append(names, path.Join(above, name))
		}
	}
	for _, name := range chart.Named(settings) {
		names = append(names, path.Join(dir, name))
	}
	files := map[string][]byte{}
	for _, name := range names {
		if info, missing := fs.Stat(disk, name); missing != nil || !info.Mode().IsRegular() || within(name, dir) {
			continue
		}
		if files[name], err = fs.ReadFile(disk, name); err != nil {
			return nil, err
		}
	}
	return files, nil
}
