package source

import (
	"bytes"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// added prints a document that the stream did not have.
func (p *printer) added(n *yaml.Node) ([]byte, error) {
	root, doc := wanted(Change{New: n})
	check := newCheck(nil, nil, root, doc)
	if text, ok := p.copyDocument(root, doc); ok {
		text = p.inLines(text)
		if whole, err := check.text(behindMarker(text)); err == nil && whole {
			p.stats.InPlace++
			return text, nil
		}
	}
	ed := &editor{stream: p.stream, sources: p.sources, habits: habits{newline: p.newline}, marker: -1}
	rendered := []byte(ed.newlines(ed.renderDocument(root, doc)))
	if whole, err := check.text(behindMarker(rendered)); err == nil && whole && ed.refused == nil {
		p.stats.InPlace++
		return rendered, nil
	}
	check.alike = anyReading
	text, err := ed.encodeDocument(check)
	if err != nil {
		return nil, err
	}
	out := []byte(ed.newlines(text))
	whole, err := check.text(behindMarker(out))
	if err != nil {
		return nil, err
	}
	p.countEncoded(whole)
	return out, nil
}

// renderDocument writes a document with the comments around its value.
func (ed *editor) renderDocument(root, doc *yaml.Node) string {
	w := ed.render(root, slot{column: -1})
	lines := w.rest
	if w.inline != "" || len(lines) == 0 {
		lines = append([]string{w.inline}, lines...)
	}
	if !isCollection(root) {
		lines = append(commentLines(root.HeadComment), lines...)
	}
	if doc != nil {
		lines = append(commentLines(doc.HeadComment), lines...)
		lines = append(lines, commentLines(doc.FootComment)...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// behindMarker puts a marker in front of a document, as one without content
// needs.
func behindMarker(text []byte) []byte { return append([]byte("---\n"), text...) }

// copyDocument is the text of the whole document a value is the root of.
func (p *printer) copyDocument(root, doc *yaml.Node) ([]byte, bool) {
	for _, s := range p.sources() {
		f, ok := s.find(root, func(at *place) bool { return at.node == root })
		if !ok || f.parent != nil {
			continue
		}
		if doc != nil && doc != s.chunks[f.chunk].doc && !sameComments(doc, s.chunks[f.chunk].doc) {
			return nil, false
		}
		start, end, ok := f.document()
		if !ok {
			return nil, false
		}
		return s.text[start:end], true
	}
	return nil, false
}

// inLines is a text with the line breaks of the stream, one at its end.
func (p *printer) inLines(text []byte) []byte {
	return p.broken(append(slices.Clip(bytes.TrimRight(text, "\r\n")), '\n'))
}

// broken is a text with the line breaks of the stream.
func (p *printer) broken(text []byte) []byte {
	return []byte(strings.ReplaceAll(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n", p.newline))
}

// document is where the text of the document is whose root was found, behind its
// marker. It is false if the document begins in the line of the marker.
func (f *found) document() (start, end int, ok bool) {
	s := f.stream
	c := &s.chunks[f.chunk]
	start, end = c.start, c.end
	if c.marker {
		start = s.lines.next(c.markerAt)
		if start > f.place.start && f.place.start < f.place.end {
			return 0, 0, false
		}
	}
	if end == len(s.text) {
		end = max(start, min(end, s.size))
	}
	return start, end, true
}

// replaced is a document of the stream with the text of another behind its marker. It
// is false where they cannot change places.
func (p *printer) replaced(i int, d Change, check *check) ([]byte, bool) {
	if !d.Copy {
		return nil, false
	}
	at, err := p.stream.locate(i)
	if err != nil {
		return nil, false
	}
	old := found{stream: p.stream, place: at, chunk: i}
	from, _, ok := old.document()
	text, copied := p.copyDocument(wanted(d))
	if !ok || !copied {
		return nil, false
	}
	start := p.stream.chunks[i].start
	text = append(p.stream.text[start:from:from], p.ended(p.broken(text))...)
	whole, err := check.text(text)
	if err != nil || !whole {
		return nil, false
	}
	p.stats.InPlace++
	return text, true
}
