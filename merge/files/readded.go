package files

import (
	"fmt"
	"path"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// halves warns where Readd adds a part of a directory again that dest had deleted as a
// whole, and files are still gone because upstream did not change them: what the merge of
// resources does not know, since a file of these is merged whole.
//
// See testdata/whole-readded-half.txtar.
func (m *merging) halves(outcome *resource.Outcome) []resource.Note {
	held, gone, again := map[string]bool{}, map[string][]string{}, map[string]bool{}
	told, there := map[string]bool{}, map[string]bool{}
	for _, r := range outcome.Resources {
		there[r.Path] = true
		if r.Dest == nil && r.Original != nil {
			again[path.Dir(r.Path)], told[path.Dir(r.Path)] = true, true
		}
	}
	var order []string
	for _, s := range m.slots {
		dir := path.Dir(s.path)
		switch o, u, d := s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest); {
		case d != nil:
			held[dir] = true
		case o == nil || u == nil || !s.whole && (there[s.path] || told[dir]):
		case s.whole && s.taken != nil:
			again[dir] = true
		default:
			if gone[dir] == nil {
				order = append(order, dir)
			}
			gone[dir] = append(gone[dir], path.Base(s.path))
		}
	}
	var notes []resource.Note
	for _, dir := range order {
		if held[dir] || !again[dir] {
			continue
		}
		note := fileNote(dir, fmt.Sprintf(
			"dest had deleted all of %s; what upstream changed there is added again, and %s is still gone; add it again too, or delete the rest",
			dir, strings.Join(gone[dir], ", ")))
		note.Kind, note.Warning = merge.NoteDoubt, true
		notes = append(notes, note)
	}
	return notes
}
