package upgrade

import (
	"bytes"
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/chartref"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// hold holds values in the files of a directory as they are now, of which some were other ones before, and
// gives what becomes of them.
func hold(held *resource.Held, root string, before, now map[string][]byte, opts files.Options) (*files.Result, error) {
	dest := &files.Tree{Name: root}
	for name, data := range now {
		edited, isHeld := !bytes.Equal(data, before[name]), len(held.Values[name]) > 0
		if isHeld && !edited {
			if _, why := chartref.Read(data); why != "" {
				held.Note(name, 0, true, "is not compared with upstream's defaults: "+why)
				continue
			}
		}
		if edited || isHeld || path.Base(name) == decisions.FileName {
			dest.Files = append(dest.Files, files.File{Path: name, Mode: 0o644, Data: data})
		}
	}
	opts.Held = held
	result, err := files.MergeTrees([]*files.Tree{{Empty: true}, {Empty: true}, dest}, opts)
	if err != nil {
		return result, err
	}
	// That the other versions are empty concerns nobody.
	result.Notes = slices.DeleteFunc(result.Notes, func(n resource.Note) bool { return n.Resource == nil })
	for i := range result.Files {
		f := &result.Files[i]
		if !bytes.Equal(now[f.Path], before[f.Path]) {
			f.Status = files.Changed
			f.Versions[result.Dest][0].Data = before[f.Path]
		}
	}
	return result, nil
}

// holdAbove holds values for a package that is a chart which lie in the directory above it against both versions. What they ask is shown by no file, as the package
// alone is written.
func (m *merging) holdAbove(trees []*files.Tree, opts files.Options) error {
	root := cmp.Or(m.top, filepath.Dir(m.dir))
	dir, err := filepath.Rel(root, m.dir)
	dir = filepath.ToSlash(dir)
	var versions [3]map[string][]byte
	for i, t := range trees {
		versions[i] = t.Contents(dir)
	}
	if err != nil || dir == "." || versions[1][path.Join(dir, chart.File)] == nil {
		return err
	}
	disk, above := m.read.FS(os.DirFS(root)), os.DirFS(filepath.Dir(m.dir))
	var names []string
	for _, pattern := range []string{"*values*.yaml", "*/" + chart.File} {
		found, _ := fs.Glob(above, pattern) // Only a pattern may be wrong.
		for _, name := range found {
			names = append(names, path.Join(path.Dir(dir), name))
		}
	}
	around := map[string][]byte{}
	for _, name := range names {
		if info, missing := fs.Stat(disk, name); missing != nil || !info.Mode().IsRegular() || Below(name, []string{dir}) {
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
	if err == nil && len(held.Files) > 0 {
		m.reportHeld(held, dir)
	}
	return err
}

// reportHeld adds what holding the values above a package found to its report, which is about the package, in a directory.
func (m *merging) reportHeld(held *files.Result, dir string) {
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
}
