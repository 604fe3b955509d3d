package files

import (
	"bytes"
	"maps"
	"path"
	"slices"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// holdCharts tells the merge which files of dest hold values for charts that upstream changed.
//
// See testdata/chart*.txtar.
func (m *merging) holdCharts() {
	if m.versions.patches() || m.given.Overrides != nil {
		return
	}
	original, updated, dest := contents(m.versions.of(merge.Original).Tree), contents(m.versions.of(merge.Updated).Tree), contents(m.versions.dest().Tree)
	var dirs []string
	for name := range updated {
		if path.Base(name) == chart.File && original[name] != nil {
			dirs = append(dirs, path.Dir(name))
		}
	}
	if len(dirs) == 0 {
		return
	}
	of, byFile := map[string][]resource.Overriding{}, map[string][]resource.Overriding{}
	for _, name := range slices.Sorted(maps.Keys(dest)) {
		dir, is := chart.Beside(name, dirs)
		if !is {
			continue
		}
		if _, read := of[dir]; !read {
			of[dir] = m.chartVersions(path.Join(dir, chart.File), chart.Below(original, dir), chart.Below(updated, dir), chart.Below(dest, dir))
		}
		byFile[name] = of[dir]
	}
	m.given.Overrides = func(r *resource.Resource) []resource.Overriding { return byFile[r.Path] }
}

// contents are the files of a tree by their paths.
func contents(t *Tree) map[string][]byte {
	all := map[string][]byte{}
	for i := range t.Files {
		if f := &t.Files[i]; !f.isLink() {
			all[f.Path] = f.Data
		}
	}
	return all
}

// chartVersions are two versions of a chart, none if it did not change. One that cannot be read is
// noted. What dest changed of it reads values, too.
func (m *merging) chartVersions(name string, original, updated, dest map[string][]byte) []resource.Overriding {
	if maps.EqualFunc(original, updated, bytes.Equal) {
		return nil
	}
	updated = maps.Clone(updated)
	for file, data := range dest {
		if !chart.IsValues(file) && !bytes.Equal(original[file], data) {
			updated[file+".dest"] = data
		}
	}
	var versions [2]*chart.Chart
	for i, files := range []map[string][]byte{original, updated} {
		c, err := chart.Of(files)
		if err != nil {
			note := fileNote(name, "the chart cannot be read in "+m.versions[i].String()+", so values beside it are not compared with its defaults: "+err.Error())
			note.Warning = true
			m.chartNotes = append(m.chartNotes, note)
			return nil
		}
		for _, note := range c.Notes {
			m.chartNotes = append(m.chartNotes, fileNote(name, "in "+m.versions[i].String()+": "+note))
		}
		versions[i] = c
	}
	return []resource.Overriding{{Original: versions[0], Updated: versions[1]}}
}
