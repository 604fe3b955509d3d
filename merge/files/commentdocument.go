package files

import (
	"bytes"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// lostComments gives a note for each file with comments of no resource that updated changed or
// added, where lines did not bring them: those of dest stay as they are, unless the file goes. files are what becomes
// of each slot, merged those that there are.
//
// See testdata/comment-documents.txtar.
func (m *merging) lostComments(files []*Merged, merged []Merged) []resource.Note {
	var notes []resource.Note
	for i, s := range m.slots {
		f := files[i]
		if f == nil || f.Whole || f.forwarded || s.patched {
			continue
		}
		side, message, in := merge.Updated, "comments of updated that are of no resource are not in the result", []Merged{*f}
		if f.Status == Deleted {
			// What is in front of the first marker goes along where the resource moves.
			side, message, in = merge.Dest, terms.CommentGone, merged
		}
		was := strings.Join(s.documents(merge.Original).commentsAlone(), "")
		for _, line := range s.documents(side).commentsAlone() {
			text := bytes.TrimSpace([]byte(line))
			if !strings.Contains(was, line) && !slices.ContainsFunc(in, func(f Merged) bool { return bytes.Contains(f.Data, text) }) {
				note := fileNote(s.path, message)
				note.Kind = terms.NoteComment
				notes = append(notes, note)
				break
			}
		}
	}
	return notes
}

// commentsAlone are the lines of comments in front of the first marker, and in documents that hold nothing else.
func (d *documents) commentsAlone() (all []string) {
	if d == nil {
		return nil
	}
	texts := [][]byte{source.Front(d.file.Data)}
	for i, doc := range d.nodes {
		if d.byNode[doc] == nil && i < len(d.texts) {
			texts = append(texts, d.texts[i])
		}
	}
	for line := range strings.Lines(string(bytes.Join(texts, nil))) {
		if strings.HasPrefix(strings.TrimPrefix(line, "--- "), "#") {
			all = append(all, line)
		}
	}
	return all
}
