package fn

import (
	"go.yaml.in/yaml/v3"
)

// compose puts the merged resources among the items that are no part of the
// merge: everything stays where it was, additions stand in front of the
// resource they were put in front of.
func compose(in *input, o *Outcome, cfg *Config) ([]*yaml.Node, error) {
	p := newPlacer(in, cfg)
	place := map[*item]int{}
	for i, it := range in.items {
		place[it] = i
	}
	var items []*yaml.Node
	next := 0
	passBy := func(until int) {
		for ; next < until; next++ {
			switch it := in.items[next]; {
			case it.role == isBystander:
				items = append(items, it.node)
			case it.role == isSource && cfg.KeepSources:
				items = append(items, kept(it))
			}
		}
	}
	var waiting []*yaml.Node
	for _, m := range o.Resources {
		node, err := p.finish(m)
		if err != nil {
			return nil, err
		}
		waiting = append(waiting, node)
		if m.Dest == nil || in.byItem[m.Dest] == nil {
			continue
		}
		at := place[in.byItem[m.Dest]]
		passBy(at)
		items = append(items, waiting...)
		waiting = nil
		next = at + 1
	}
	passBy(len(in.items))
	return append(items, waiting...), nil
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
		return p.put(node, file, m.foremost()), nil
	}
	if node != m.Dest.Node && smears(m.Dest.Node, node) {
		node = dropAnnotations(node, itemID, oldID)
	}
	if m.Path != m.Dest.Path {
		file, err := p.file(m)
		if err != nil {
			return nil, err
		}
		node = p.put(node, file, m.Dest)
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
// run knows it again.
func kept(it *item) *yaml.Node {
	return setAnnotations(it.node, []string{mergeSource, localConfig}, []string{it.side.String(), "true"})
}
