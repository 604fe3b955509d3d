package resource

import (
	"maps"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/merge"
)

// Again gives what the merge gives with answers to some of its open conflicts, known by
// their places in o.Conflicts. Only the resources of these are merged again; what became
// of the others is the same *Merged. Its conflicts and notes are not those of a merge.
// It is for outcomes of Merge under the setting Ask; others, and conflicts that Answers
// does not reach, are left as they are. The cost is that of merging these resources, and
// of putting all in order.
func (o *Outcome) Again(answers map[int]merge.Answer) (*Outcome, error) {
	if o.of == nil {
		return o, nil
	}
	byTriple := map[*triple]map[decisions.Question]merge.Answer{}
	var order []*triple
	for i := range o.Conflicts {
		a, answered := answers[i]
		c := &o.Conflicts[i]
		if !answered || !c.Answerable() {
			continue
		}
		if byTriple[c.triple] == nil {
			byTriple[c.triple] = map[decisions.Question]merge.Answer{}
			order = append(order, c.triple)
		}
		byTriple[c.triple][c.Asked()] = a
	}
	p := *o.of
	p.out, p.results = Outcome{}, maps.Clone(p.results)
	for _, t := range order {
		p.opts = o.of.opts.answering(func(q *Conflict) (merge.Answer, bool) {
			a, ok := byTriple[t][q.Asked()]
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

// Answerable reports whether Again takes answers to the conflict: it is open under the
// setting Ask, and about a resource or what a List holds next to its items, not about a
// whole file.
func (c *Conflict) Answerable() bool {
	return c.Open() && c.OnConflict == merge.Ask && c.triple != nil
}
