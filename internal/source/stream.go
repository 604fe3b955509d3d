package source

import (
	"bytes"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

// chunk is the part of a stream that belongs to one document: from its
// directives or its marker to where those of the next begin.
type chunk struct {
	start int
	// line is that of the start, counted from 1.
	line int
	// marker is where the --- that the document begins with ends in its text, body where that line ends; both are 0
	// where it has none.
	marker, body int
	doc          *yaml.Node
	text         []byte
}

// isBare reports whether nothing but a comment stands in the line of a document's marker.
func (c *chunk) isBare() bool {
	rest := bytes.TrimSpace(c.text[c.marker:c.body])
	return len(rest) == 0 || rest[0] == '#'
}

// stream is a text with the places of its documents.
type stream struct {
	text   []byte
	chunks []chunk
}

const byteOrderMark = "\xef\xbb\xbf"

// withoutMark is where a text begins behind a byte order mark.
func withoutMark(text []byte) int {
	return len(text) - len(bytes.TrimPrefix(text, []byte(byteOrderMark)))
}

// newStream divides a text into its documents.
func newStream(t Text) (*stream, error) {
	s := divided(t.Bytes)
	if len(s.chunks) != len(t.Docs) {
		return nil, fmt.Errorf("the text has %d documents instead of the %d given", len(s.chunks), len(t.Docs))
	}
	for i, doc := range t.Docs {
		if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
			return nil, fmt.Errorf("document %d was not parsed from this text", i+1)
		}
		s.chunks[i].doc = doc
	}
	return s, nil
}

// head is what stands in front of the first document.
func (s *stream) head() []byte {
	if len(s.chunks) == 0 {
		return s.text
	}
	return s.text[:s.chunks[0].start]
}

// divided finds the documents of a text: each begins with its marker, the directives in front of that, or,
// where none is open, with its first line that says something.
func divided(text []byte) *stream {
	s := &stream{text: plainJSON(text)}
	at, number, open := withoutMark(s.text), 0, false
	first := chunk{start: at, line: 1}
	var directives *chunk
	begin := func(c chunk) {
		open, directives = true, nil
		s.chunks = append(s.chunks, c)
	}
	for line := range bytes.Lines(s.text[at:]) {
		number++
		said := bytes.TrimSpace(line)
		switch c := (chunk{start: at, line: number}); {
		case isMarker(line, "---"):
			if directives != nil {
				c = *directives
			}
			c.marker, c.body = at+len("---")-c.start, at+len(line)-c.start
			begin(c)
		case isMarker(line, "..."):
			open = false
		case open, len(said) == 0, said[0] == '#', line[0] == '%' && directives != nil:
		case line[0] == '%':
			directives = &c
		case len(s.chunks) == 0:
			begin(first)
		default:
			begin(c)
		}
		at += len(line)
	}
	end := len(s.text)
	for i := range slices.Backward(s.chunks) {
		s.chunks[i].text = s.text[s.chunks[i].start:end]
		end = s.chunks[i].start
	}
	return s
}

// part is a document as a text of its own, nil if the library sees it elsewhere.
func (s *stream) part(i int, doc *yaml.Node) Text {
	t := Text{Docs: []*yaml.Node{doc}}
	if i < len(s.chunks) && doc.Line >= s.chunks[i].line && (i+1 == len(s.chunks) || doc.Line < s.chunks[i+1].line) {
		t.Bytes = s.chunks[i].text
	}
	return t
}

// isMarker reports whether a line begins with that document marker.
func isMarker(line []byte, marker string) bool {
	rest, found := bytes.CutPrefix(line, []byte(marker))
	return found && (len(rest) == 0 || bytes.IndexByte([]byte(" \t\r\n"), rest[0]) >= 0)
}

// newlineOf gives the line break a text uses first.
func newlineOf(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lineBreak is the length of the line break at the end of a text.
func lineBreak(text []byte) int {
	return len(text) - len(bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r")))
}
