package source

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/diff"
	"github.com/krm-merge/krm-merge/internal/node"
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
	check := newCheck(old, c.doc, root, doc)
	if i == 0 {
		check.behind(commentLines(string(p.head([]Change{d}))))
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
	fit := func(text []byte) ([]byte, bool, error) {
		text = p.cut(text, i, check, more)
		whole, err := check.text(text)
		return text, whole, err
	}
	return p.first(fit,
		func() ([]byte, error) { return p.edited(i, check, p.others(d.New, c)) },
		func() ([]byte, error) { return p.edited(i, check, nil) },
		func() ([]byte, error) { return p.encoded(i, check) },
	)
}

// first gives the first text that has all that is wanted, else the first that has the
// value, but not all comments. The last, which is not made of what texts have, is asked for
// where none has the value.
func (p *printer) first(fit func([]byte) (text []byte, whole bool, err error), writers ...func() ([]byte, error)) ([]byte, error) {
	var right []byte
	var reasons []error
	for i, write := range writers {
		last := i == len(writers)-1
		if last && right != nil {
			break
		}
		text, err := write()
		whole := false
		if err == nil {
			text, whole, err = fit(text)
		}
		switch {
		case err != nil:
			reasons = append(reasons, err)
		case whole:
			if last {
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
func (p *printer) edited(i int, check *check, others [][]string) ([]byte, error) {
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
	lines := respell(linesOf(text), was, is[check.front:], maps.Clone(check.kept), others)
	out := strings.Join(lines, "")
	if c.marker && !isSpace(out[:min(1, len(out))]) {
		out = "\n" + out
	}
	return slices.Concat(s.text[c.start:start], p.broken([]byte(out))), nil
}

func linesOf(text []byte) []string { return diff.Lines(string(withoutCR(text))) }

// owner is the document of any text that a node is of, nil for none.
func (p *printer) owner(n *yaml.Node) *chunk {
	if p.owners == nil {
		p.owners = map[*yaml.Node]*chunk{}
		streams := []*stream{p.stream, cmp.Or(p.dest, p.stream)}
		for _, f := range p.from {
			if s, err := newStream(f); err == nil && !bytes.Contains(f.Bytes, []byte("%TAG")) { // Its tags would mean nothing elsewhere.
				streams = append(streams, s)
			}
		}
		for _, s := range streams {
			for i := range s.chunks {
				for m := range node.All(s.chunks[i].doc) {
					p.owners[m] = &s.chunks[i]
				}
			}
		}
	}
	return p.owners[n]
}

// others are the texts of documents that a new one has something of, of which it has most
// first, without its own.
func (p *printer) others(n *yaml.Node, own *chunk) (texts [][]string) {
	shares := map[*chunk]int{}
	var all []*chunk
	for m := range node.All(n) {
		if c := p.owner(m); c != nil && c != own {
			if shares[c]++; shares[c] == 1 {
				all = append(all, c)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *chunk) int { return shares[b] - shares[a] })
	for _, c := range all {
		texts = append(texts, linesOf(c.text))
	}
	return texts
}

// encoded has the YAML library write a document.
func (p *printer) encoded(i int, check *check) ([]byte, error) {
	text, err := check.encoded()
	if err != nil {
		return nil, err
	}
	return p.around(i, text)
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
func (p *printer) around(i int, text string) ([]byte, error) {
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
	return slices.Concat(head, p.broken([]byte(text)), s.below(c)), nil
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
	check := newCheck(nil, nil, root, doc)
	fit := func(text []byte) ([]byte, bool, error) {
		whole, err := check.text(append([]byte("---\n"), text...)) // One without content needs a marker.
		return text, whole, err
	}
	return p.first(fit,
		func() ([]byte, error) {
			text, err := p.copyDocument(root, doc)
			return p.inLines(text), err
		},
		func() ([]byte, error) {
			lines, err := form{step: 2, compact: true}.lines(check.document())
			return p.broken([]byte(strings.Join(respell(nil, nil, lines, nil, p.others(n, nil)), ""))), err
		},
		func() ([]byte, error) {
			text, err := check.encoded()
			return p.broken([]byte(text)), err
		},
	)
}

// copyDocument is the text of the whole document a value is the root of.
func (p *printer) copyDocument(root, doc *yaml.Node) ([]byte, error) {
	c := p.owner(root)
	if c == nil || c.doc.Content[0] != root || !c.isBare() || doc != nil && !sameComments(doc, c.doc) {
		return nil, errors.New("no text has the document")
	}
	return c.text[c.body-c.start:], nil
}

// inLines is a text with the line breaks of the stream, one at its end.
func (p *printer) inLines(text []byte) []byte {
	return p.broken(append(slices.Clip(bytes.TrimRight(text, "\r\n")), '\n'))
}

// broken is a text with the line breaks of the stream.
func (p *printer) broken(text []byte) []byte {
	return bytes.ReplaceAll(withoutCR(text), []byte("\n"), []byte(p.newline))
}

// replaced is a document of the stream with the text of another behind its marker.
func (p *printer) replaced(i int, check *check) ([]byte, bool) {
	c := &p.stream.chunks[i]
	text, err := p.copyDocument(check.root, check.doc)
	if err != nil || !c.isBare() {
		return nil, false
	}
	text = slices.Concat(p.stream.text[c.start:c.body], p.ended(p.broken(text)))
	whole, err := check.text(text)
	return text, err == nil && whole
}
