package files

import (
	"bytes"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// lostComments gives a note for each file with documents of comments that updated changed or
// added, where lines did not bring them: those of dest stay as they are. Another one is for
// resources whose directives updated changed.
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
		notes = append(notes, directiveNotes(a.parts[s.path], f)...)
		was := strings.Join(s.documents(merge.Original).commentsAlone(), "")
		for _, line := range s.documents(merge.Updated).commentsAlone() {
			if !strings.Contains(was, line) && !bytes.Contains(f.Data, bytes.TrimSpace([]byte(line))) {
				note := fileNote(s.path, "a document of comments of updated is not in the result")
				note.Kind = merge.NoteComment
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
		if doc == nil || d.byNode[doc] != nil || i >= len(d.texts) {
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

// directiveNotes tells of resources whose directives updated changed, where they are not
// in the merged file: dest's stay.
func directiveNotes(parts []*resource.Merged, in *Merged) []resource.Note {
	var notes []resource.Note
	stay := func(line string) bool { return !bytes.Contains(in.Data, []byte(line)) }
	for _, m := range parts {
		if m.Original == nil || m.Updated == nil || m.Dest == nil {
			continue
		}
		if u := directives(m.Updated); !slices.Equal(u, directives(m.Original)) && !slices.Equal(u, directives(m.Dest)) && (len(u) == 0 || slices.ContainsFunc(u, stay)) {
			notes = append(notes, resource.Note{Resource: m.Dest, Note: merge.Note{Kind: merge.NoteComment, Message: "updated changed the directives in front of the document; dest's stay"}})
		}
	}
	return notes
}

// directives are those of YAML in front of the marker of a resource, nil for none.
func directives(r *resource.Resource) []string {
	var all []string
	for line := range strings.Lines(string(textOf(r))) {
		if strings.HasPrefix(line, "---") || !strings.HasPrefix(line, "%") && !strings.HasPrefix(line, "#") {
			break
		}
		if line[0] == '%' {
			all = append(all, strings.TrimSpace(line))
		}
	}
	return all
}
