package resource

import (
	"fmt"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// sources finds what the sources of an identity are for that a version holds several
// times: the only dest, else the only one of their file, else the only one that no
// source of its own file is for. Several sources for one dest apply in order; one that
// could be for several is an error, and one for which there is none is added.
func (p *pkg) sources(c *cluster) error {
	dests := c.members[merge.Dest]
	switch {
	case c.id.by == byFile || c.id.by == byPosition:
		for i := range min(len(dests), len(c.members[merge.Updated])) {
			dests[i].triple.join(c.members[merge.Updated][i].triple)
		}
	case len(dests) == 1 && c.id.by != byGenerateName:
		for _, s := range c.members[merge.Updated] {
			p.apply(s, dests[0])
		}
	default:
		return p.ofFiles(c)
	}
	return nil
}

// ofFiles finds what sources are for, file by file, then of what is left over.
func (p *pkg) ofFiles(c *cluster) error {
	rest := &cluster{}
	rest.members[merge.Dest] = c.members[merge.Dest]
	for _, f := range append(c.files(), rest) {
		if f != rest {
			pairEqual(f.lacking(relations()[2]))
		}
		sources, dests := f.lacking(relations()[2])
		switch {
		case len(f.members[merge.Dest]) == 0:
			rest.members[merge.Updated] = append(rest.members[merge.Updated], sources...)
		case len(sources) > 0 && len(dests) > 1:
			return p.ambiguous(sources[0], dests)
		case len(dests) == 1:
			for _, s := range sources {
				p.apply(s, dests[0])
			}
		}
	}
	return nil
}

// ambiguous is the error about a source that fits several dests.
func (p *pkg) ambiguous(s *member, dests []*member) error {
	all, places := []*Resource{s.Resource}, make([]string, len(dests))
	for i, d := range dests {
		all, places[i] = append(all, d.Resource), d.place()
	}
	return &Error{Resources: all, Problem: fmt.Sprintf(
		"%s in %s of %s fits several resources of %s: %s; put it into the file of the one that it is for",
		s.Describe(), s.place(), p.opts.Strategy.Name(s.side), p.opts.Strategy.Name(merge.Dest), strings.Join(places, ", "))}
}

// apply makes a source the dest's, behind those that it has.
func (p *pkg) apply(s, d *member) {
	if d.triple.u() == nil {
		d.triple.join(s.triple)
		return
	}
	p.behind[d.triple] = append(p.behind[d.triple], s)
	s.triple = d.triple
}

// inOrder applies the sources behind the first one to what that gave, and what a source deleted
// to nothing.
func (p *pkg) inOrder(t *triple, r merge.Result) (merge.Result, error) {
	d, err := t.d(), error(nil)
	for _, s := range p.behind[t] {
		notes, next := r.Notes, triple{merge.Updated: s}
		if r.Node == nil {
			if r, err = merge.TwoWay(bare(s), nil, p.options(&next)); r.Node != nil {
				r.Node = within(d, annotation.Like(r.Node, d.Node), d.Doc != nil)
			}
		} else {
			is, with := *d, *d.Resource
			if with.Node, with.Deferred = node.Root(r.Node), nil; with.Doc != nil {
				with.Doc = r.Node
			}
			is.Resource, next[merge.Dest] = &with, &is
			r, _, err = p.engine(&next)
		}
		if err != nil {
			return r, next.inputError(err)
		}
		r.Notes = slices.Concat(notes, r.Notes)
	}
	return r, nil
}
