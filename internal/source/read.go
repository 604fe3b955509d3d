package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
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
// nil if the YAML library sees it elsewhere. Positions count from the start of
// the stream. It ends with the first error, which is that of the library.
func Documents(text []byte) iter.Seq2[Text, error] {
	return func(yield func(Text, error) bool) {
		s := divided(text)
		i := 0
		for doc, err := range Decoded(text) {
			if err != nil {
				yield(Text{}, err)
				return
			}
			if !yield(s.part(i, doc), nil) {
				return
			}
			i++
		}
	}
}

// Decoded gives the documents of a stream, YAML or JSON in UTF-8, until the first error,
// which is that of the YAML library.
func Decoded(text []byte) iter.Seq2[*yaml.Node, error] {
	given := withoutFront(withoutCR(plainJSON(text)))
	read := filled(given)
	decoder := yaml.NewDecoder(bytes.NewReader(read))
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
			if len(read) > len(given) {
				emptied(doc)
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

// Front is what stands in front of the first marker of a stream: comments, which are the file's.
func Front(text []byte) []byte {
	end := 0
	for line := range bytes.Lines(text) {
		said := bytes.TrimSpace(bytes.TrimPrefix(line, []byte(byteOrderMark)))
		switch {
		case isMarker(line, "---"):
			return text[:end]
		case len(said) > 0 && said[0] != '#':
			return nil
		}
		end += len(line)
	}
	return nil
}

// withoutFront is a text with blank lines for what stands in front of its first marker, which the library would give
// to the first field.
func withoutFront(text []byte) []byte {
	front := Front(text)
	if len(front) == 0 {
		return text
	}
	return slices.Concat(bytes.Repeat([]byte("\n"), bytes.Count(front, []byte("\n"))), text[len(front):])
}

// filling is the value of elements that have none, but a comment, while they are read: as templates have them,
// "- #@ value". The library would give the comment to what follows.
const filling = "\ue003"

// filled is a text with a value in elements that have none, but a comment.
func filled(text []byte) []byte {
	if !bytes.Contains(text, []byte("- #")) || bytes.Contains(text, []byte(filling)) {
		return text
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	empty := regexp.MustCompile(`^ *(?:- +)*- +#`)
	next := 0 // where the next line with a value begins
	for i, l := range slices.Backward(lines) {
		start := bytes.TrimLeft(l, " ")
		if len(bytes.TrimSpace(start)) == 0 || start[0] == '#' {
			continue
		}
		if front := empty.Find(l); front != nil && next <= bytes.LastIndexByte(front, '-') {
			lines[i] = slices.Concat(front[:len(front)-1], []byte(filling+" "), l[len(front)-1:])
		}
		next = len(l) - len(start)
	}
	return bytes.Join(lines, nil)
}

// emptied takes the filling out of a document.
func emptied(doc *yaml.Node) {
	for n := range node.All(doc) {
		if n.Value == filling {
			n.Value, n.Tag = "", nullTag
		}
		n.Value = strings.ReplaceAll(n.Value, " "+filling, "") // in a text
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
