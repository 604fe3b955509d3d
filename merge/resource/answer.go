package resource

import (
	"cmp"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/internal/version"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
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

// decidedWhole is the result of a resource that is a conflict as a whole, nil for none.
func (p *pkg) decidedWhole(t *triple, c merge.Conflict) *Merged {
	c = p.decideConflict(t, c).Conflict
	taken, edit := t[c.Taken], c.Edit()
	switch {
	case edit != nil && edit.Value != nil && t.d() != nil:
		return t.merged(annotation.Like(edit.Value, t.d().Node), t.d().Path)
	case edit != nil && edit.Value != nil:
		return t.merged(edit.Value, t.u().Path)
	case edit == nil && taken != nil && t.d() == nil:
		return p.added(t)
	case edit == nil && taken != nil:
		return t.merged(taken.Node, t.d().Path)
	case t.d() != nil:
		p.delete(t.d())
	}
	return nil
}

// options are the engine's options for one resource, without the modes that are written
// on it.
func (p *pkg) options(t *triple) merge.Options {
	right, left := cmp.Or(t.u(), t.foremost()), t.foremost()
	opts := merge.Options{
		Policy: p.opts.Policy, Mirrors: p.mirrors, ModeKey: p.opts.ModeKey,
		CommentSchema: schema.CommentSchema, Newer: version.Compare,
		Schema: p.schemas.For(right.meta.APIVersion, right.meta.Kind, left.Path),
	}
	opts.Rules = p.rules(t)
	opts.Answers = p.answers(t)
	return opts
}

// path is the file that the resource goes to: a path is merged like a value.
//
// See testdata/merge/moved.txtar.
func (p *pkg) path(t *triple) string {
	o, u, d := t.o(), t.u(), t.d()
	switch {
	case p.of.Mixed, u.Path == "" || d.Path == "", o == nil || o.Path == "":
		return d.Path
	case u.Path == o.Path, u.Path == d.Path:
		return d.Path
	case d.Path == o.Path:
		return u.Path
	}
	c := p.bothChanged(t, node.String(o.Path), node.String(u.Path), node.String(d.Path))
	c.Kind = merge.Moved
	return cmp.Or(node.Text(p.decideConflict(t, c).Value()), d.Path)
}
