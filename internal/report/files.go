package report

import (
	"slices"

	"github.com/krm-merge/krm-merge/merge/files"
)

// AddFiles reports what became of the files of a merge: those that were merged whole by
// name. With texts, the report has the texts, in all versions, of files that changed or
// have conflicts.
func (r *Report) AddFiles(m *files.Result, texts bool) {
	conflicts := map[string]bool{}
	for i := range r.Conflicts {
		conflicts[r.Conflicts[i].File] = true
	}
	for i := range m.Files {
		f := &m.Files[i]
		r.count(f)
		if texts && (f.Status != files.Unchanged || conflicts[f.Name]) {
			r.Files = append(r.Files, fileOf(m, f))
		}
	}
}

// count counts a file.
func (r *Report) count(f *files.Merged) {
	switch {
	case !f.Whole:
		r.Printed(f.Printed)
	case f.Status != files.Deleted:
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
	if f.Whole {
		*whole = append(*whole, Entry{File: f.Name})
	}
}

// fileOf is a file with the versions of it from left to right, the result last.
func fileOf(m *files.Result, f *files.Merged) File {
	shown := File{Name: f.Name, Status: f.Status}
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
