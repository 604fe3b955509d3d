package resource

import (
	"bytes"
	"maps"
	"path"
	"slices"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// Charts tells which files of dest hold values for charts that are other ones in updated than in
// original: the versions are their files by path. The defaults of updated itself are none. Notes tell what
// is not known of a chart.
func Charts(original, updated, dest map[string][]byte) (overrides map[string][]Overriding, notes []Note) {
	var dirs []string
	for name := range updated {
		if path.Base(name) == chart.File && original[name] != nil {
			dirs = append(dirs, path.Dir(name))
		}
	}
	if len(dirs) == 0 {
		return nil, nil
	}
	of, overrides := map[string][]Overriding{}, map[string][]Overriding{}
	values := chart.ValuesFiles(dest, dirs)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		dir := values[name]
		if name == path.Join(dir, chart.Values) && bytes.Equal(dest[name], updated[name]) {
			continue
		}
		if _, read := of[dir]; !read {
			var told []Note
			of[dir], told = versionsOf(path.Join(dir, chart.File), chart.Below(original, dir), chart.Below(updated, dir), chart.Below(dest, dir))
			notes = append(notes, told...)
		}
		if len(of[dir]) > 0 {
			overrides[name] = of[dir]
		}
	}
	return overrides, notes
}

// versionsOf are two versions of the chart with a file of that name, none if it did not change. What
// dest changed of it reads values, too.
func versionsOf(name string, original, updated, dest map[string][]byte) (all []Overriding, notes []Note) {
	if maps.EqualFunc(original, updated, bytes.Equal) {
		return nil, nil
	}
	updated = maps.Clone(updated)
	for file, data := range dest {
		if !chart.IsValues(file) && !bytes.Equal(original[file], data) && !bytes.Equal(updated[file], data) {
			updated[file+".dest"] = data
		}
	}
	var versions [2]*chart.Chart
	for i, files := range []map[string][]byte{original, updated} {
		note := Note{Resource: &Resource{Path: name, Name: name}, Note: merge.Note{Kind: terms.NoteFile}}
		side := merge.Side(i).String()
		c, err := chart.Of(files)
		if err != nil {
			note.Warning, note.Message = true, "the chart cannot be read in "+side+", so values beside it are not compared with its defaults: "+err.Error()
			return nil, []Note{note}
		}
		for _, message := range c.Notes {
			note.Message = "in " + side + ": " + message
			notes = append(notes, note)
		}
		versions[i] = c
	}
	return []Overriding{{Original: versions[0], Updated: versions[1]}}, notes
}
