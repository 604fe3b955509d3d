package files

import (
	"fmt"
	"slices"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// wrongDirectory refuses a new version without resources, which would delete everything
// that dest has.
func (m *merging) wrongDirectory() error {
	updated := m.versions.of(merge.Updated)
	if m.versions.patches() || updated.Single || !m.lacks(m.given.Updated) || len(m.given.Original) == 0 {
		return nil
	}
	return fmt.Errorf("%s holds no resources, so everything that upstream ever had would be deleted; name the directory of the new version", updated)
}

// lacks reports whether a version holds nothing, in which these resources were found.
func (m *merging) lacks(given []*resource.Resource) bool {
	return len(given) == 0 && !slices.ContainsFunc(m.slots, func(s *slot) bool { return s.settled == values })
}

// warnings are about versions without resources, where that makes conflicts about
// resources or deletes some: probably others were meant.
func (m *merging) warnings(o *resource.Outcome) []resource.Note {
	if m.versions.patches() {
		return nil
	}
	var notes []resource.Note
	warn := func(format string, v *version) {
		notes = append(notes, resource.Note{Warning: true, Note: merge.Note{Kind: merge.NoteFile, Message: fmt.Sprintf(format, v)}})
	}
	original, updated := m.versions.of(merge.Original), m.versions.of(merge.Updated)
	if m.lacks(m.given.Original) && len(o.Conflicts) > 0 {
		warn("%s holds no resources, so upstream's changes and local ones cannot be distinguished, and each difference is a conflict; name the version that dest was made from", original)
	}
	if m.lacks(m.given.Updated) && len(o.Deleted) > 0 && !updated.Empty {
		warn("%s holds no resources, so everything that upstream ever had is deleted; name the file of the new version, or /dev/null where it is empty on purpose", updated)
	}
	return notes
}

// skipped gives a note for each link and special file that was left out. Those of
// original do not matter.
func (m *merging) skipped() []resource.Note {
	var notes []resource.Note
	for _, v := range m.versions {
		if v.side == merge.Original {
			continue
		}
		for _, link := range v.Skipped {
			notes = append(notes, fileNote(link, "not a regular file in "+v.role+"; left out"))
		}
	}
	return notes
}

// fileNote is a note about a file.
func fileNote(path, message string) resource.Note {
	return resource.Note{Resource: &resource.Resource{Path: path, Name: path}, Note: merge.Note{Kind: merge.NoteFile, Message: message}}
}
