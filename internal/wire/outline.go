package wire

import "slices"

// Outline is what can be read of an item without parsing it. It exists for an
// item in plain block style only: maps and lists in order, every key once,
// scalars of one line and block scalars, no anchors, aliases and tags. Such an
// item is sound YAML; of any other, only the YAML library knows.
type Outline struct {
	Meta Meta
	// Annotations are the entries of metadata.annotations.
	Annotations []Annotation
	// Nulls reports whether there may be a null somewhere.
	Nulls bool
	// comments reports whether there are other comments than behind scalars.
	comments bool
}

// Meta is the type and metadata of an item.
type Meta struct {
	APIVersion, Kind              string
	Name, Namespace, GenerateName string
	// Comment is the comment behind the key of metadata.
	Comment string
}

// Annotation is an entry of metadata.annotations.
type Annotation struct {
	Name, Value string
	// Plain reports whether the value is known: a text of one line.
	Plain bool
	// start is where the lines of the entry begin, end what follows them: lists have many.
	start, end int32
}

// outline reads an item, nil if it declines. The parser may be used again.
func (p *parser) outline(text string, column int) *Outline {
	if !isPrintable(text) {
		return nil
	}
	*p = parser{text: text, keys: p.keys[:0], found: p.found[:0]}
	p.item(column)
	if p.declined {
		return nil
	}
	out := p.out
	out.Annotations = slices.Clone(p.found)
	return &out
}

// part is a part of an item that matters to the outline.
type part uint8

const (
	nothing part = iota
	root
	metadata
	annotations
)

// of is the part that the value of a key is.
func (p part) of(key string) part {
	switch {
	case p == root && key == "metadata":
		return metadata
	case p == metadata && key == "annotations":
		return annotations
	}
	return nothing
}

// field is where the outline holds the value of a key, nil if it does not.
func (p *parser) field(in part, key string) *string {
	m := &p.out.Meta
	switch {
	case in == root && key == "apiVersion":
		return &m.APIVersion
	case in == root && key == "kind":
		return &m.Kind
	case in == metadata && key == "name":
		return &m.Name
	case in == metadata && key == "namespace":
		return &m.Namespace
	case in == metadata && key == "generateName":
		return &m.GenerateName
	}
	return nil
}
