package files

import (
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

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
	return resource.Note{Resource: &resource.Resource{Path: path, Name: path}, Note: merge.Note{Kind: terms.NoteFile, Message: message}}
}
