package files

import (
	"slices"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// leaveUnreadable leaves out the files that are not YAML, each in original and in
// updated: what only one of them holds would seem to be added or deleted.
//
// See testdata/gathered-unreadable*.txtar.
func (s *slot) leaveUnreadable() {
	for _, not := range s.unreadable {
		isLeft := func(d *documents) bool {
			return d.path == not.of.path && !d.version.Single && (d.version == not.of.version || !s.patched)
		}
		s.versions[merge.Original] = slices.DeleteFunc(s.versions[merge.Original], isLeft)
		s.versions[merge.Updated] = slices.DeleteFunc(s.versions[merge.Updated], isLeft)
	}
}

// unreadableNotes warn about the files that were left out, but for those that are the
// same in original and in updated.
func (s *slot) unreadableNotes() []resource.Note {
	var notes []resource.Note
	for i, not := range s.unreadable {
		d := not.of
		before := slices.IndexFunc(s.unreadable[:i], func(o *notYAML) bool { return o.of.path == d.path })
		behind := slices.ContainsFunc(s.unreadable[i+1:], func(u *notYAML) bool { return u.of.path == d.path })
		if !s.patched && (behind || before >= 0 && same(s.unreadable[before].of.file, d.file)) {
			continue
		}
		note := fileNote(d.path, not.String()+": left out of "+s.path)
		note.Warning = true
		notes = append(notes, note)
	}
	return notes
}
