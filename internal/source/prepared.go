package source

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
