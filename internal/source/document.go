package source

import (
	"bytes"
	"errors"
	"slices"

	"go.yaml.in/yaml/v3"
)

// document prints one document of the stream. more: another document follows the last
// one, so it must end its last line.
func (p *printer) document(i int, d Change, more bool) ([]byte, error) {
	c := &p.stream.chunks[i]
	old := p.stream.text[c.start:c.end]
	root, doc := wanted(d)
	if isUntouched(d) || !d.Copy && isSame(c.doc.Content[0], root) && (doc == nil || sameComments(c.doc, doc)) {
		switch {
		case !p.ends(i):
			return old, nil
		case !more:
			return old[:len(old)-breakBefore(old, len(old))], nil
		}
	}
	check := newCheck(old, c.doc, root, doc)
	check.front = commentLines(string(d.Front))
	for _, l := range check.front {
		check.wanted[l]--
	}
	if p.dest != nil {
		check.keep(d.Versions)
	}
	if d.Copy {
		if text, copied := p.replaced(i, check); copied {
			return text, nil
		}
	}
	if text, merged := p.byLines(i, d, check, more); merged {
		return text, nil
	}
	fit := func(text []byte, err error) ([]byte, bool, error) {
		if err != nil {
			return nil, false, err
		}
		text = p.cut(text, i, check, more)
		whole, err := check.text(text)
		return text, whole, err
	}
	return p.first(
		func() ([]byte, bool, error) { return fit(p.edited(i, check, check.lacks())) },
		func() ([]byte, bool, error) { return fit(p.edited(i, check, nil)) },
		func() ([]byte, bool, error) { return fit(p.rendered(i, check)) },
		func() ([]byte, bool, error) { return fit(p.encoded(i, check)) },
	)
}

// first gives the first text that has all that is wanted, else the first that has the
// value, but not all comments. The last, which is not made of what texts have, is asked for
// where none has the value.
func (p *printer) first(writers ...func() (text []byte, whole bool, err error)) ([]byte, error) {
	var right []byte
	var reasons []error
	for i, write := range writers {
		if i == len(writers)-1 && right != nil {
			break
		}
		text, whole, err := write()
		switch {
		case err != nil:
			reasons = append(reasons, err)
		case whole:
			if i == len(writers)-1 {
				p.anew++
			}
			return text, nil
		case right == nil:
			right = text
		}
	}
	if right == nil {
		return nil, errors.Join(reasons...)
	}
	p.lossy++
	return right, nil
}

// cut takes the line break from the end of the last document of a text without one, if the
// value does not need it.
func (p *printer) cut(text []byte, i int, check *check, more bool) []byte {
	n := breakBefore(text, len(text))
	if more || n == 0 || !p.ends(i) {
		return text
	}
	if _, err := check.text(text[:len(text)-n]); err == nil {
		return text[:len(text)-n]
	}
	return text
}

// edited edits the text of a document. Comments that it does not lack, nor has too often,
// stay where they are; without lacks each goes to its node.
func (p *printer) edited(i int, check *check, lacks map[string]int) ([]byte, error) {
	s := p.stream
	at, err := s.locate(i)
	if err != nil {
		return nil, err
	}
	c, ed := &s.chunks[i], p.editor(i)
	ed.lacks = lacks
	ed.value(nil, at, ed.behindFront(check), slot{column: -1})
	if len(ed.edits) == 0 && !at.block && !ed.json && !sameComments(at.node, check.root) {
		ed.refuse(at.start, "comment of a document without a block")
	}
	if check.doc != c.doc && check.doc != nil {
		was, is := behindLines(c.doc.HeadComment, ed.front), behindLines(behindLines(check.doc.HeadComment, check.front), ed.front)
		if ed.changes(was, is) || ed.changes(c.doc.FootComment, check.doc.FootComment) {
			ed.refuse(at.start, "other comments around the document")
		}
	}
	return ed.apply(c.start, c.end)
}

// editor is an editor for a document.
func (p *printer) editor(i int) *editor {
	ed := &editor{printer: p, hashes: hashes{}, step: 2}
	if s := p.stream; s.chunks[i].marker {
		ed.front = s.lines.commentAbove(s.lines.number(s.chunks[i].start))
	}
	if at, err := p.stream.locate(i); err == nil {
		ed.root, ed.step, ed.json = at, stepOf(at), isJSON(p.stream.text[at.start:at.end])
	}
	return ed
}

// behindFront is the value without the comments in front of the marker.
func (ed *editor) behindFront(c *check) *yaml.Node {
	return withoutLines(withoutLines(c.root, c.front), ed.front)
}

// stepOf is how much deeper the first map in a map is indented, 2 if there is none.
func stepOf(root *place) int {
	if root.block && root.node.Kind == yaml.MappingNode {
		for i := range root.entries {
			if v := root.entries[i].value; v.block && v.node.Kind == yaml.MappingNode && v.column > root.column {
				return v.column - root.column
			}
		}
	}
	return 2
}

// rendered writes a document again from the parts that texts have.
func (p *printer) rendered(i int, check *check) ([]byte, error) {
	ed := p.editor(i)
	root := ed.behindFront(check)
	if isEmptyPlain(root) {
		root = &yaml.Node{Kind: yaml.ScalarNode, Tag: nullTag, Value: "null"}
	}
	text := ed.documentText(root, check.doc)
	if ed.refused != nil {
		return nil, ed.refused
	}
	return p.around(i, check, text)
}

// encoded has the YAML library write a document.
func (p *printer) encoded(i int, check *check) ([]byte, error) {
	text, err := check.encoded()
	if err != nil {
		return nil, err
	}
	return p.around(i, check, text)
}

// encoded is what the YAML library writes.
func (c *check) encoded() (string, error) {
	c.alike, c.json = anyReading, false
	tree := &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{c.root}}
	if c.doc != nil {
		tree.HeadComment, tree.FootComment = c.doc.HeadComment, c.doc.FootComment
	}
	return encode(repaired(tree, false))
}

// around puts what stays of a document around what is written again: its directives and its
// marker, and the comments of the next.
func (p *printer) around(i int, check *check, text string) ([]byte, error) {
	s := p.stream
	c := &s.chunks[i]
	if s.holdsMore(c) {
		return nil, errors.New("the text has more documents than were given")
	}
	var head []byte
	if c.marker {
		line := s.text[c.markerAt:s.lines.next(c.markerAt)]
		if rest := bytes.TrimSpace(line[len("---"):]); len(rest) > 0 && rest[0] != '#' {
			line = []byte("---" + p.newline)
		}
		head = slices.Concat(s.text[c.start:c.markerAt], line)
	}
	return slices.Concat(head, p.broken([]byte(text)), s.below(c, lastLeaf(check.root))), nil
}

// below gives the lines at the end of a document's text that are comments, but not its own:
// those of the next, and an end marker. last is the last value above them.
func (s *stream) below(c *chunk, last *yaml.Node) []byte {
	own := CommentLines(c.doc)
	start := c.end
	for n := s.lines.number(c.end - 1); n > s.lines.number(c.start); n-- {
		t := s.lines.trimmed(n)
		if len(t) > 0 && (t[0] != '#' || slices.Contains(own, string(t))) && !isMarker(t, "...") {
			break
		}
		start = s.lines.starts[n]
	}
	if last.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return bytes.TrimLeft(s.text[start:c.end], " \r\n") // They might be the text's.
	}
	return s.text[start:c.end]
}

// added prints a document that the stream did not have.
func (p *printer) added(n *yaml.Node) ([]byte, error) {
	root, doc := wanted(Change{New: n})
	check := newCheck(nil, nil, root, doc)
	fit := func(text []byte, err error) ([]byte, bool, error) {
		if err != nil {
			return nil, false, err
		}
		// One without content needs a marker.
		whole, err := check.text(append([]byte("---\n"), text...))
		return text, whole, err
	}
	return p.first(
		func() ([]byte, bool, error) {
			text, err := p.copyDocument(root, doc)
			return fit(p.inLines(text), err)
		},
		func() ([]byte, bool, error) {
			ed := &editor{printer: p, step: 2}
			text := ed.documentText(root, doc)
			return fit(p.broken([]byte(text)), ed.refused)
		},
		func() ([]byte, bool, error) {
			text, err := check.encoded()
			return fit(p.broken([]byte(text)), err)
		},
	)
}

// copyDocument is the text of the whole document a value is the root of.
func (p *printer) copyDocument(root, doc *yaml.Node) ([]byte, error) {
	for _, s := range p.sources() {
		f, ok := s.find(root, func(at *place) bool { return at.node == root })
		if !ok || f.parent != nil {
			continue
		}
		c := &s.chunks[f.chunk]
		if start, behind := s.behindMarker(c, f.place); behind && (doc == nil || doc == c.doc || sameComments(doc, c.doc)) {
			return s.text[start:c.end], nil
		}
		break
	}
	return nil, errors.New("no text has the document")
}

// inLines is a text with the line breaks of the stream, one at its end.
func (p *printer) inLines(text []byte) []byte {
	return p.broken(append(slices.Clip(bytes.TrimRight(text, "\r\n")), '\n'))
}

// broken is a text with the line breaks of the stream.
func (p *printer) broken(text []byte) []byte {
	return bytes.ReplaceAll(withoutCR(text), []byte("\n"), []byte(p.newline))
}

// behindMarker is where the text of a document with that root begins behind its marker. It
// is false if it begins in the line of the marker.
func (s *stream) behindMarker(c *chunk, root *place) (start int, ok bool) {
	if !c.marker {
		return c.start, true
	}
	start = s.lines.next(c.markerAt)
	return start, start <= root.start || root.start == root.end
}

// replaced is a document of the stream with the text of another behind its marker.
func (p *printer) replaced(i int, check *check) ([]byte, bool) {
	c := &p.stream.chunks[i]
	at, err := p.stream.locate(i)
	if err != nil {
		return nil, false
	}
	from, ok := p.stream.behindMarker(c, at)
	text, err := p.copyDocument(check.root, check.doc)
	if !ok || err != nil {
		return nil, false
	}
	text = slices.Concat(p.stream.text[c.start:from], p.ended(p.broken(text)))
	whole, err := check.text(text)
	return text, err == nil && whole
}
