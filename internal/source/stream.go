package source

import (
	"bytes"
	"errors"
	"fmt"
	"sort"

	"go.yaml.in/yaml/v3"
)

// chunk is the part of a stream that belongs to one document: from its
// directives or its marker to where those of the next begin.
type chunk struct {
	start, end int
	// marker: the document begins with ---, which stands at markerAt.
	marker   bool
	markerAt int
	doc      *yaml.Node
}

// stream is a text with the places of its documents.
type stream struct {
	text   []byte
	lines  *lines
	chunks []chunk
	// unterminated: the text given had no final line break, which was added.
	unterminated bool
}

// newStream divides a text into its documents. So many lines of the stream that
// they were parsed from stand before it.
func newStream(text []byte, docs []*yaml.Node, before int) (*stream, error) {
	s := &stream{text: text, lines: newLines(text), chunks: make([]chunk, 0, len(docs))}
	s.lines.before = before
	for i, d := range docs {
		if n := len(s.chunks); d == nil && n > 0 {
			s.chunks[n-1].end = s.markerBehind(&s.chunks[n-1])
		} else if d == nil {
			continue
		} else if err := s.add(d); err != nil {
			return nil, fmt.Errorf("document %d %w", i+1, err)
		}
	}
	return s, nil
}

// add finds where a document begins that stands behind those added before.
func (s *stream) add(d *yaml.Node) error {
	if d.Kind != yaml.DocumentNode || len(d.Content) != 1 {
		return errors.New("was not parsed from this text")
	}
	at := s.lines.offset(d.Line)
	if at < 0 {
		return fmt.Errorf("does not lie in this text (line %d)", d.Line)
	}
	c := chunk{doc: d, start: at, end: len(s.text)}
	if marker := s.markerFrom(at); marker >= 0 {
		c.marker, c.markerAt = true, marker
	} else if len(s.chunks) == 0 {
		c.start = s.lines.starts[0]
	}
	if n := len(s.chunks); n > 0 {
		if c.start < s.chunks[n-1].start {
			return errors.New("does not lie behind the one before it")
		}
		s.chunks[n-1].end = min(s.chunks[n-1].end, c.start)
	}
	s.chunks = append(s.chunks, c)
	return nil
}

// isMarker reports whether the text begins with that document marker.
func isMarker(text []byte, marker string) bool {
	if !bytes.HasPrefix(text, []byte(marker)) {
		return false
	}
	return len(text) == 3 || isBlank(text[3]) || breakAt(text, 3) > 0
}

// markerFrom gives the marker of a document that begins there, -1 if it has
// none: with directives, the document begins at the first of them.
func (s *stream) markerFrom(at int) int {
	directive := false
	for at < len(s.text) {
		switch t := s.lines.trimmed(s.lines.number(at)); {
		case isMarker(s.text[at:], "---"):
			return at
		case s.text[at] == '%':
			directive = true
		case !directive || len(t) > 0 && t[0] != '#':
			return -1
		}
		at = s.lines.next(at)
	}
	return -1
}

// holdsMore reports whether a further document begins in a document's text.
func (s *stream) holdsMore(c *chunk) bool { return s.markerBehind(c) < c.end }

// markerBehind gives the next marker in a document's text behind its own, the end of
// the text if there is none.
func (s *stream) markerBehind(c *chunk) int {
	at := c.start
	if c.marker {
		at = c.markerAt
	}
	for at = s.lines.next(at); at < c.end; at = s.lines.next(at) {
		if isMarker(s.text[at:], "---") {
			return at
		}
	}
	return c.end
}

// chunkAt is the document that a line of the stream lies in, -1 for none.
func (s *stream) chunkAt(line int) int {
	return sort.Search(len(s.chunks), func(i int) bool { return s.lines.number(s.chunks[i].start)+s.lines.before >= line }) - 1
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
