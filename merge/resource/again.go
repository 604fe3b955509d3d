package resource

import (
	"maps"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/merge"
)

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
		byQuestion := map[decisions.Question]merge.Answer{}
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
// setting Ask, and about a resource, a file that is one, or what a List holds next to its items.
func (c *Conflict) Answerable() bool {
	return c.Open() && c.OnConflict == merge.Ask && c.triple != nil
}
