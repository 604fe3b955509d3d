package resource

import (
	"cmp"
	"slices"

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
				n.Resource = m.Layers[0]
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
			m.Layers = []*Resource{was}
			if before := f[was]; before != nil {
				m.Layers = before.Layers
				m.Dest, m.Updated = before.Dest, before.Updated
			} else {
				m.Updated = nil
			}
		}
		if right != nil {
			m.Layers = append(m.Layers[:len(m.Layers):len(m.Layers)], right)
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
