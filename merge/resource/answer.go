package resource

import (
	"cmp"
	"maps"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// bothChanged is a conflict about a whole resource, or what is taken whole of one: dest's where settings say so.
func (p *pkg) bothChanged(t *triple, original, updated, dest *yaml.Node) merge.Conflict {
	c := merge.Conflict{Kind: merge.BothChanged, Original: original, Updated: updated, Dest: dest, Taken: merge.Updated}
	if original == nil {
		c.Kind = merge.BothAdded
	}
	if setting, _ := p.onConflict(t); setting == merge.TakeDest {
		c.Taken = merge.Dest
	}
	return c
}

// decideConflict records a conflict about a whole resource, and gives it as it was settled.
func (p *pkg) decideConflict(t *triple, c merge.Conflict) *Conflict {
	var byRule bool
	c.OnConflict, byRule = p.onConflict(t)
	return p.record(t, p.answerTo(t, c, byRule))
}

// answerTo gives a conflict that has its setting as it is answered, if it is. Where a rule has it, which
// asks nobody, an answer does not count.
func (p *pkg) answerTo(t *triple, c merge.Conflict, byRule bool) merge.Conflict {
	fc, asks := t.conflict(c), c.OnConflict == merge.Ask || c.OnConflict == merge.Fail
	if c.OnConflict == merge.Ask {
		fc.Taken = merge.Dest
	}
	if p.opts.Answers != nil && (asks || !byRule) {
		if a, ok := p.opts.Answers(&fc); ok {
			fc.By, fc.Taken, fc.Answer = terms.ByAnswer, a.Side(), &a
		}
	}
	if edit := fc.Edit(); edit != nil && edit.Value != nil && t.foremost().isText() && t.foremost().isLink() {
		edit.Value = &yaml.Node{Kind: yaml.ScalarNode, Tag: terms.LinkTag, Value: edit.Value.Value}
	}
	return fc.Conflict
}

// record records a conflict, and gives it where it stands until the next one is recorded; one that is
// answered is a note.
func (p *pkg) record(t *triple, c merge.Conflict) *Conflict {
	fc := t.conflict(c)
	fc.secrets = t.hidden()
	if c.By == terms.ByAnswer {
		p.out.Notes = append(p.out.Notes, fc.Answered())
		return &fc
	}
	p.out.Conflicts = append(p.out.Conflicts, fc)
	return &p.out.Conflicts[len(p.out.Conflicts)-1]
}

// conflict is a conflict as a question about the resource.
func (t *triple) conflict(c merge.Conflict) Conflict {
	fc := Conflict{Conflict: c, triple: t}
	fc.Original, fc.Updated, fc.Dest = plain(c.Original), plain(c.Updated), plain(c.Dest)
	fc.OriginalResource, fc.UpdatedResource, fc.DestResource = t.resources()
	return fc
}

// answering gives options under which answer decides what Answers leaves open.
func (o Options) answering(answer func(*Conflict) (merge.Answer, bool)) *Options {
	given := o.Answers
	o.Answers = answer
	if given != nil {
		o.Answers = func(q *Conflict) (merge.Answer, bool) {
			if a, ok := given(q); ok {
				return a, true
			}
			return answer(q)
		}
	}
	return &o
}

// answers are the answers for a resource, as the engine asks for them; nil if nobody
// answers.
func (p *pkg) answers(t *triple) func(*merge.Conflict) (merge.Answer, bool) {
	if p.opts.Answers == nil {
		return nil
	}
	of := t.conflict(merge.Conflict{})
	return func(c *merge.Conflict) (merge.Answer, bool) {
		asked := of
		asked.Conflict = *c
		a, answered := p.opts.Answers(&asked)
		c.Answer = asked.Answer
		return a, answered
	}
}

// Answered is the note about a conflict that an answer decided.
func (c *Conflict) Answered() Note {
	message := c.Kind.Title() + ": " + c.Decided()
	return Note{
		Note:     merge.Note{Path: c.secrets.Show(c.Path), Kind: terms.NoteAnswer, Message: c.secrets.Message(c.Path, message)},
		Resource: c.Subject(),
	}
}

// Decided says which answer decided the conflict, and what is taken.
func (c *Conflict) Decided() string {
	outcome := "kept yours"
	switch {
	case c.Answer.Edited:
		outcome = "took the edited value"
	case c.Answer.Taken == merge.Updated:
		outcome = "took upstream's"
	}
	return cmp.Or(c.Answer.From, "by an answer") + ", " + outcome
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
