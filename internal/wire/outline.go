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
// There is one for every item of a list, so it tells where texts are in the text
// of the item: half of what the texts themselves would take.
type Outline struct {
	// Lists is the same for items of one ResourceList that have the same lists
	// in the same places, by their text.
	Lists       uint64
	annotations []annotation
	said        saids
	// Nulls says that there may be a null somewhere.
	Nulls bool
	// comments says that there are other comments than behind scalars.
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

// saids are the texts that an outline tells, an empty stretch where it tells none.
type saids struct{ apiVersion, kind, name, namespace, generateName, comment stretch }

// Said is what an item says about itself.
type Said struct {
	APIVersion, Kind              string
	Name, Namespace, GenerateName string
	// HasMetadata says that metadata is a map; Comment is the comment behind
	// its key.
	HasMetadata bool
	Comment     string
}

// Said gives what an item that has an outline says about itself.
func (i *Item) Said() Said {
	said := &i.outline.said
	return Said{
		APIVersion: said.apiVersion.of(i.text), Kind: said.kind.of(i.text),
		Name: said.name.of(i.text), Namespace: said.namespace.of(i.text), GenerateName: said.generateName.of(i.text),
		HasMetadata: i.outline.hasMetadata, Comment: said.comment.of(i.text),
	}
}

// Annotation is an entry of metadata.annotations.
type Annotation struct {
	Name, Value string
	// Plain says that the value is known: a text of one line.
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

// part is a part of an item that the outline tells something about.
type part uint8

const (
	nothing part = iota
	root
	metadata
	annotations
)

// told is where the outline tells the value of a key, nil if it does not.
func (s *scanner) told(in part, key string) *stretch {
	switch in {
	case root:
		switch key {
		case "apiVersion":
			return &s.out.said.apiVersion
		case "kind":
			return &s.out.said.kind
		}
	case metadata:
		switch key {
		case "name":
			return &s.out.said.name
		case "namespace":
			return &s.out.said.namespace
		case "generateName":
			return &s.out.said.generateName
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
