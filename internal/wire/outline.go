package wire

import (
	"hash/maphash"
	"math/bits"
	"slices"
)

// Outline is what can be read of an item without parsing it. It exists for an
// item in plain block style only: maps and lists in order, every key once,
// scalars of one line and block scalars, no anchors, aliases and tags. Such an
// item is sound YAML; of any other, only the YAML library knows.
type Outline struct {
	Meta Meta
	// Annotations are the entries of metadata.annotations.
	Annotations []Annotation
	// Lists is the same for items of one ResourceList that have the same lists
	// in the same places, by their text.
	Lists uint64
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
	// start is where the lines of the entry begin, end what follows them.
	start, end int
}

// outline reads an item, nil if it declines. The parser may be used again.
func (p *parser) outline(text string, column int) *Outline {
	if !isPrintable(text) {
		return nil
	}
	*p = parser{text: text, keys: p.keys[:0], found: p.found[:0], seed: p.seed}
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

// place is where a collection stands: its path stands for the keys that lead to it.
// within: it lies in a list.
type place struct {
	part   part
	path   uint64
	within bool
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

// list adds a list to those of the item.
func (p *parser) list(path uint64, text string) {
	p.out.Lists += p.under(path, text)
}

// under is the path of a key in a map.
func (p *parser) under(path uint64, key string) uint64 {
	if p.nodes != nil {
		return 0
	}
	return bits.RotateLeft64(path, 13)*0x9e3779b97f4a7c15 ^ maphash.String(p.seed, key)
}
