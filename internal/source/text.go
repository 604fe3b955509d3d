package source

import "go.yaml.in/yaml/v3"

// Text is the text of another version. Nodes of its documents that occur in a
// new tree are copied from it byte for byte.
type Text struct {
	Bytes []byte
	// Docs are its documents; nil is one of which no node is in a new tree.
	Docs []*yaml.Node
	// before are the lines of the stream in front of a part of it.
	before int
	// stream is not nil for one that is prepared.
	stream *stream
}

// Prepared gives the text with the places of its nodes, which else are looked for
// when something is printed. It may be used in one printing at a time. The cost is
// linear in the size of the text.
func (t Text) Prepared() Text {
	if s, err := newTextStream(t); err == nil {
		for i := range s.chunks {
			// The printing that needs it reports what cannot be found.
			_, _ = s.locate(i)
		}
		t.stream = s
	}
	return t
}

// textStream is the text as a stream.
func (t Text) textStream() (*stream, error) {
	if t.stream != nil {
		return t.stream, nil
	}
	return newTextStream(t)
}
