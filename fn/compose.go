package fn

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/wire"
)

// compose puts the merged resources among the items that are no part of the
// merge: everything stays where it was, additions stand in front of the
// resource they were put in front of.
func compose(in *input, o *Outcome, cfg *Config) ([]wire.Entry, error) {
	p := newPlacer(in, cfg)
	place := make(map[*item]int, len(in.items))
	for i, it := range in.items {
		place[it] = i
	}
	entries := make([]wire.Entry, 0, len(o.Resources))
	next := 0
	passBy := func(until int) {
		for ; next < until; next++ {
			switch it := in.items[next]; {
			case it.role == isBystander:
				entries = append(entries, wire.Entry{Item: it.from})
			case it.role == isSource && cfg.KeepSources:
				entries = append(entries, kept(it))
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
		if m.Dest == nil || in.byItem[m.Dest] == nil || m.Path != m.Dest.Path {
			continue
		}
		at := place[in.byItem[m.Dest]]
		passBy(at)
		entries = append(entries, waiting...)
		waiting = waiting[:0]
		next = at + 1
	}
	passBy(len(in.items))
	return append(entries, waiting...), nil
}

// entry is a merged resource as an item of the list.
func (p *placer) entry(m *Merged) (wire.Entry, error) {
	if m.let != nil && m.let.entry != nil {
		return *m.let.entry, nil
	}
	var e wire.Entry
	if it := p.in.byItem[m.Dest]; it != nil {
		e.Item = it.from
		if m.unchanged() && m.Path == m.Dest.Path {
			switch {
			case it.annotation(mergeSource) == "" || it.keepsMark:
				return e, nil
			case e.Item.Leaves(mergeSource):
				e.Without = mergeSource
				return e, nil
			case m.Node == nil:
				e.Make = func() *yaml.Node { return dropAnnotations(it.node(), mergeSource) }
				return e, nil
			}
		}
	} else if r := m.foremost(); r.item != nil {
		e.Item, e.Added = r.item.from, true
	}
	for _, r := range append([]*Resource{m.Updated, m.Original}, m.Layers...) {
		switch {
		case r == nil:
		case r.text != nil:
			e.Texts = append(e.Texts, *r.text)
		case r.item != nil && r.item.from != e.Item:
			e.Others = append(e.Others, r.item.from)
		}
	}
	var err error
	if m.let != nil {
		e.Make, err = p.finishLater(m)
	} else {
		e.Node, err = p.finish(m)
	}
	return e, err
}

// finishLater is finish for an addition whose nodes were let go: its place is
// found now.
func (p *placer) finishLater(m *Merged) (func() *yaml.Node, error) {
	file, err := p.file(m)
	if err != nil || file == "" {
		return m.let.make, err
	}
	put := p.put(file, m.foremost())
	return func() *yaml.Node { return put(m.let.make()) }, nil
}

// finish gives a merged resource its annotations: those of its place, and
// without those that would hurt it.
func (p *placer) finish(m *Merged) (*yaml.Node, error) {
	node := m.Node
	if m.Dest == nil || p.in.byItem[m.Dest] == nil {
		file, err := p.file(m)
		if err != nil || file == "" {
			return node, err
		}
		return p.put(file, m.foremost())(node), nil
	}
	if node != m.Dest.Node && smears(m.Dest.Node, node) {
		node = dropAnnotations(node, itemID, oldID)
	}
	if m.Path != m.Dest.Path {
		file, err := p.file(m)
		if err != nil {
			return nil, err
		}
		node = p.put(file, m.Dest)(node)
	}
	if p.in.byItem[m.Dest].keepsMark {
		return node, nil
	}
	return dropAnnotations(node, mergeSource), nil
}

// foremost is the resource that says most about how a result is written.
func (m *Merged) foremost() *Resource {
	switch {
	case m.Dest != nil:
		return m.Dest
	case m.Updated != nil:
		return m.Updated
	}
	return m.Original
}

// kept is a source that stays: marked, so that nothing applies it and the next
// run knows it again. Its nodes are its own, because an addition may be made from
// the item as well.
func kept(it *item) wire.Entry {
	item := it.from.Again()
	return wire.Entry{Item: item, Make: func() *yaml.Node {
		return setAnnotations(item.Node(), []string{mergeSource, localConfig}, []string{it.mark, "true"})
	}}
}
