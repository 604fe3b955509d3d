package files

import (
	"bytes"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// commentDocument is a document that holds only comments. Such documents merge three
// ways, as other comments do.
type commentDocument struct {
	doc *yaml.Node
	// text begins with the marker, or with the comment in front of it where the file does;
	// comment is what stands behind and there.
	text    []byte
	comment string
	// next is the resource behind it that all versions have in the file, nil for none.
	next *resource.Merged
	// was is the one of original, nil for none.
	was *commentDocument
}

// comments are the documents of comments of a file, and what becomes of them.
//
// See testdata/comment-documents.txtar.
type comments struct {
	original, updated, dest []*commentDocument
	// becomes has those of dest that change by their documents: updated's instead, nil
	// where they go.
	becomes map[*yaml.Node]*commentDocument
	// before are additions in front of a *resource.Resource of dest, or of updated where
	// that is an addition too, or of a *yaml.Node, a document of dest; last those at the end.
	before map[any][]source.Change
	last   []source.Change
	// apart: both sides changed one differently.
	apart bool
}

// mergeComments merges the documents of comments of a file.
func (a *assembly) mergeComments(s *slot) *comments {
	c := &comments{}
	empty := false
	s.each(func(d *documents, _ int) { empty = empty || len(d.nodes) > len(d.resources) })
	if s.patched || s.whole || !empty {
		return c
	}
	of := map[*resource.Resource]*resource.Merged{}
	for _, m := range a.parts[s.path] {
		of[m.Original], of[m.Updated], of[m.Dest] = m, m, m
	}
	delete(of, nil)
	updated := s.parts(merge.Updated)
	c.original, c.updated, c.dest = commentsOf(s.parts(merge.Original), of), commentsOf(updated, of), commentsOf(s.parts(merge.Dest), of)
	if len(c.original)+len(c.updated) == 0 {
		return c
	}
	findOriginals(c.dest, c.original)
	findOriginals(c.updated, c.original)
	c.change()
	c.add(updated, s.documents(merge.Dest), of)
	return c
}

// filePart is a document of a file: a resource, or one of comments.
type filePart struct {
	resource *resource.Resource
	comments *commentDocument
}

// parts are the documents that a version has in a file, without empty ones.
func (s *slot) parts(side merge.Side) []filePart {
	var all []filePart
	for _, d := range s.versions[side] {
		held := d.resources
		for i := range d.nodes {
			if len(held) > 0 && held[0].Index-d.first == i {
				all = append(all, filePart{resource: held[0]})
				held = held[1:]
			} else if c := d.commentDocument(i); c != nil {
				all = append(all, filePart{comments: c})
			}
		}
	}
	return all
}

// commentsOf are the documents of comments among those of a file. of finds what became
// of resources.
func commentsOf(parts []filePart, of map[*resource.Resource]*resource.Merged) []*commentDocument {
	var all []*commentDocument
	var next *resource.Merged
	for _, p := range slices.Backward(parts) {
		switch m := of[p.resource]; {
		case p.comments != nil:
			p.comments.next = next
			all = append(all, p.comments)
		case m != nil && m.Original != nil && m.Updated != nil && m.Dest != nil:
			next = m
		}
	}
	slices.Reverse(all)
	return all
}

// commentDocument is a document if it holds only comments. It is nil if the document
// holds a value, or nothing, or if its text is not known.
func (d *documents) commentDocument(i int) *commentDocument {
	doc := d.nodes[i]
	if doc == nil || i >= len(d.texts) || len(doc.Content) != 1 || doc.Content[0].Kind != yaml.ScalarNode || doc.Content[0].Value != "" {
		return nil
	}
	text, at := d.texts[i], 0
	if !bytes.HasPrefix(text, []byte("---")) {
		if at = bytes.Index(text, []byte("\n---")) + 1; at == 0 {
			return nil
		}
	}
	behind := bytes.TrimSpace(text[min(at+len("---"), len(text)):])
	if !bytes.HasPrefix(behind, []byte("#")) {
		return nil
	}
	text, comment := text[at:], behind
	if i == 0 && bytes.HasPrefix(d.file.Data, []byte("#")) {
		if start := bytes.Index(d.file.Data, text); start > 0 {
			text = d.file.Data[:start+len(text)]
			comment = bytes.TrimSpace(text)
		}
	}
	return &commentDocument{doc: doc, text: text, comment: strings.ReplaceAll(string(comment), "\r", "")}
}

// findOriginals finds what documents of comments of a version were in original: those
// alike in one place, those alike anywhere, else in order between the same resources.
func findOriginals(version, original []*commentDocument) {
	type key struct {
		next    *resource.Merged
		comment string
	}
	found := map[*commentDocument]bool{}
	for _, by := range []func(c *commentDocument) key{
		func(c *commentDocument) key { return key{c.next, c.comment} },
		func(c *commentDocument) key { return key{nil, c.comment} },
		func(c *commentDocument) key { return key{c.next, ""} },
	} {
		open := map[key][]*commentDocument{}
		for _, o := range original {
			if !found[o] {
				open[by(o)] = append(open[by(o)], o)
			}
		}
		for _, c := range version {
			if alike := open[by(c)]; c.was == nil && len(alike) > 0 {
				c.was, open[by(c)] = alike[0], alike[1:]
				found[c.was] = true
			}
		}
	}
}

// change decides what becomes of those that original has.
func (c *comments) change() {
	updated, dest := map[*commentDocument]*commentDocument{}, map[*commentDocument]*commentDocument{}
	for _, u := range c.updated {
		updated[u.was] = u
	}
	for _, d := range c.dest {
		dest[d.was] = d
	}
	c.becomes = map[*yaml.Node]*commentDocument{}
	for _, o := range c.original {
		u, d := updated[o], dest[o]
		taken, apart := merge.Comment(o.comment, u.said(), d.said())
		c.apart = c.apart || apart
		if taken == merge.Updated && d != nil {
			c.becomes[d.doc] = u
		}
	}
}

// said is the comment, "" for no document.
func (c *commentDocument) said() string {
	if c == nil {
		return ""
	}
	return c.comment
}

// add puts updated's additions in front of what follows them there and is in the result.
func (c *comments) add(updated []filePart, into *documents, of map[*resource.Resource]*resource.Merged) {
	stays, own := map[*commentDocument]*yaml.Node{}, map[string]int{}
	for _, d := range c.dest {
		if u, changes := c.becomes[d.doc]; d.was == nil {
			own[d.comment]++
		} else if !changes || u != nil {
			stays[d.was] = d.doc
		}
	}
	c.before = map[any][]source.Change{}
	var next any
	for _, p := range slices.Backward(updated) {
		u, m := p.comments, of[p.resource]
		switch {
		case u == nil && m == nil:
		case u == nil && m.Dest != nil && homeOf(m.Dest) == into:
			next = m.Dest
		case u == nil:
			next = m.Updated
		case u.was != nil:
			if doc := stays[u.was]; doc != nil {
				next = doc
			}
		case own[u.comment] > 0:
			own[u.comment]--
		case next == nil:
			c.last = append(c.last, u.change(nil))
		default:
			c.before[next] = append(c.before[next], u.change(nil))
		}
	}
	slices.Reverse(c.last)
	for _, added := range c.before {
		slices.Reverse(added)
	}
}

// change is updated's document in place of one of dest, nil for an addition.
func (c *commentDocument) change(old *yaml.Node) source.Change {
	return source.Change{Old: old, New: c.doc, Text: c.text}
}

// inFront adds what stands in front of a resource.
func (c *comments) inFront(docs []source.Change, of *resource.Resource) []source.Change {
	return append(docs, c.before[of]...)
}

// at adds what becomes of a document without a value, and what stands in front of it.
func (c *comments) at(docs []source.Change, doc *yaml.Node) []source.Change {
	docs = append(docs, c.before[doc]...)
	switch u, changes := c.becomes[doc]; {
	case !changes:
		return append(docs, source.Change{Old: doc, New: doc})
	case u == nil:
		return append(docs, source.Change{Old: doc})
	default:
		return append(docs, u.change(doc))
	}
}

// lostComments gives a note for each file with documents of comments that one side changed
// or added and that are not in the result, and for resources whose directives updated
// changed.
func (m *merging) lostComments(a *assembly, merged []Merged) []resource.Note {
	files := map[string]*Merged{}
	for i := range merged {
		files[merged[i].Path] = &merged[i]
	}
	var notes []resource.Note
	for _, s := range m.slots {
		if !s.patched && a.whole[s.path] == nil {
			notes = append(notes, directiveNotes(a.parts[s.path], files[s.path])...)
		}
		c := a.comments[s]
		if len(c.original)+len(c.updated)+len(c.dest) == 0 {
			continue
		}
		if message := c.lost(a.held(s, files)); message != "" {
			note := fileNote(s.path, message)
			note.Kind = merge.NoteComment
			notes = append(notes, note)
		}
	}
	return notes
}

// directiveNotes tells of resources whose directives updated changed, where they are not
// in the merged file: dest's stay.
func directiveNotes(parts []*resource.Merged, in *Merged) []resource.Note {
	var notes []resource.Note
	if in == nil {
		return nil
	}
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

// held are the lines of the files that hold what the versions have in a file, without the
// white space around them; none if nothing is left of it.
func (a *assembly) held(s *slot, files map[string]*Merged) map[string]bool {
	paths := map[string]bool{s.path: true}
	s.each(func(d *documents, _ int) {
		for _, r := range d.resources {
			if m := a.placed[r]; m != nil {
				paths[m.Path] = true
			}
		}
	})
	lines := map[string]bool{}
	for path := range paths {
		if f := files[path]; f != nil && f.Status != Deleted {
			for line := range strings.Lines(string(f.Data)) {
				lines[strings.TrimSpace(line)] = true
			}
		}
	}
	return lines
}

// lost tells which comments have lines that are not in the result, "" for none.
func (c *comments) lost(lines map[string]bool) string {
	isLost := func(d *commentDocument) bool {
		if d.was != nil && d.was.comment == d.comment {
			return false
		}
		for line := range strings.Lines(d.comment) {
			if !lines[strings.TrimSpace(line)] {
				return true
			}
		}
		return false
	}
	switch {
	case c.apart:
		return merge.CommentsDiffer
	case slices.ContainsFunc(c.dest, isLost):
		return merge.CommentGone
	case len(lines) > 0 && slices.ContainsFunc(c.updated, isLost):
		return "a document of comments of updated is not in the result"
	}
	return ""
}
