package resource

import (
	"cmp"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/internal/version"
	"github.com/krm-merge/krm-merge/merge"
)

// Decisions reads the decisions about conflicts that are among dest's resources. What original has, too, was shipped by upstream, and nobody here decided it.
// Errors name the file and the line. The cost is linear in the size of the decisions.
//
// rule: decisions/original-has-it-too
func Decisions(original, dest []*Resource) (*decisions.Tree, error) {
	tree := &decisions.Tree{}
	for _, r := range dest {
		s, err := decisionsOf(r)
		if err != nil {
			return nil, err
		}
		if s.IsEmpty() {
			continue
		}
		for _, o := range original {
			shipped, _ := decisionsOf(o) // What nobody can read decides nothing.
			s.Forget(shipped.Like())
		}
		tree.Add(r.Path, s)
	}
	return tree, nil
}

// decisionsOf are the decisions that a resource holds; an empty set if it holds none, or none that
// can be read.
func decisionsOf(r *Resource) (*decisions.Set, error) {
	if r == nil || !r.Meta().isDecisions() {
		return &decisions.Set{}, nil
	}
	r.read()
	s, err := decisions.ReadNode(r.Node, cmp.Or(r.Name, r.Path))
	if err != nil {
		return &decisions.Set{}, err
	}
	return s, nil
}

// Recalling gives options under which decisions answer questions before Answers does.
//
// rule: decisions/*
func (o Options) Recalling(tree *decisions.Tree) Options {
	if tree.IsEmpty() {
		return o
	}
	others := o.Answers
	o.Answers = func(q *Conflict) (merge.Answer, bool) {
		asked := q.Asked()
		if e := tree.Lookup(asked); e != nil {
			return answerOf(e), true
		}
		if e := tree.Earlier(asked); e != nil {
			a := answerOf(e)
			if q.again() {
				a.From += " of an earlier version"
				return a, true
			}
			q.Answer = &a
		}
		return merge.Answer{}, false
	}
	if others != nil {
		return *o.answering(others)
	}
	return o
}

// again reports whether upstream only brought on what it had: a number is another one, or a text
// that holds a version has a higher one.
func (c *Conflict) again() bool {
	was, is := node.Target(c.Original), node.Target(c.Updated)
	if c.Kind != merge.BothChanged || was == nil || is == nil || was.Kind != yaml.ScalarNode || is.Kind != yaml.ScalarNode {
		return false
	}
	order, versions := version.Compare(is.Value, was.Value)
	return versions && order > 0 || number.MatchString(was.Value) && number.MatchString(is.Value)
}

// number is one with its unit, as quantities and times have it.
var number = regexp.MustCompile(`^[-+]?[0-9]+(\.[0-9]+)?[a-zA-Z%]{0,2}$`)

// recall lets the decisions that dest has answer questions.
func (p *pkg) recall() error {
	if p.opts.Strategy.Patches() {
		return nil
	}
	tree, err := p.of.Decisions, error(nil)
	if tree == nil {
		tree, err = Decisions(p.of.Original, p.of.Dest)
	}
	opts := p.opts.Recalling(tree)
	p.opts = &opts
	return err
}

// answerOf is the answer that an entry gives.
func answerOf(e *decisions.Question) merge.Answer {
	a := merge.Answer{From: e.Said(), Taken: merge.Dest, Edited: e.Taken == decisions.Edited || e.Taken == decisions.Removed, Value: e.Value}
	if e.Taken == decisions.Updated {
		a.Taken = merge.Updated
	}
	return a
}

// Asked is the question as decisions know it: its place, and digests of its values.
func (c *Conflict) Asked() decisions.Key {
	return c.Question("", false).Key()
}

// Question is what the conflict asks, as decisions hold it; code is what happened. Of a secret it has
// no values. The annotations that tools write for each other are not part of these.
func (c *Conflict) Question(code string, secret bool) *decisions.Question {
	o := &decisions.Question{Place: c.At(), Conflict: code, Secret: secret}
	o.Path = c.Path.String()
	if !secret {
		without := func(n *yaml.Node, of *Resource) *yaml.Node { return withoutTransport(c.Path, n, of) }
		o.Original, o.Updated, o.Dest = without(c.Original, c.OriginalResource), without(c.Updated, c.UpdatedResource), without(c.Dest, c.DestResource)
	}
	return o
}

// At is the resource as decisions know it.
func (r *Resource) At() decisions.Place { return r.at(r.Meta()) }

// At is the resource of a conflict as decisions know it.
func (c *Conflict) At() decisions.Place { return c.Subject().at(c.Meta()) }

func (r *Resource) at(m *Meta) decisions.Place {
	p := decisions.Place{File: r.Path, Resource: m.Ref()}
	if p.Resource.Name == "" || p.Resource.Kind == "" {
		p.Document = r.Index + 1
	}
	return p
}

// withoutTransport is the value at a path of a resource without the annotations that
// tools write for each other.
func withoutTransport(at merge.Path, n *yaml.Node, of *Resource) *yaml.Node {
	if n == nil {
		return nil
	}
	switch at.String() {
	case "", "metadata", "metadata.annotations":
	default:
		return n
	}
	var mark []string
	if of != nil && !slices.Contains([]string{"", merge.Dest.String()}, annotation.Get(of.Node, annotation.MergeSource)) {
		mark = []string{annotation.LocalConfig}
	}
	// The value is looked at inside of the resource that it would be in.
	root, around := n, at.Fields()
	for _, name := range slices.Backward(around) {
		root = node.Map(name, root)
	}
	bare := annotation.Without(root, mark...)
	if bare == root {
		return n
	}
	return node.FieldAt(bare, around...)
}

// decisions is what becomes of decisions: they are not merged. Only dest decides, so
// that what upstream ships of them is reported and not taken over. What dest has of
// original's goes once upstream drops it: it would pass for dest's own in the next merge.
//
// rule: decisions/upstreams-*
func (p *pkg) decisions(t *triple) (*Merged, error) {
	u, d := t.u(), t.d()
	if u != nil && (d == nil || !merge.Equal(bare(u), bare(d))) {
		p.notes(t, merge.Note{Kind: terms.NoteFile, Message: "upstream's decisions about conflicts are not taken over: only dest's count"})
	}
	if d == nil {
		return nil, nil
	}
	original, updated, dest := t.resources()
	shipped, _ := decisionsOf(original)
	is, _ := decisionsOf(updated)
	own, _ := decisionsOf(dest)
	shipped.Forget(is.Like())
	m := t.merged(d.Node, d.Path)
	if len(own.Forget(shipped.Like())) == 0 {
		return m, nil
	}
	var err error
	m.Node, err = own.Node()
	m.Doc = node.InDocument(m.Doc, m.Node)
	return m, err
}
