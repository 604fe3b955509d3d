// Package source prints changed YAML documents into the text they came from. In go
// documents before and after a change, with their texts, out comes a text in which only
// what changed differs. It must not know what a merge is, or what fields mean.
//
// Where the other versions of a text are known, its merge by lines, as git makes it, is
// what is printed if that has the values that are wanted: so blank lines, comments, quotes
// and order are as people expect them.
//
// Else the lines that differ are changed: the YAML library writes the document as it was, or
// as lines merge it, and as it shall be, and what differs between the two is changed in the
// text, in which the lines of the first are found whatever their white space. All else stays.
// New lines are spelled as the library has them, in the columns of the text.
//
// What was printed is parsed again and compared with the wanted tree before it
// is given out. If it differs, the library writes the document, else there is an error.
package source

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"
)

// Change is a document of a stream before and after a merge.
type Change struct {
	// Old is the document as parsed from the text: a DocumentNode with
	// positions in the stream. It is nil for a document that is added.
	Old *yaml.Node
	// New is the document or its value as it shall be, nil to delete it. It
	// may be Old, and may share any node with Old or with another text.
	New *yaml.Node
	// Text is the text that New has elsewhere, which is taken where that can be done; nil for none.
	Text []byte
	// Versions are the text of the document in the other versions, nil where one is not
	// known or has none.
	Versions *Versions
}

// Text is a text and its documents.
type Text struct {
	Bytes []byte
	Docs  []*yaml.Node
}

// Print prints a stream with its documents changed. docs are all documents of the
// stream in order, with added ones where they shall go; text and nodes are not
// modified. A stream without changes is given back as it is. The cost is that of the
// changed documents, and of one pass over the text.
//
// An error names the document that could not be printed right; there is no
// output then.
func Print(text []byte, docs []Change) ([]byte, error) {
	_, out, err := printed(text, docs)
	return out, err
}

// InPlace prints like Print, but where a document would have to be written anew, or its
// comments would not all be as wanted, it is an error.
func InPlace(text []byte, docs []Change) ([]byte, error) {
	p, out, err := printed(text, docs)
	if err == nil && p.anew+p.lossy > 0 {
		err = errors.New("the text cannot be edited in place")
	}
	return out, err
}

// printed also gives the printer, which counts.
func printed(text []byte, docs []Change) (p *printer, out []byte, err error) {
	p = &printer{}
	if untouched(docs) {
		return p, text, nil
	}
	defer func() {
		if r := recover(); r != nil {
			out, err = nil, fmt.Errorf("the text cannot be edited: %v", r)
		}
	}()
	var olds []*yaml.Node
	for _, d := range docs {
		if d.Old != nil {
			olds = append(olds, d.Old)
		}
	}
	p.newline = newlineOf(text)
	if len(bytes.TrimSpace(text)) == 0 {
		p.newline = newlineOf(docs[0].Text)
	}
	if docs[len(docs)-1].Old == nil && len(text) > 0 && lineBreak(text) == 0 {
		// What is added ends its last line, which may be that of a string.
		text = p.ended(text)
		if olds, err = Parse(text); err != nil {
			return p, nil, err
		}
	}
	if p.stream, err = newStream(Text{Bytes: text, Docs: olds}); err == nil {
		out, err = p.print(docs)
	}
	return p, out, err
}

// untouched reports whether every document is the one it was.
func untouched(docs []Change) bool {
	return !slices.ContainsFunc(docs, func(d Change) bool {
		return d.New == nil || d.Old == nil || d.New != d.Old && d.New != d.Old.Content[0]
	})
}

// wanted is the document that a change asks for.
func (d Change) wanted() *yaml.Node {
	if d.New.Kind == yaml.DocumentNode {
		return d.New
	}
	want := &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{d.New}}
	if d.Old != nil {
		want.HeadComment, want.FootComment = d.Old.HeadComment, d.Old.FootComment
	}
	return want
}

// printer prints one stream.
type printer struct {
	stream  *stream
	newline string
	// anew documents were printed not as edits, lossy ones without all comments.
	anew, lossy int
}

// print puts the documents together.
func (p *printer) print(docs []Change) ([]byte, error) {
	rest := p.stream.chunks
	marked := len(rest) > 0 && rest[0].marker > 0
	head, marker := p.stream.head(), []byte("---"+p.newline)
	out := append(make([]byte, 0, len(p.stream.text)*9/8), head...)
	first := true
	for i, d := range docs {
		c := p.noChunk()
		if d.Old != nil {
			c, rest = &rest[0], rest[1:]
		}
		if d.New == nil {
			if first && c.marker == 0 {
				out = append(out, above(c.text)...)
			}
			continue
		}
		text, err := p.document(c, d)
		if err != nil {
			return nil, fmt.Errorf("document %d cannot be printed: %w", i+1, err)
		}
		if first && !marked && !isEmptyPlain(d.wanted().Content[0]) {
			text = bytes.TrimPrefix(bytes.TrimPrefix(text, marker), out[len(head):])
		}
		if before, _ := p.repeating(c.text); first && before == nil {
			_, text = p.repeating(text)
		}
		out, first = p.joined(out, text, first), false
	}
	if slices.ContainsFunc(docs, func(d Change) bool { return (d.Old == nil) != (d.New == nil) }) {
		return out, checkStream(out, docs)
	}
	return out, nil
}

// repeating is the text of the first document up to where it repeats behind its marker what stands in front of
// that, nil where it does not; once is the text without.
func (p *printer) repeating(text []byte) (before, once []byte) {
	head := slices.Concat(bytes.TrimSpace(p.stream.head()), []byte(p.newline))
	at := bytes.Index(text, head)
	if isSpace(string(head)) || at < 0 || string(bytes.TrimSpace(text[:at])) != "---" {
		return nil, text
	}
	rest := bytes.TrimLeft(text[at+len(head):], "\r\n")
	return text[:at], slices.Concat(text[:at], rest)
}

// noChunk is what stands for a document that the stream did not have.
func (p *printer) noChunk() *chunk {
	c := &chunk{start: -1, marker: len("---"), text: []byte("---" + p.newline)}
	c.body = len(c.text)
	c.doc = &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{{Kind: yaml.ScalarNode, Tag: nullTag}}}
	return c
}

// joined is a stream with one more document, behind a marker if it needs one.
func (p *printer) joined(out, text []byte, first bool) []byte {
	if len(out) > 0 && lineBreak(out) == 0 && string(out) != byteOrderMark {
		out = append(out, p.newline...)
	}
	isMarked := isMarker(text, "---") || text[0] == '%' || bytes.HasSuffix(bytes.TrimRight(out, "\r\n"), []byte("..."))
	if !first && !isMarked {
		out = append(out, "---"+p.newline...)
	}
	return append(out, text...)
}

// above gives the comments that stand above the first entry of a text with a blank line between: they are the file's.
func above(text []byte) []byte { return regexp.MustCompile(`^(?:\s*#.*\n)*\s*\n`).Find(text) }
