package upgrade

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"

	"github.com/krm-merge/krm-merge/internal/chart"
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
	disk := m.read.FS(os.DirFS(root))
	above, err := fs.Sub(disk, path.Dir(dir))
	if err != nil {
		return err
	}
	names := chart.Named(versions[2], dir)
	for _, pattern := range []string{"*values*.yaml", "*/" + chart.File} {
		found, _ := fs.Glob(above, pattern) // Only a pattern may be wrong.
		for _, name := range found {
			names = append(names, path.Join(path.Dir(dir), name))
		}
	}
	around := map[string][]byte{}
	for _, name := range names {
		if info, missing := fs.Stat(disk, name); missing != nil || !info.Mode().IsRegular() || below(name, []string{dir}) {
			continue
		}
		if around[name], err = fs.ReadFile(disk, name); err != nil {
			return err
		}
	}
	for _, version := range versions {
		maps.Copy(version, around)
	}
	values := resource.HoldCharts(versions[0], versions[1], versions[2])
	held, err := hold(&values, root, around, around, opts)
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
	result := m.result.Merge
	for _, n := range held.Notes {
		n.Resource = inside(n.Resource)
		result.Notes = append(result.Notes, n)
	}
	for i := range held.Conflicts {
		c := &held.Conflicts[i]
		c.DestResource = inside(c.DestResource)
		if c.Marked, c.Line = false, 0; c.Open() {
			result.Unmarked = append(result.Unmarked, c)
		}
	}
	result.Conflicts = append(result.Conflicts, held.Conflicts...)
	return nil
}
