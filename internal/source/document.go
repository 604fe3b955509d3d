package source

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
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
			return old[:len(old)-lineBreak(old)], nil
		}
	}
	check := newCheck(old, root, doc)
	if i == 0 {
		check.behind(commentLines(string(p.head([]Change{d}))))
	}
	if d.Copy {
		if text, copied := p.copied(p.stream.text[c.start:c.body], check); copied && c.isBare() {
			return text, nil
		}
	}
	if d.Versions != nil && d.Versions.dest != nil {
		check.keep(d.Versions, c.doc)
	} else if text, merged := p.byLines(i, d, check, more); merged {
		return text, nil
	}
	text, err := p.edited(i, check)
	whole := false
	if err == nil {
		text = p.cut(text, i, check, more)
		whole, err = check.text(text)
	}
	if err != nil {
		written, failure := p.encoded(i, check, more)
		if failure != nil {
			return nil, errors.Join(err, failure)
		}
		p.anew++
		return written, nil
	}
	if !whole {
		p.lossy++
	}
	return text, nil
}

// cut takes the line break from the end of the last document of a text without one, if the
// value does not need it.
func (p *printer) cut(text []byte, i int, check *check, more bool) []byte {
	n := lineBreak(text)
	if more || n == 0 || !p.ends(i) {
		return text
	}
	if _, err := check.text(text[:len(text)-n]); err == nil {
		return text[:len(text)-n]
	}
	return text
}

// edited changes the lines of a document's text that differ.
func (p *printer) edited(i int, check *check) ([]byte, error) {
	s := p.stream
	c := &s.chunks[i]
	start := c.start
	if c.marker {
		start = c.markerAt + len("---")
	}
	text := s.text[start:c.end]
	f := formIn(text, c.doc)
	was, err := f.lines(c.doc)
	if err != nil {
		return nil, err
	}
	is, err := f.lines(restyled(check.document(), c.doc))
	if err != nil {
		return nil, err
	}
	lines := respell(diff.Lines(string(withoutCR(text))), was, is[check.front:], check.kept)
	out := strings.Join(lines, "")
	if c.marker && !isSpace(out[:min(1, len(out))]) {
		out = "\n" + out
	}
	return slices.Concat(s.text[c.start:start], p.broken([]byte(out))), nil
}

// owner is the document of any text that a value is the root of, nil for none.
func (p *printer) owner(root *yaml.Node) *chunk {
	if p.owners == nil {
		p.owners = map[*yaml.Node]*chunk{}
		streams := []*stream{p.stream}
		for _, f := range p.from {
			if s, err := newStream(f); err == nil {
				streams = append(streams, s)
			}
		}
		for _, s := range streams {
			for i, c := range s.chunks {
				if c.doc != nil {
					p.owners[c.doc.Content[0]] = &s.chunks[i]
				}
			}
		}
	}
	return p.owners[root]
}

// encoded has the YAML library write a document.
func (p *printer) encoded(i int, check *check, more bool) ([]byte, error) {
	text, err := check.encoded()
	if err != nil {
		return nil, err
	}
	out := p.cut(p.around(i, text), i, check, more)
	_, err = check.text(out)
	return out, err
}

// encoded is what the YAML library writes.
func (c *check) encoded() (string, error) {
	c.alike, c.json = anyReading, false
	lines, err := form{step: 2, compact: true}.lines(c.document())
	return strings.Join(lines, "\n") + "\n", err
}

// document is the document that is wanted.
func (c *check) document() *yaml.Node {
	tree := &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{c.root}}
	if c.doc != nil {
		tree.HeadComment, tree.FootComment = c.doc.HeadComment, c.doc.FootComment
	}
	return tree
}

// around puts what stays of a document around what is written again: its directives and its
// marker, and the comments of the next.
func (p *printer) around(i int, text string) []byte {
	s := p.stream
	c := &s.chunks[i]
	var head []byte
	if c.marker {
		line := s.text[c.markerAt:c.body]
		if rest := bytes.TrimSpace(line[len("---"):]); len(rest) > 0 && rest[0] != '#' {
			line = []byte("---" + p.newline)
		}
		head = slices.Concat(s.text[c.start:c.markerAt], line)
	}
	return slices.Concat(head, p.broken([]byte(text)), s.below(c))
}

// below gives the lines at the end of a document's text that are comments, but not its own:
// those of the next, and an end marker.
func (s *stream) below(c *chunk) []byte {
	own := CommentLines(c.doc)
	start, at := c.body, c.body
	for line := range bytes.Lines(s.text[c.body:c.end]) {
		at += len(line)
		said := bytes.TrimSpace(line)
		if len(said) > 0 && (said[0] != '#' || slices.Contains(own, string(said))) && !isMarker(line, "...") {
			start = at
		}
	}
	return bytes.TrimLeft(s.text[start:c.end], " \r\n") // Blank lines might be a text's.
}

// added prints a document that the stream did not have.
func (p *printer) added(n *yaml.Node) ([]byte, error) {
	root, doc := wanted(Change{New: n})
	check := newCheck(nil, root, doc)
	marker := []byte("---\n") // One without content needs it.
	if text, copied := p.copied(marker, check); copied {
		return text[len(marker):], nil
	}
	text, err := check.encoded()
	if err == nil {
		_, err = check.text(append(marker, text...))
	}
	return p.broken([]byte(text)), err
}

// copied is the text of the whole document a value is the root of, behind a head; false where none has it.
func (p *printer) copied(head []byte, check *check) ([]byte, bool) {
	c := p.owner(check.root)
	if c == nil || !c.isBare() || check.doc != nil && !sameComments(check.doc, c.doc) {
		return nil, false
	}
	text := slices.Concat(head, p.ended(p.broken(c.text[c.body-c.start:])))
	whole, err := check.text(text)
	return text, err == nil && whole
}

// broken is a text with the line breaks of the stream.
func (p *printer) broken(text []byte) []byte {
	return bytes.ReplaceAll(withoutCR(text), []byte("\n"), []byte(p.newline))
}
