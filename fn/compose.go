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
	place := make(map[*item]int, len(in.items))
	for i, it := range in.items {
		place[it] = i
	}
	entries := make([]wire.Entry, 0, len(o.Resources))
	next := 0
	passBy := func(until int) {
		for ; next < until; next++ {
			if it := in.items[next]; it.version == nil {
				entries = append(entries, wire.Entry{Item: it.Item})
			}
		}
	}
	var waiting []wire.Entry
	for _, m := range o.Resources {
		entry, err := in.entry(m)
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
func (in *input) entry(m *resource.Merged) (wire.Entry, error) {
	if written, ok := m.Lazy.(*wire.Item); ok {
		return wire.Entry{Item: written}, nil
	}
	it := placedItem(m.Dest)
	e := like(m, it)
	if e.Item != nil && !e.Added && m.Unchanged() && m.Path == m.Dest.Path && unmarked(&e, it, m) {
		return e, nil
	}
	addVersions(&e, m, it)
	var err error
	if e.Node, err = in.finish(m, it); err != nil {
		return e, err
	}
	if m.Forwarded && e.Item != nil && e.Item.Leaves(annotation.MergeSource) &&
		source.Equal(e.Node, annotation.Drop(e.Item.Node(), annotation.MergeSource)) {
		e = wire.Entry{Item: e.Item, Without: annotation.MergeSource}
	}
	return e, nil
}

// like is an entry with the item that a result is like: dest's, which it edits, or another
// to add one like it.
func like(m *resource.Merged, it *item) wire.Entry {
	from := m.Foremost()
	switch {
	case it != nil && !m.Forwarded:
		return wire.Entry{Item: it.Item}
	case it != nil:
		from = m.Updated
	}
	if other := itemOf(from); other != nil {
		return wire.Entry{Item: other.Item, Added: true}
	}
	return wire.Entry{Added: it != nil}
}

// unmarked takes the mark off an item that did not change, if that can be done without
// a change of its nodes.
func unmarked(e *wire.Entry, it *item, m *resource.Merged) bool {
	switch {
	case it.annotation(annotation.MergeSource) == "" || it.keepsMark:
	case e.Item.Leaves(annotation.MergeSource):
		e.Without = annotation.MergeSource
	case m.Node == nil:
		e.Node = annotation.Drop(it.Node(), annotation.MergeSource)
	default:
		return false
	}
	return true
}

// addVersions adds the versions of an item to merge by lines.
func addVersions(e *wire.Entry, m *resource.Merged, it *item) {
	if o, u := placedItem(m.Original), placedItem(m.Updated); o != nil && u != nil {
		e.Original, e.Updated = o.Item, u.Item
		if it != nil && !it.keepsMark {
			e.Without = annotation.MergeSource
		}
	}
}

// finish makes a merged resource an item: the annotations of its place come to it, and those
// that would hurt it go.
func (in *input) finish(m *resource.Merged, it *item) (*yaml.Node, error) {
	n := m.Node
	if it != nil && n != m.Dest.Node && hurtByKpt(m.Dest.Node, n) {
		n = annotation.Drop(n, itemID, oldID)
	}
	if it == nil || m.Path != m.Dest.Path {
		file, err := in.file(m)
		if err != nil {
			return nil, err
		}
		if file != "" {
			n = in.put(n, file, m.Foremost())
		}
	}
	if it != nil && !it.keepsMark {
		n = annotation.Drop(n, annotation.MergeSource)
	}
	return n, nil
}
