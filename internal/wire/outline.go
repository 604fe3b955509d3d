package wire

import (
	"hash/maphash"
	"iter"
	"math"
	"math/bits"
)

// Outline is what can be read of an item without parsing it. It exists for an
// item in plain block style only: maps and lists in order, every key once,
// scalars of one line and block scalars, no anchors, aliases and tags. Such an
// item is sound YAML; of any other, only the YAML library knows.
//
// There is one for every item of a list, so it holds the places of texts in the text of
// the item: half the memory of the texts themselves.
type Outline struct {
	// Lists is the same for items of one ResourceList that have the same lists
	// in the same places, by their text.
	Lists       uint64
	annotations []annotation
	texts       stretches
	// Nulls reports whether there may be a null somewhere.
	Nulls bool
	// comments reports whether there are other comments than behind scalars.
	comments    bool
	hasMetadata bool
}

// stretch is a part of the text of an item.
type stretch struct{ start, end uint32 }

func stretchOf(start, end int) stretch { return stretch{uint32(start), uint32(end)} }

func (s stretch) of(text string) string { return text[s.start:s.end] }

// longest is the size up to which an item has an outline.
const longest = math.MaxInt32

// annotation is an entry of metadata.annotations.
type annotation struct {
	name, value stretch
	// lines are those of the entry.
	lines stretch
	plain bool
}

// stretches are the places of the texts that an outline has, empty for those that it
// lacks.
type stretches struct{ apiVersion, kind, name, namespace, generateName, comment stretch }

// Meta is the type and metadata of an item.
type Meta struct {
	APIVersion, Kind              string
	Name, Namespace, GenerateName string
	// HasMetadata reports whether metadata is a map; Comment is the comment behind its
	// key.
	HasMetadata bool
	Comment     string
}

// Meta gives the type and metadata of an item that has an outline.
func (i *Item) Meta() Meta {
	texts := &i.outline.texts
	return Meta{
		APIVersion: texts.apiVersion.of(i.text), Kind: texts.kind.of(i.text),
		Name: texts.name.of(i.text), Namespace: texts.namespace.of(i.text), GenerateName: texts.generateName.of(i.text),
		HasMetadata: i.outline.hasMetadata, Comment: texts.comment.of(i.text),
	}
}

// Annotation is an entry of metadata.annotations.
type Annotation struct {
	Name, Value string
	// Plain reports whether the value is known: a text of one line.
	Plain bool
}

// Annotations gives the annotations of an item that has an outline.
func (i *Item) Annotations() iter.Seq[Annotation] {
	return func(yield func(Annotation) bool) {
		for k := range i.outline.annotations {
			a := &i.outline.annotations[k]
			if !yield(Annotation{Name: a.name.of(i.text), Value: a.value.of(i.text), Plain: a.plain}) {
				return
			}
		}
	}
}

// outline reads an item. The scanner may be used again.
func (s *scanner) outline(text string, column int) *Outline {
	if len(text) > longest || !isPrintable(text) {
		return nil
	}
	*s = scanner{text: text, comment: -1, levels: s.levels[:0], keys: s.keys[:0], found: s.found[:0], seed: s.seed}
	if !s.item(column) {
		return nil
	}
	out := s.out
	out.annotations = append(make([]annotation, 0, len(s.found)), s.found...)
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

// below is the part that the value of a key is.
func (p part) below(key string) part {
	switch {
	case p == root && key == "metadata":
		return metadata
	case p == metadata && key == "annotations":
		return annotations
	}
	return nothing
}

// field is where the outline holds the value of a key, nil if it does not.
func (s *scanner) field(in part, key string) *stretch {
	switch in {
	case root:
		switch key {
		case "apiVersion":
			return &s.out.texts.apiVersion
		case "kind":
			return &s.out.texts.kind
		}
	case metadata:
		switch key {
		case "name":
			return &s.out.texts.name
		case "namespace":
			return &s.out.texts.namespace
		case "generateName":
			return &s.out.texts.generateName
		}
	case nothing, annotations:
	}
	return nil
}

// list adds a list to those of the item.
func (s *scanner) list(path uint64, text string) {
	s.out.Lists += s.below(path, text)
}

// below is the path of a key in a map.
func (s *scanner) below(path uint64, key string) uint64 {
	return bits.RotateLeft64(path, 13)*0x9e3779b97f4a7c15 ^ maphash.String(s.seed, key)
}
