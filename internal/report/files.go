package report

import (
	"bytes"
	"path/filepath"
	"slices"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// AddFiles reports what became of the files of a merge: those that were merged whole by
// name, and the lines of all that the report names. With texts, the report has the texts, in all versions, of files that changed or
// have conflicts.
func (r *Report) AddFiles(m *files.Result, texts bool) {
	r.locate(newLines(m))
	r.calm(m)
	conflicts, open := map[string]bool{}, map[string]bool{}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		conflicts[c.File] = true
		open[c.File] = open[c.File] || c.Taken == ""
	}
	for i := range m.Files {
		f := &m.Files[i]
		r.count(f, open[r.show(f.Path)])
		if texts && (f.Status != files.Unchanged || conflicts[r.show(f.Path)]) {
			r.Files = append(r.Files, fileOf(m, f, r.show(f.Path)))
		}
	}
}

// calm makes notes of the warnings about files that nobody edited here: they are upstream's. Settings
// for merges that upstream ships are not, as they count here.
func (r *Report) calm(m *files.Result) {
	original := slices.Index(m.Versions, merge.Original.String())
	if original < 0 {
		return
	}
	edited := map[string]bool{}
	for _, f := range m.Files {
		for _, was := range f.Versions[m.Dest] {
			same := slices.ContainsFunc(f.Versions[original], func(o files.File) bool { return bytes.Equal(o.Data, was.Data) })
			edited[r.show(f.Path)] = edited[r.show(f.Path)] || !same
		}
	}
	for i := range r.Notes {
		n := &r.Notes[i]
		n.Warning = n.Warning && (n.File == "" || edited[n.File] || filepath.Base(n.File) == resource.SettingsFile)
	}
}

// locate puts the lines of the result in place of those of dest.
func (r *Report) locate(l *lines) {
	put := func(p place, s *Spot) {
		if p.resource == nil {
			return
		}
		path, line, moved := l.of(p, s.Line)
		if moved && s.File != r.show(path) {
			s.File, s.DestFile, s.DestLine = r.show(path), s.File, s.Line
		}
		if line != s.Line {
			s.Line, s.DestLine = line, s.Line
		}
	}
	for _, list := range r.entries() {
		for i := range *list {
			put((*list)[i].at, &(*list)[i].Spot)
		}
	}
}

// count counts a file. One that is merged whole and left open is listed as a conflict, and
// not as changed.
func (r *Report) count(f *files.Merged, open bool) {
	if f.Whole && f.Status != files.Deleted {
		r.wholeFiles++
	}
	var count *int
	var whole *[]Entry
	switch f.Status {
	case files.Unchanged:
		return
	case files.Changed:
		count, whole = &r.ChangedFiles, &r.Changed
	case files.Added:
		count, whole = &r.CreatedFiles, &r.Added
	case files.Deleted:
		count, whole = &r.RemovedFiles, &r.Deleted
	}
	*count++
	if f.Whole && !(open && f.Status == files.Changed) {
		*whole = append(*whole, Entry{Spot: Spot{File: r.show(f.Path)}})
	}
}

// fileOf is a file, of that name, with the versions of it from left to right, the result last.
func fileOf(m *files.Result, f *files.Merged, name string) File {
	shown := File{Name: name, Status: f.Status}
	switch {
	case f.Whole:
		// Nobody knows what is secret in it.
		shown.Hidden = "Merged whole; its text is not shown."
	case f.Secret():
		shown.Hidden = "Holds secrets; its text is not shown."
	}
	for i, version := range f.Versions {
		c := Column{Version: m.Versions[i]}
		for _, v := range version {
			c.File, c.Text = v.Name, slices.Concat(c.Text, v.Data)
		}
		if i == m.Dest {
			shown.Dest = len(shown.Columns)
		} else if c.Text == nil && m.Dest == 0 {
			continue // Most layers lack most files.
		}
		shown.Columns = append(shown.Columns, c)
	}
	shown.Columns = append(shown.Columns, Column{Version: "result", Text: f.Data})
	return shown
}
