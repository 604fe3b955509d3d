package files

import (
	"bytes"
	"slices"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// holdTexts has the files of a slot that is merged whole as one resource each, which is their text.
// Versions that have the same share it.
func (s *slot) holdTexts() {
	o := s.documents(merge.Original)
	for _, d := range s.all {
		f, text := d.file, node.String(string(d.file.Data))
		switch {
		case d != o && o != nil && same(o.file, f):
			text = o.resources[0].Text
		case f.isLink():
			text.Tag = terms.LinkTag
		}
		d.resources = []*resource.Resource{{Path: f.Path, Name: f.Name, Text: text, From: d}}
	}
}

// taken is the file that a merged text is, nil for none: that of a version, else the main one with
// another text.
func (s *slot) taken(m *resource.Merged) *File {
	if m == nil {
		return nil
	}
	for _, d := range slices.Backward(s.all) {
		if d.resources[0].Text == m.Node {
			return d.file
		}
	}
	edited := *s.main()
	edited.Data = []byte(m.Node.Value)
	return &edited
}

// isText reports whether a merged resource is a file that is merged whole.
func isText(m *resource.Merged) bool {
	return m.Foremost().Text != nil
}

// tell notes how files were merged that are not merged as their names suggest.
func (m *merging) tell(r *Result) {
	texts := map[string]*resource.Merged{}
	r.Resources = slices.DeleteFunc(slices.Clone(r.Resources), func(m *resource.Merged) bool {
		if isText(m) {
			texts[m.Path] = m
			return true
		}
		return false
	})
	for _, s := range m.slots {
		var taken *File
		if s.whole {
			taken = s.taken(texts[s.path])
		}
		message, warning := s.told(texts[s.path], taken)
		if message != "" {
			note := fileNote(s.path, message)
			note.Warning = warning
			r.Notes = append(r.Notes, note)
		}
	}
	r.Notes = slices.Concat(r.Notes, m.skipped(), m.leftOut())
}

// told tells how a file was merged whole, "" if as its name suggests. It is a warning where
// the result may not be what either side meant.
func (s *slot) told(m *resource.Merged, taken *File) (message string, warning bool) {
	dest, what := s.file(merge.Dest), "not a file of resources"
	if s.because != nil {
		what = s.because.String()
	}
	switch {
	case taken == nil:
	case m.Lined:
		return what + ": merged by lines", true
	case same(taken, dest):
	case taken.isLink():
		return "a symbolic link to " + string(taken.Data), false
	case s.patched && dest != nil && s.because == nil:
		return "holds no resources; taken whole from " + taken.Name, false
	case s.patched && dest != nil:
		return what + ": taken whole from " + taken.Name, true
	case s.because != nil:
		return what + ": merged whole", !s.because.template
	}
	return "", false
}

// holdsLines reports whether all versions are text: no symbolic links, and nothing else
// has zero bytes.
func (s *slot) holdsLines() bool {
	return !s.hasLink() && !slices.ContainsFunc(s.all, func(d *documents) bool { return bytes.IndexByte(d.file.Data, 0) >= 0 })
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
	return resource.Note{Resource: &resource.Resource{Path: path, Name: path}, Note: merge.Note{Kind: terms.NoteFile, Message: message}}
}
