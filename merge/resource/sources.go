package resource

import (
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/merge"
)

// sources finds what the sources of an identity are for that a version holds several
// times: the only dest, else the only one of their file, else the only one that no
// source of its own file is for. Several sources for one dest apply in order; one that
// could be for several is an error, and one for which there is none is added.
func (g *grouping) sources(c *cluster) error {
	dests := c.members[merge.Dest]
	switch {
	case c.id.by == byFile || c.id.by == byPosition:
		for i := range min(len(dests), len(c.members[merge.Updated])) {
			dests[i].triple.join(c.members[merge.Updated][i].triple)
		}
	case len(dests) == 1 && c.id.by != byGenerateName:
		for _, s := range c.members[merge.Updated] {
			s.appliesTo(dests[0])
		}
	default:
		return g.ofFiles(c)
	}
	return nil
}

// ofFiles finds what sources are for, file by file, then of what is left over.
func (g *grouping) ofFiles(c *cluster) error {
	var rest cluster
	for _, f := range c.files() {
		pairEqual(f.lacking(relations()[2]))
		sources, dests := f.lacking(relations()[2])
		if len(f.members[merge.Dest]) == 0 {
			rest.members[merge.Updated] = append(rest.members[merge.Updated], sources...)
		} else if err := g.apply(sources, dests); err != nil {
			return err
		}
	}
	rest.members[merge.Dest] = c.members[merge.Dest]
	_, dests := rest.lacking(relations()[2])
	return g.apply(rest.members[merge.Updated], dests)
}

// apply applies sources to the only dest.
func (g *grouping) apply(sources, dests []*member) error {
	if len(sources) == 0 || len(dests) == 0 {
		return nil
	}
	if len(dests) > 1 {
		s := sources[0]
		all, places := []*Resource{s.Resource}, make([]string, len(dests))
		for i, d := range dests {
			all, places[i] = append(all, d.Resource), d.place()
		}
		return &Error{Resources: all, Problem: fmt.Sprintf(
			"%s in %s of %s fits several resources of %s: %s; put it into the file of the one that it is for",
			s.Describe(), s.place(), g.opts.Strategy.Name(s.side), g.opts.Strategy.Name(merge.Dest), strings.Join(places, ", "))}
	}
	for _, s := range sources {
		s.appliesTo(dests[0])
	}
	return nil
}

// appliesTo makes a source the dest's, behind those that it has.
func (m *member) appliesTo(d *member) {
	last := d.triple.u()
	if last == nil {
		d.triple.join(m.triple)
		return
	}
	for last.next != nil {
		last = last.next
	}
	last.next, m.triple = m, d.triple
}

// patchedInOrder applies the sources behind the first one to what that gave, nil if it
// deleted the dest.
func (p *pkg) patchedInOrder(t *triple, m *Merged) (*Merged, error) {
	d := t.d()
	for s := t.u().next; s != nil; s = s.next {
		var err error
		if m == nil {
			p.out.Deleted = nil
			if m, err = p.patched(&triple{merge.Updated: s}); m != nil {
				m.Node = annotation.Like(m.Node, d.Node)
			}
		} else {
			m, err = p.patchedAgain(s, d, m)
		}
		if err != nil {
			return nil, err
		}
		if m != nil {
			m.Path, m.Updated, m.Dest, m.Layers = d.Path, t.u().Resource, d.Resource, t.u().chain()
		}
	}
	return m, nil
}

// patchedAgain applies a source to what others made of dest.
func (p *pkg) patchedAgain(s, d *member, m *Merged) (*Merged, error) {
	is, r, meta := *d, *d.Resource, MetaOf(m.Node)
	r.Node, r.Doc, r.Deferred = m.Node, m.Doc, nil
	is.Resource, is.meta = &r, &meta
	conflicts, notes := len(p.out.Conflicts), len(p.out.Notes)
	m, err := p.fields(&triple{merge.Updated: s, merge.Dest: &is})
	for i := range p.out.Conflicts[conflicts:] {
		p.out.Conflicts[conflicts+i].DestResource = d.Resource
	}
	for i := range p.out.Notes[notes:] {
		p.out.Notes[notes+i].Resource = d.Resource
	}
	for i, gone := range p.out.Deleted {
		if gone == &r {
			p.out.Deleted[i] = d.Resource
		}
	}
	return m, err
}

// chain gives a source with those that are applied behind it.
func (m *member) chain() []*Resource {
	var all []*Resource
	for ; m != nil; m = m.next {
		all = append(all, m.Resource)
	}
	return all
}
