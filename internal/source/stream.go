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
	// root is found when it is asked for.
	root    *place
	located bool
	err     error
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
	at := s.lines.offset(d.Line, 1)
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

// locate finds the places of a document's nodes.
func (s *stream) locate(i int) (*place, error) {
	c := &s.chunks[i]
	if c.located {
		return c.root, c.err
	}
	c.located = true
	c.root, c.err = s.walk(c)
	return c.root, c.err
}

func (s *stream) walk(c *chunk) (*place, error) {
	w := &walker{text: s.text[:c.end], lines: s.lines, at: c.start}
	if c.marker {
		w.at = c.markerAt + len("---")
	}
	root := w.value(c.doc.Content[0], -1)
	w.trivia()
	if w.at < c.end && !isMarker(s.text[w.at:], "...") {
		w.refuse("expected the end of the document")
	}
	return root, w.refused
}

// found is a node that was found in a text.
type found struct {
	stream *stream
	place  *place
	// parent and index are the entry that it is the value (or key) of; parent is nil
	// for a root.
	parent *place
	index  int
	isKey  bool
	chunk  int
}

// find looks a node up by its position. same decides whether it is the one.
func (s *stream) find(n *yaml.Node, same func(at *place) bool) (found, bool) {
	if n.Line == 0 {
		return found{}, false
	}
	i := sort.Search(len(s.chunks), func(i int) bool { return s.lines.number(s.chunks[i].start)+s.lines.before >= n.Line }) - 1
	if i < 0 {
		return found{}, false
	}
	root, err := s.locate(i)
	if err != nil {
		return found{}, false
	}
	at := s.lines.offset(n.Line, n.Column)
	f := found{stream: s, place: root, chunk: i}
	for {
		if same(f.place) {
			return f, true
		}
		p := f.place
		j := sort.Search(len(p.entries), func(j int) bool { return p.entries[j].start > at }) - 1
		if j < 0 {
			return found{}, false
		}
		f.parent, f.index, f.isKey = p, j, false
		e := &p.entries[j]
		f.place = e.value
		if e.key != nil && at < e.value.start {
			f.place, f.isKey = e.key, true
		}
	}
}
