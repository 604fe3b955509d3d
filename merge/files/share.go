package files

import (
	"bytes"
	"slices"

	"github.com/krm-merge/krm-merge/merge"
)

// share gives upstream's versions dest's nodes for documents that all three have word
// for word, wherever they are in the file, so that memory holds each once. The meaning
// of such a text must depend on nothing else: aliases mean nodes of their version, and
// comments in front of a document are in the text of the one before it.
func (s *slot) share() {
	o, u, d := s.documents(merge.Original), s.documents(merge.Updated), s.documents(merge.Dest)
	if o == nil || u == nil || d == nil || len(d.nodes) < 2 {
		return
	}
	if len(o.nodes) > 0 && o.nodes[0] == d.nodes[0] {
		o = nil // It has all of dest's.
	}
	others := []*documents{u}
	if o != nil {
		others = append(others, o)
	}
	places := make([]map[string][]int, len(others))
	for i, v := range others {
		places[i], v.nodes = v.places(), slices.Clone(v.nodes)
	}
	for i, text := range d.texts {
		at := string(text)
		if !d.standsAlone(i) || slices.ContainsFunc(places, func(p map[string][]int) bool { return len(p[at]) == 0 }) {
			continue
		}
		for j, v := range others {
			v.take(places[j][at][0], d, i)
			places[j][at] = places[j][at][1:]
		}
	}
}

// places finds documents that stand alone by their text.
func (d *documents) places() map[string][]int {
	places := map[string][]int{}
	for i, text := range d.texts {
		if d.standsAlone(i) {
			places[string(text)] = append(places[string(text)], i)
		}
	}
	return places
}

// standsAlone reports whether the meaning of a document depends on its text alone.
func (d *documents) standsAlone(i int) bool {
	return d.texts[i] != nil && !bytes.ContainsAny(d.texts[i], "&#%") && (i == 0 || bytes.IndexByte(d.texts[i-1], '#') < 0)
}

// take lets a document be one of dest's.
func (d *documents) take(i int, dest *documents, at int) {
	if r := d.byNode[d.nodes[i]]; r != nil {
		delete(d.byNode, d.nodes[i])
		r.Doc, r.Node = dest.nodes[at], dest.byNode[dest.nodes[at]].Node
	}
	d.nodes[i] = nil
}
