package source

// Prepared gives the text with the places of its nodes, which else are looked for
// when something is printed. It may be used in one printing at a time. The cost is
// linear in the size of the text.
func (t Text) Prepared() Text {
	if s, err := newTextStream(t); err == nil {
		for i := range s.chunks {
			// What cannot be found is said by the printing that needs it.
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

// Parts gives each document of a stream as a text of its own, so that printing one
// need not read all. The documents are those that were parsed from the stream. The
// cost is linear in the size of the text.
func (t Text) Parts() ([]Text, error) {
	s, err := newStream(t.Bytes, t.Docs, t.before)
	if err != nil {
		return nil, err
	}
	parts := make([]Text, len(s.chunks))
	for i := range s.chunks {
		c := &s.chunks[i]
		parts[i] = Text{Bytes: t.Bytes[c.start:c.end], Docs: t.Docs[i : i+1], before: t.before + s.lines.number(c.start)}
	}
	return parts, nil
}
