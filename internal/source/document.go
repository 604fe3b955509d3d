package source

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// document prints one document of the stream, going down the ladder until what
// it gives is right. more: another document follows the last one, so it must
// end its last line.
func (p *printer) document(i int, d Change, more bool) ([]byte, error) {
	if !isUntouched(d) {
		p.stats.Changed++
	} else if !more {
		return p.asRead(i), nil
	}
	c := &p.stream.chunks[i]
	root, doc := wanted(d)
	check := newCheck(p.stream.text[c.start:c.end], d.Old, root, doc)
	if text, copied := p.replaced(i, d, check); copied {
		return text, nil
	}
	if text, err := p.byLines(i, d, check, more); err == nil {
		return text, nil
	}
	second, whole := p.inPlace(i, d, check, more)
	if whole {
		return second, nil
	}
	return p.anew(i, check, second, more)
}

// anew writes a document anew. second is its text with edits, where only comments are not as
// they shall be, nil for none.
func (p *printer) anew(i int, check *check, second []byte, more bool) ([]byte, error) {
	text, whole, err := p.rendered(i, check, more)
	if err == nil && whole {
		p.stats.InPlace++
		return text, nil
	}
	isJSON := p.whole(i).habits.json
	if isJSON && second == nil && err == nil {
		second = text
	}
	if !isJSON || second == nil {
		// JSON stays JSON, which has no comments.
		text, whole, err = p.encoded(i, check, more)
	}
	switch {
	case err == nil && (whole || second == nil):
		p.countEncoded(whole)
		return text, nil
	case second != nil:
		p.stats.InPlace++
		p.stats.Comments++
		return second, nil
	}
	return nil, errors.Join(append(p.reasons, err)...)
}

// asRead is the text of a document of the stream.
func (p *printer) asRead(i int) []byte {
	c := &p.stream.chunks[i]
	return p.stream.text[c.start:min(c.end, p.stream.size)]
}

// inPlace prints a document by editing its text: with comments left where the document has
// them, which misleads where it has the same ones often; then with each comment at its
// node. whole: the comments are right, too. The text is nil if the value would not be right
// either.
func (p *printer) inPlace(i int, d Change, check *check, more bool) (second []byte, whole bool) {
	for _, leaving := range [...]bool{true, false} {
		ed, err := p.edited(i, check, leaving)
		if !more && check.asRead(d.Old, ed, err) {
			p.stats.Changed--
			return p.asRead(i), true
		}
		var text []byte
		if err == nil {
			text, whole, err = p.finish(ed, &p.stream.chunks[i], check, more)
		}
		switch {
		case err != nil:
			p.reasons = append(p.reasons, err)
			return second, false
		case whole:
			p.stats.InPlace++
			p.stats.Entries += ed.rewritten
			return text, true
		}
		p.reasons = append(p.reasons, errComments)
		if second == nil {
			second = text
		}
	}
	return second, false
}

var errComments = errors.New("the text written would have other comments")

// asRead reports whether the text of a document is what is wanted: it needs no edits,
// or cannot be edited and need not be.
func (c *check) asRead(old *yaml.Node, ed *editor, err error) bool {
	if err != nil {
		return isSame(old.Content[0], c.root) && sameComments(c.doc, old)
	}
	return len(ed.edits) == 0 && sameComments(old.Content[0], c.root)
}

// countEncoded counts a document that the YAML library encoded. whole: its comments are
// right.
func (p *printer) countEncoded(whole bool) {
	p.stats.Encoded++
	if !whole {
		p.stats.Comments++
	}
}

// edited collects the edits of a document. leaving: comments that it has as often as it
// shall stay where they are.
func (p *printer) edited(i int, check *check, leaving bool) (ed *editor, err error) {
	defer func() {
		if r := recover(); r != nil {
			ed, err = nil, fmt.Errorf("text cannot be edited: %v", r)
		}
	}()
	s := p.stream
	at, err := s.locate(i)
	if err != nil {
		return nil, err
	}
	ed = &editor{stream: s, root: at, marker: -1, sources: p.sources, hashes: hashes{}, habits: habitsOf(at, p.newline)}
	if leaving {
		ed.lacks = check.lacks()
	}
	c, root := &s.chunks[i], check.root
	if c.marker {
		ed.marker = c.markerAt
		if ed.front = s.lines.commentAbove(s.lines.number(c.start)); len(ed.front) > 0 {
			root = withoutLines(root, ed.front)
		}
	}
	ed.value(nil, at, root, slot{column: -1})
	if len(ed.edits) == 0 && !at.block && !ed.habits.json && !sameComments(at.node, check.root) {
		ed.refuse(at.start, "comment of a document without a block")
	}
	if check.doc != c.doc && check.doc != nil {
		was, is := behindLines(c.doc.HeadComment, ed.front), behindLines(check.doc.HeadComment, ed.front)
		if ed.changes(was, is) || ed.changes(c.doc.FootComment, check.doc.FootComment) {
			ed.refuse(at.start, "other comments around the document")
		}
	}
	return ed, ed.refused
}

// finish applies the edits and checks the outcome.
func (p *printer) finish(ed *editor, c *chunk, check *check, more bool) (text []byte, whole bool, err error) {
	s := p.stream
	if c.end == len(s.text) && s.unterminated {
		return p.finishUnterminated(ed, c, check, more)
	}
	text, err = ed.apply(c.start, c.end)
	if err != nil {
		return nil, false, err
	}
	whole, err = check.text(text)
	return text, whole, err
}

// finishUnterminated finishes the last document of a text without a final line break.
// That stays away, unless the last value needs it; a block scalar that ended without
// one gets the header for that if it is not the last any more.
func (p *printer) finishUnterminated(ed *editor, c *chunk, check *check, more bool) (text []byte, whole bool, err error) {
	s := p.stream
	dash := lastScalar(ed.root)
	for _, dashed := range [...]bool{false, true} {
		if dashed {
			if dash == nil || dash.header == 0 || dash.end < s.size {
				break
			}
			from := dash.header
			if s.text[from-1] == '+' {
				from--
			}
			ed.replaceBytes(from, dash.header, "-")
		}
		full, applyErr := ed.apply(c.start, c.end)
		if applyErr != nil {
			return nil, false, applyErr
		}
		if n := breakBefore(full, len(full)); n > 0 && !more {
			cut := full[:len(full)-n]
			if whole, err = check.text(cut); err == nil {
				return cut, whole, nil
			}
		}
		if whole, err = check.text(full); err == nil {
			return full, whole, nil
		}
	}
	return nil, false, err
}

// lastScalar gives the last value of a tree.
func lastScalar(p *place) *place {
	for len(p.entries) > 0 {
		p = p.entries[len(p.entries)-1].value
	}
	return p
}

// rendered writes a document again from the parts that texts have.
func (p *printer) rendered(i int, check *check, more bool) ([]byte, bool, error) {
	c, root := &p.stream.chunks[i], check.root
	if c.marker {
		root = withoutLines(root, p.stream.lines.commentAbove(p.stream.lines.number(c.start)))
	}
	ed := p.whole(i)
	if isEmptyPlain(root) {
		root = &yaml.Node{Kind: yaml.ScalarNode, Tag: nullTag, Value: "null"}
	}
	text := ed.renderDocument(root, check.doc)
	switch {
	case ed.refused != nil:
		return nil, false, ed.refused
	case p.stream.holdsMore(c):
		return nil, false, errMore
	}
	return p.around(c, p.above(c), text, check, more)
}

var errMore = errors.New("the text has more documents than were given")

// encoded has the YAML library encode the document.
func (p *printer) encoded(i int, check *check, more bool) ([]byte, bool, error) {
	check.alike = anyReading
	c := &p.stream.chunks[i]
	if p.stream.holdsMore(c) {
		return nil, false, errMore
	}
	text, err := p.whole(i).encodeDocument(check)
	if err != nil {
		return nil, false, err
	}
	return p.around(c, p.above(c), text, check, more)
}

// whole is an editor that writes a whole document.
func (p *printer) whole(i int) *editor {
	ed := &editor{stream: p.stream, sources: p.sources, habits: habits{newline: p.newline}, marker: -1}
	if at, err := p.stream.locate(i); err == nil {
		ed.habits = habitsOf(at, p.newline)
	}
	return ed
}

// above is what stays above a document that is written again: its directives, and its marker.
func (p *printer) above(c *chunk) []byte {
	s := p.stream
	if !c.marker {
		return s.text[c.start:c.start]
	}
	line := s.text[c.markerAt:s.lines.next(c.markerAt)]
	if rest := bytes.TrimSpace(line[len("---"):]); len(rest) > 0 && rest[0] != '#' {
		line = []byte("---" + p.newline)
	}
	return append(append([]byte(nil), s.text[c.start:c.markerAt]...), line...)
}

// around puts what stays of a document's text around an encoded value, and
// checks it.
func (p *printer) around(c *chunk, head []byte, text string, check *check, more bool) ([]byte, bool, error) {
	s := p.stream
	out := append([]byte(nil), head...)
	out = append(out, strings.ReplaceAll(text, "\n", p.newline)...)
	whole, err := false, error(nil)
	if c.end < len(s.text) {
		below := check.below(s, c)
		if whole, err = check.text(append(out[:len(out):len(out)], below...)); err == nil {
			return append(out, below...), whole, nil
		}
		// Blank lines would belong to a block scalar that keeps them.
		out = append(out, bytes.TrimLeft(below, "\r\n")...)
	}
	whole, err = check.text(out)
	if n := breakBefore(out, len(out)); err == nil && n > 0 && !more && c.end == len(s.text) && s.unterminated {
		if cutWhole, cutErr := check.text(out[:len(out)-n]); cutErr == nil {
			return out[:len(out)-n], cutWhole, nil
		}
	}
	return out, whole, err
}
