package report

import (
	"bytes"
	"path/filepath"
	"slices"

	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
)

// addFiles reports what became of the files of a merge: those that were merged whole by name, and,
// with texts, what changed in all. It makes notes of the warnings about files that nobody edited here:
// they are upstream's. Settings for merges that upstream ships are not, as they count here, nor are
// overrides, which are always ours, references and copies, which need files of both.
func (r *telling) addFiles(m *files.Result, texts bool) {
	open, edited := map[string]bool{}, map[string]bool{}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		open[c.File] = open[c.File] || c.Taken == ""
	}
	for i := range m.Files {
		f := &m.Files[i]
		name, untouched := r.show(f.Path), untouched(m, f)
		edited[name] = edited[name] || !untouched
		r.count(f, name, open[name])
		if texts && f.Status != files.Unchanged {
			r.Files = append(r.Files, fileOf(m, f, name, untouched))
		}
	}
	for i := range r.Notes {
		n := &r.Notes[i]
		calm := len(m.Files) > 0 && slices.Contains(m.Versions, merge.Original.String()) && n.File != "" && !edited[n.File]
		always := filepath.Base(n.File) == kptfile.ChartName || slices.Contains([]string{terms.NoteOverride.String(), terms.NoteReference.String(), terms.NoteCopies.String()}, n.Code)
		n.Warning = n.Warning && (!calm || always)
	}
}

// untouched reports whether dest has the file as original has it; where neither has one, whether the result is updated's.
func untouched(m *files.Result, f *files.Merged) bool {
	same := func(a, b []files.File) bool {
		return slices.EqualFunc(a, b, func(a, b files.File) bool { return bytes.Equal(a.Data, b.Data) })
	}
	original, updated := slices.Index(m.Versions, merge.Original.String()), slices.Index(m.Versions, merge.Updated.String())
	return original >= 0 && same(f.Versions[original], f.Versions[m.Dest]) &&
		(len(f.Versions[m.Dest]) > 0 || same(f.Versions[updated], []files.File{f.File}))
}

// count counts a file. One that is merged whole and left open is listed as a conflict, and
// not as changed.
func (r *telling) count(f *files.Merged, name string, open bool) {
	counted := map[files.Status]struct {
		files *int
		whole *[]Entry
	}{files.Changed: {&r.ChangedFiles, &r.Changed}, files.Added: {&r.CreatedFiles, &r.Added}, files.Deleted: {&r.RemovedFiles, &r.Deleted}}
	to, is := counted[f.Status]
	if !is {
		return
	}
	*to.files++
	if f.Whole && !(open && f.Status == files.Changed) {
		*to.whole = append(*to.whole, Entry{Spot: Spot{File: name}})
	}
}

// fileOf is a file, of that name, with what the merge changed in it.
func fileOf(m *files.Result, f *files.Merged, name string, untouched bool) File {
	shown := File{Name: name, Status: f.Status, Untouched: untouched}
	switch {
	case f.Whole:
		// Nobody knows what is secret in it.
		shown.Hidden = "Merged whole; its text is not shown."
	case f.Secret():
		shown.Hidden = "Holds secrets; its text is not shown."
	case f.Status != files.Unchanged:
		shown.Diff = diffOf(f, m.Dest)
	}
	return shown
}
