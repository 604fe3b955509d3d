package resource

import (
	"cmp"
	"maps"
	"slices"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// fold merges layers from left to right, each over what the ones before gave.
func fold(v *Versions, opts *Options) (*Outcome, error) {
	layers := v.Layers
	if len(layers) == 0 {
		return &Outcome{}, nil
	}
	results := made{}
	all, rightmost := pkg{opts: opts, of: v}, slices.Clone(layers)
	slices.Reverse(rightmost)
	all.read(merge.Updated, slices.Concat(rightmost...))
	schemas := schema.NewSet(opts.Keys, all.definitions()...)
	left := layers[0]
	var out *Outcome
	for i := 1; i < max(len(layers), 2); i++ {
		p := pkg{opts: opts, schemas: schemas, of: &Versions{Partial: v.Partial}}
		p.read(merge.Dest, left)
		if i < len(layers) {
			p.read(merge.Updated, layers[i])
		}
		p.identify()
		var err error
		if out, err = p.merge(); err != nil {
			return nil, err
		}
		for _, d := range out.Deleted {
			if m := results[d]; m != nil {
				d = m.Dest
			}
			if d != nil { // A later layer had brought it.
				all.out.Deleted = append(all.out.Deleted, d)
			}
		}
		for _, n := range out.Notes {
			if m := results[n.Resource]; m != nil {
				n.Resource = cmp.Or(m.Dest, m.Updated)
			}
			all.out.Notes = append(all.out.Notes, n)
		}
		left = results.next(out.Resources)
	}
	all.unmatched()
	out.Deleted, out.Notes = all.out.Deleted, all.out.Notes
	return out, nil
}

// made finds the results so far by the resources that stand for them on the left.
type made map[*Resource]*Merged

// next gives the results as the resources of the next left side.
func (f made) next(merged []*Merged) []*Resource {
	left := make([]*Resource, len(merged))
	for i, m := range merged {
		was, right := m.Dest, m.Updated
		if was != nil {
			if before := f[was]; before != nil {
				m.Dest, m.Updated = before.Dest, before.Updated
			} else {
				m.Updated = nil
			}
		}
		r := *cmp.Or(was, right)
		if r.Node, r.Path = m.Node, m.Path; r.Text != nil {
			r.Text = m.Node
		}
		m.Doc = cmp.Or(m.Doc, node.InDocument(r.Doc, m.Node))
		r.Doc = m.Doc
		left[i] = &r
		f[&r] = m
	}
	return left
}

// Merge merges the versions of a package: whole resources by the rules for
// resources, and the fields of those that both sides have, by the strategy of
// the options.
//
// The versions are not modified; the outcome shares nodes with them. Errors are
// of type *Error where they are about a resource. The cost is linear in the size
// of the versions, for layers in that of the result for each of them.
func Merge(v Versions, opts Options) (*Outcome, error) {
	if opts.Strategy == Layers {
		return fold(&v, &opts)
	}
	return newPkg(v, &opts).merge()
}

// Again gives what the merge gives with answers to some of its open conflicts. Only the
// resources of these are merged again; what became of the others is the same *Merged. Its
// conflicts and notes are not those of a merge. It is for outcomes of Merge under the setting
// Ask; others, and conflicts that Answers does not reach, are left as they are. The cost is
// that of merging these resources, and of putting all in order.
func (o *Outcome) Again(conflicts []*Conflict, answer func(*Conflict) merge.Answer) (*Outcome, error) {
	order, of := o.answerable(conflicts)
	if len(order) == 0 {
		return o, nil
	}
	p := *o.of
	p.out, p.results = Outcome{}, maps.Clone(p.results)
	for _, t := range order {
		byQuestion := map[decisions.Key]merge.Answer{}
		for _, c := range of[t] {
			byQuestion[c.Asked()] = answer(c)
		}
		p.opts = o.of.opts.answering(func(q *Conflict) (merge.Answer, bool) {
			a, ok := byQuestion[q.Asked()]
			return a, ok
		})
		r := p.rule(t)
		if r.err != nil {
			return nil, r.err
		}
		p.results[t] = r.merged
	}
	p.opts = o.of.opts
	p.arrange()
	return &p.out, nil
}

// answerable are those of some conflicts that Again takes answers to, by their resources, and these
// in order.
func (o *Outcome) answerable(conflicts []*Conflict) (order []*triple, of map[*triple][]*Conflict) {
	of = map[*triple][]*Conflict{}
	for _, c := range conflicts {
		if o.of == nil || !c.Answerable() {
			continue
		}
		if of[c.triple] == nil {
			order = append(order, c.triple)
		}
		of[c.triple] = append(of[c.triple], c)
	}
	return order, of
}

// Answerable reports whether Again takes answers to the conflict: it is open under the
// setting Ask, and about a resource, or a file that is one.
func (c *Conflict) Answerable() bool {
	return c.Open() && c.OnConflict == merge.Ask && c.triple != nil
}
