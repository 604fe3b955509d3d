package fn

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/internal/wire"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// compose puts the merged resources among the items that are not part of the merge.
// Everything stays where it was; an addition stands in front of the resource that it
// precedes in the outcome.
func compose(in *input, o *resource.Outcome) ([]wire.Entry, error) {
	p := newPlacer(in)
	place := make(map[*item]int, len(in.items))
	for i, it := range in.items {
		place[it] = i
	}
	entries := make([]wire.Entry, 0, len(o.Resources))
	next := 0
	passBy := func(until int) {
		for ; next < until; next++ {
			if it := in.items[next]; it.role == isBystander {
				entries = append(entries, wire.Entry{Item: it.from})
			}
		}
	}
	var waiting []wire.Entry
	for _, m := range o.Resources {
		entry, err := p.entry(m)
		if err != nil {
			return nil, err
		}
		waiting = append(waiting, entry)
		it := placedItem(m.Dest)
		if it == nil || m.Path != m.Dest.Path {
			continue
		}
		at := place[it]
		passBy(at)
		entries = append(entries, waiting...)
		waiting = waiting[:0]
		next = max(next, at+1)
	}
	passBy(len(in.items))
	return append(entries, waiting...), nil
}

// entry is a merged resource as an item of the list.
func (p *placer) entry(m *resource.Merged) (wire.Entry, error) {
	if w, ok := m.Lazy.(*printed); ok {
		return w.entry, nil
	}
	var e wire.Entry
	if it := placedItem(m.Dest); it != nil {
		e.Item = it.from
		if m.Forwarded {
			e.Item, e.Added = nil, true
			if from := itemOf(m.Updated); from != nil {
				e.Item = from.from
			}
		} else if m.Unchanged() && m.Path == m.Dest.Path && unmarked(&e, it, m) {
			return e, nil
		}
	} else if from := itemOf(m.Foremost()); from != nil {
		e.Item, e.Added = from.from, true
	}
	for _, part := range append([]*resource.Merged{m}, m.Items...) {
		for _, r := range append([]*resource.Resource{part.Updated, part.Original, part.Dest}, part.Layers...) {
			if r != nil {
				addSource(&e, r.From)
			}
		}
	}
	if o, u := placedItem(m.Original), placedItem(m.Updated); o != nil && u != nil {
		e.Original, e.Updated = o.from, u.from
		if it := placedItem(m.Dest); it != nil && !it.keepsMark {
			e.Without = annotation.MergeSource
		}
	}
	var err error
	if m.Lazy != nil {
		e.Make, err = p.finishReleased(m)
	} else {
		e.Node, err = p.finish(m)
	}
	if m.Forwarded && e.Node != nil && e.Item != nil && e.Item.Leaves(annotation.MergeSource) &&
		source.Equal(e.Node, annotation.Drop(e.Item.Node(), annotation.MergeSource)) {
		e = wire.Entry{Item: e.Item, Without: annotation.MergeSource}
	}
	return e, err
}

// unmarked takes the mark off an item that did not change, if that can be done without
// a change of its nodes.
func unmarked(e *wire.Entry, it *item, m *resource.Merged) bool {
	switch {
	case it.annotation(annotation.MergeSource) == "" || it.keepsMark:
	case e.Item.Leaves(annotation.MergeSource):
		e.Without = annotation.MergeSource
	case m.Node == nil:
		e.Make = func() *yaml.Node { return annotation.Drop(it.Node(), annotation.MergeSource) }
	default:
		return false
	}
	return true
}

// addSource adds what an item may have parts of.
func addSource(e *wire.Entry, from any) {
	switch from := from.(type) {
	case *source.Text:
		e.Texts = append(e.Texts, *from)
	case *item:
		if from.from != e.Item {
			e.Others = append(e.Others, from.from)
		}
	}
}

// finishReleased is finish for an addition whose nodes were released: it finds the
// place now.
func (p *placer) finishReleased(m *resource.Merged) (func() *yaml.Node, error) {
	file, err := p.file(m)
	if err != nil || file == "" {
		return m.Lazy.Node, err
	}
	put := p.put(file, m.Foremost())
	return func() *yaml.Node { return put(m.Lazy.Node()) }, nil
}

// finish gives a merged resource its annotations: those of its place, and
// without those that would hurt it.
func (p *placer) finish(m *resource.Merged) (*yaml.Node, error) {
	node := m.Node
	it := placedItem(m.Dest)
	if it == nil {
		file, err := p.file(m)
		if err != nil || file == "" {
			return node, err
		}
		return p.put(file, m.Foremost())(node), nil
	}
	if node != m.Dest.Node && hurtByKpt(m.Dest.Node, node) {
		node = annotation.Drop(node, itemID, oldID)
	}
	if m.Path != m.Dest.Path {
		file, err := p.file(m)
		if err != nil {
			return nil, err
		}
		node = p.put(file, m.Dest)(node)
	}
	if it.keepsMark {
		return node, nil
	}
	return annotation.Drop(node, annotation.MergeSource), nil
}
