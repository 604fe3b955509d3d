package files

import (
	"bytes"
	"strings"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// lostComments gives a note for each file with documents of comments that updated changed or
// added, where lines did not bring them: those of dest stay as they are.
//
// See testdata/comment-documents.txtar.
func (m *merging) lostComments(a *assembly, merged []Merged) []resource.Note {
	files := map[string]*Merged{}
	for i := range merged {
		files[merged[i].Path] = &merged[i]
	}
	var notes []resource.Note
	for _, s := range m.slots {
		f := files[s.path]
		if s.patched || s.whole || a.whole[s.path] != nil || f == nil || f.Status == Deleted {
			continue
		}
		was := strings.Join(s.documents(merge.Original).commentsAlone(), "")
		for _, line := range s.documents(merge.Updated).commentsAlone() {
			if !strings.Contains(was, line) && !bytes.Contains(f.Data, bytes.TrimSpace([]byte(line))) {
				note := fileNote(s.path, "a document of comments of updated is not in the result")
				note.Kind = terms.NoteComment
				notes = append(notes, note)
				break
			}
		}
	}
	return notes
}

// commentsAlone are the lines of comments in documents that hold nothing else.
func (d *documents) commentsAlone() (all []string) {
	if d == nil {
		return nil
	}
	for i, doc := range d.nodes {
		if d.byNode[doc] != nil || i >= len(d.texts) {
			continue
		}
		for line := range strings.Lines(string(d.texts[i])) {
			if strings.HasPrefix(strings.TrimPrefix(line, "--- "), "#") {
				all = append(all, line)
			}
		}
	}
	return all
}
