package resource

import (
	"cmp"
	"maps"
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
	f := folding{made: map[*Resource]*Merged{}}
	rightmost := slices.Clone(layers)
	slices.Reverse(rightmost)
	all := pkg{opts: &Options{}}
	all.read(merge.Updated, slices.Concat(rightmost...))
	schemas := schema.NewSet(opts.Keys, all.definitions()...)
	left := layers[0]
	var out *Outcome
	var deleted []*Resource
	var notes []Note
	var unmatched map[int]string
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
			if first := f.first(d); first != nil {
				deleted = append(deleted, first)
			}
		}
		notes = append(notes, f.notes(out.Notes)...)
		if i == 1 {
			unmatched = out.unmatched
		}
		maps.DeleteFunc(unmatched, func(rule int, _ string) bool { return out.unmatched[rule] == "" })
		left = f.next(out.Resources)
	}
	out.Deleted, out.Notes, out.unmatched = deleted, notes, unmatched
	out.warnUnmatched()
	return out, nil
}

// folding remembers what the results so far were made from.
type folding struct {
	// made finds the result that a resource stands for on the left.
	made map[*Resource]*Merged
}

// next gives the results as the resources of the next left side.
func (f *folding) next(merged []*Merged) []*Resource {
	left := make([]*Resource, len(merged))
	for i, m := range merged {
		was, right := m.Dest, m.Updated
		from := was
		if from == nil {
			from = right
		}
		if was != nil {
			m.Layers = []*Resource{was}
			if before := f.made[was]; before != nil {
				m.Layers = before.Layers
				m.Dest, m.Updated = before.Dest, before.Updated
			} else {
				m.Updated = nil
			}
		}
		if right != nil {
			m.Layers = append(m.Layers[:len(m.Layers):len(m.Layers)], right)
		}
		r := *from
		r.Node, r.Path = m.Node, m.Path
		m.Doc = cmp.Or(m.Doc, node.InDocument(r.Doc, m.Node))
		r.Doc = m.Doc
		left[i] = &r
		f.made[&r] = m
	}
	return left
}

// first is the resource of the first layer that a resource stands for, nil if a
// later layer brought it.
func (f *folding) first(r *Resource) *Resource {
	if m := f.made[r]; m != nil {
		return m.Dest
	}
	return r
}

// notes gives the notes with the resources that they are about, which must not
// be those made up on the way.
func (f *folding) notes(notes []Note) []Note {
	for i := range notes {
		if m := f.made[notes[i].Resource]; m != nil {
			notes[i].Resource = m.Layers[0]
		}
	}
	return notes
}
