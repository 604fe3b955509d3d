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
	// Copy: New is a document of another text, with which its text takes the place of
	// Old's, where that can be done.
	Copy bool
	// Front is what shall stand in front of the first marker, nil for what stands there.
	Front []byte
	// Versions are the text of the document in the other versions, nil where one is not
	// known or has none.
	Versions *Versions
}

// Text is the text of another version. Its documents are copied from it byte for byte where
// they are added, or take the place of another.
type Text struct {
	Bytes []byte
	// Docs are its documents; nil is one that no change has.
	Docs []*yaml.Node
}

// Print prints a stream with its documents changed. docs are all documents of the
// stream in order, with added ones where they shall go; text and nodes are not
// modified. A stream without changes is given back as it is. The cost is that of the
// changed documents, and of one pass over the text.
//
// An error names the document that could not be printed right; there is no
// output then.
func Print(text []byte, docs []Change, from ...Text) ([]byte, error) {
	_, out, err := printed(text, docs, from)
	return out, err
}

// InPlace prints like Print, but where a document would have to be written anew, or its
// comments would not all be as wanted, it is an error.
func InPlace(text []byte, docs []Change, from ...Text) ([]byte, error) {
	p, out, err := printed(text, docs, from)
	if err == nil && p.anew+p.lossy > 0 {
		err = errors.New("the text cannot be edited in place")
	}
	return out, err
}

// printed also gives the printer, which counts.
func printed(text []byte, docs []Change, from []Text) (p *printer, out []byte, err error) {
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
	s, err := newStream(Text{Bytes: text, Docs: olds})
	if err != nil {
		return p, nil, err
	}
	p.stream, p.from, p.newline = s, from, newlineOf(s.text)
	if len(bytes.TrimSpace(s.text)) == 0 && len(from) > 0 {
		p.newline = newlineOf(from[0].Bytes)
	}
	out, err = p.print(docs)
	return p, out, err
}

// untouched reports whether every document is the one it was.
func untouched(docs []Change) bool {
	return !slices.ContainsFunc(docs, func(d Change) bool { return d.Old == nil || d.Front != nil || !isUntouched(d) })
}

func isUntouched(d Change) bool {
	return d.New != nil && (d.New == d.Old || len(d.Old.Content) == 1 && d.New == d.Old.Content[0])
}

// printer prints one stream.
type printer struct {
	// stream is the text, with a final line break.
	stream *stream
	from   []Text
	// owners are the documents of all texts by their roots, made when they are first asked for.
	owners  map[*yaml.Node]*chunk
	newline string
	// anew documents were printed not as edits, lossy ones without all comments.
	anew, lossy int
}

// wanted gives the value and the document a change asks for.
func wanted(d Change) (root, doc *yaml.Node) {
	root, doc = d.New, d.Old
	if root.Kind == yaml.DocumentNode {
		doc = root
		root = &yaml.Node{Kind: yaml.ScalarNode, Tag: nullTag, Value: "null"}
		if len(doc.Content) > 0 {
			root = doc.Content[0]
		}
	}
	return root, doc
}

// print puts the documents together.
func (p *printer) print(docs []Change) ([]byte, error) {
	a := assembly{out: append(make([]byte, 0, len(p.stream.text)*9/8), p.head(docs)...), newline: p.newline}
	next := 0 // the next document of the stream
	for i, d := range docs {
		err := p.put(&a, next, d, docs[i+1:])
		switch {
		case err != nil && d.Old != nil:
			return nil, fmt.Errorf("document %d (line %d) cannot be printed: %w", i+1, d.Old.Line, err)
		case err != nil:
			return nil, fmt.Errorf("document %d cannot be printed: %w", i+1, err)
		case d.Old != nil:
			next++
		}
	}
	if slices.ContainsFunc(docs, func(d Change) bool { return (d.Old == nil) != (d.New == nil) }) {
		if err := checkStream(a.out, docs); err != nil {
			return nil, err
		}
	}
	return a.out, nil
}

// head is what stands in front of the first document.
func (p *printer) head(docs []Change) []byte {
	s := p.stream
	head := s.text
	if len(s.chunks) > 0 {
		head = s.text[:s.chunks[0].start]
	}
	if len(docs) > 0 && docs[0].Front != nil && bytes.Equal(withoutCR(head), Front(s.text)) {
		head = p.broken(docs[0].Front)
	}
	return head
}

// put puts in what a change asks for; next is the next document of the stream.
func (p *printer) put(a *assembly, next int, d Change, rest []Change) error {
	if d.Old == nil {
		text, err := p.added(d.New)
		if err == nil {
			root, _ := wanted(d)
			a.add(text, next == 0 && len(p.stream.chunks) > 0 && p.stream.chunks[0].marker || isEmptyPlain(root))
		}
		return err
	}
	c := &p.stream.chunks[next]
	if d.New == nil {
		a.drop(p.stream, c)
		return nil
	}
	more := slices.ContainsFunc(rest, func(d Change) bool { return d.New != nil })
	text, err := p.document(next, d, more)
	if err == nil {
		a.keep(text, c)
	}
	return err
}

// ends reports whether a document is the last of a text without a final line break.
func (p *printer) ends(i int) bool {
	return p.stream.unterminated && i == len(p.stream.chunks)-1
}
