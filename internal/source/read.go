package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"go.yaml.in/yaml/v3"
)

// Parse parses a stream into its documents, each a DocumentNode with one
// value. Positions count from the start of the stream. An error names the line.
func Parse(text []byte) (docs []*yaml.Node, err error) {
	for doc, err := range Decoded(text) {
		if err != nil {
			return nil, fmt.Errorf("document %d cannot be parsed: %w", len(docs)+1, err)
		}
		docs = append(docs, doc)
	}
	return docs, nil
}

// Documents parses a stream document by document. Each comes as a text of its own, from
// its directives or its marker to those of the next, with the one document; the text is
// nil if the YAML library does not give its place. Positions count from the start of
// the stream. It ends with the first error, which is that of the library. Only two
// documents are held at a time.
func Documents(text []byte) iter.Seq2[Text, error] {
	return func(yield func(Text, error) bool) {
		text = plainJSON(text)
		s := &stream{text: text, lines: newLines(text)}
		var last *yaml.Node // not given yet
		lost := false
		give := func() bool {
			switch {
			case last == nil:
				return true
			case lost:
				return yield(Text{Docs: []*yaml.Node{last}}, nil)
			}
			return yield(s.part(0), nil)
		}
		for doc, err := range Decoded(text) {
			if err != nil {
				yield(Text{}, err)
				return
			}
			lost = lost || s.add(doc) != nil
			if !give() {
				return
			}
			if last = doc; !lost {
				s.chunks = append(s.chunks[:0], s.chunks[len(s.chunks)-1])
			}
		}
		give()
	}
}

// part is a document as a text of its own.
func (s *stream) part(i int) Text {
	c := &s.chunks[i]
	return Text{Bytes: s.text[c.start:c.end], Docs: []*yaml.Node{c.doc}, before: s.lines.before + s.lines.number(c.start)}
}

// Decoded gives the documents of a stream, YAML or JSON in UTF-8, until the first error,
// which is that of the YAML library.
func Decoded(text []byte) iter.Seq2[*yaml.Node, error] {
	decoder := yaml.NewDecoder(bytes.NewReader(withoutCR(plainJSON(text))))
	return func(yield func(*yaml.Node, error) bool) {
		if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
			yield(nil, errors.New("line 1: is not UTF-8"))
			return
		}
		for {
			doc, err := decode(decoder)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				err = errors.New(message(text, err))
			}
			if !yield(doc, err) || err != nil {
				return
			}
		}
	}
}

// withoutCR is a text whose lines end in LF. It has the same nodes in the same places, but
// between comments the library takes CR and LF for two breaks.
func withoutCR(text []byte) []byte {
	if !bytes.Contains(text, []byte("\r\n")) {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

// decode gives the next document. The library panics at some texts.
func decode(decoder *yaml.Decoder) (doc *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			doc, err = nil, fmt.Errorf("%v", r)
		}
	}()
	doc = new(yaml.Node)
	return doc, decoder.Decode(doc)
}
