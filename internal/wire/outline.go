package wire

import (
	"hash/maphash"
	"math/bits"
)

// Outline is what can be read of an item without parsing it. It exists for an
// item in plain block style only: maps and lists in order, every key once,
// scalars of one line and block scalars, no anchors, aliases and tags. Such an
// item is sound YAML; of any other, only the YAML library knows.
type Outline struct {
	APIVersion, Kind              string
	Name, Namespace, GenerateName string
	// HasMetadata says that metadata is a map; Comment is the comment behind
	// its key.
	HasMetadata bool
	Comment     string
	Annotations []Annotation
	// Nulls says that there may be a null somewhere.
	Nulls bool
	// comments says that there are other comments than behind scalars.
	comments bool
	// Lists is the same for items of one ResourceList that have the same lists
	// in the same places, by their text.
	Lists uint64
}

// Annotation is an entry of metadata.annotations.
type Annotation struct {
	Name, Value string
	// Plain says that the value is known: a text of one line.
	Plain bool
	// start and end are the lines of it in the text of the item.
	start, end int
}

// outline reads an item. The scanner may be used again.
func (s *scanner) outline(text string, column int) *Outline {
	if !isPrintable(text) {
		return nil
	}
	*s = scanner{text: text, out: &Outline{}, comment: -1, levels: s.levels[:0], keys: s.keys[:0], found: s.found[:0], seed: s.seed}
	if !s.item(column) {
		return nil
	}
	s.out.Annotations = append(make([]Annotation, 0, len(s.found)), s.found...)
	return s.out
}

// part is a part of an item that the outline tells something about.
type part uint8

const (
	nothing part = iota
	root
	metadata
	annotations
)

// told is where the outline tells the value of a key, nil if it does not.
func (s *scanner) told(in part, key string) *string {
	switch in {
	case root:
		switch key {
		case "apiVersion":
			return &s.out.APIVersion
		case "kind":
			return &s.out.Kind
		}
	case metadata:
		switch key {
		case "name":
			return &s.out.Name
		case "namespace":
			return &s.out.Namespace
		case "generateName":
			return &s.out.GenerateName
		}
	case nothing, annotations:
	}
	return nil
}

// tell adds a list to those of the item.
func (s *scanner) tell(path uint64, text string) {
	s.out.Lists += s.below(path, text)
}

// below is the path of a key in a map.
func (s *scanner) below(path uint64, key string) uint64 {
	return bits.RotateLeft64(path, 13)*0x9e3779b97f4a7c15 ^ maphash.String(s.seed, key)
}
