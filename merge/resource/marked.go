package resource

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/annotation"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/secret"
	"github.com/krm-merge/krm-merge/merge"
)

// Refused reports whether the conflict keeps the merge from having a result: it is open,
// and not left to somebody in the result.
func (c *Conflict) Refused() bool { return c.Open() && !c.Marked }

// Refused reports whether one of the conflicts keeps the merge from having a result.
func (o *Outcome) Refused() bool {
	return slices.ContainsFunc(o.Conflicts, func(c Conflict) bool { return c.Refused() })
}

// mark leaves the open conflicts of a resource to somebody, among the questions of the
// package.
//
// See testdata/merge/marks-*.txtar.
func (p *pkg) mark(t *triple, merged *Merged) error {
	var open []*Conflict
	for i := range p.out.Conflicts {
		if c := &p.out.Conflicts[i]; p.opts.Listed && c.Open() && c.OnConflict == merge.Ask {
			open = append(open, c)
		}
	}
	if len(open) == 0 {
		return nil
	}
	asked, err := p.questions(t, merged, open)
	p.out.Questions = append(p.out.Questions, asked...)
	return err
}

// questions gives open conflicts of a resource as questions; m is the resource as it is while nobody answers them.
func (p *pkg) questions(t *triple, m *Merged, open []*Conflict) (questions []*decisions.Question, err error) {
	updated := p.opts.answering(func(*Conflict) (merge.Answer, bool) { return merge.Answer{Taken: merge.Updated}, true })
	other, err := p.forOne(updated).resource(t)
	if err != nil {
		return nil, err
	}
	m, other = cmp.Or(m, &Merged{}), cmp.Or(other, &Merged{})
	for _, c := range open {
		c.Marked = true
	}
	if t.foremost().isText() {
		return append(questions, t.leftWhole(open, other.Node)), nil
	}
	var inside []*decisions.Question
	for _, c := range open {
		o := c.Question(c.Kind.String(), c.Secret())
		o.File, o.Path = cmp.Or(m.Path, o.File), c.Place() // Where it stands, also if it moved.
		questions = append(questions, o)
		if len(c.Path) > 0 && !o.Secret {
			inside = append(inside, o)
		}
	}
	if m.Node != nil && other.Node != nil {
		unite(inside, m.Node, other.Node, t.hidden())
	}
	return questions, nil
}

// Leave leaves some open conflicts of the outcome to somebody outside of the resources: it
// gives them as questions for the decisions of dest. Those that are not left to somebody
// (onConflict: Ask) stay as they are. The cost is that of merging their resources again.
func (o *Outcome) Leave(conflicts []*Conflict) (questions []*decisions.Question, err error) {
	order, of := o.answerable(conflicts)
	for _, t := range order {
		asked, err := o.of.questions(t, o.of.results[t], of[t])
		if err != nil {
			return nil, err
		}
		questions = append(questions, asked...)
	}
	return questions, nil
}

// unite makes the questions about a resource such that all of them answered for updated
// make theirs of mine. Where single places do not give that, what differs is one place,
// and the questions about it have one answer. So have several about a list whose elements are
// only counted: where one of them goes, nobody could tell the others. A place that holds hidden
// ones must not be written down.
func unite(questions []*decisions.Question, mine, theirs *yaml.Node, hidden *secret.Places) {
	var apart []merge.Path
	got, counted := mine, map[string]bool{}
	for _, o := range questions {
		at, ok := o.Where()
		if list := o.Around(); len(list) < len(at) {
			stood, _ := list.Find(mine)
			if o.Stood = decisions.Stood(stood.Value); counted[list.String()] {
				apart = append(apart, list)
			}
			counted[list.String()] = true
		}
		if ok {
			got, _ = at.Edit(got, func(s merge.Spot) merge.Spot {
				s.Value = o.Updated
				return s
			})
		}
	}
	found, err := merge.Compare(got, theirs, merge.Options{Policy: merge.Policy{UpdatedOrder: true}})
	if err != nil {
		found = []merge.Difference{{}} // All of it.
	}
	for _, f := range found {
		apart = append(apart, f.Path[:len(f.Path.Fields())]) // A list is one place: its elements may have other names.
	}
	for _, d := range apart {
		if len(d) == 0 || !hidden.Hide(d) { // Else the question about it says so.
			join(questions, d, mine, theirs, hidden)
		}
	}
}

// join gives the questions about a place one answer: at that place, or at the nearest one around it that
// holds all places of the questions about it, and that theirs has.
func join(questions []*decisions.Question, d merge.Path, mine, theirs *yaml.Node, hidden *secret.Places) {
	var about []*decisions.Question
	above := false
	for _, o := range questions {
		if at, _ := o.Where(); related(at.String(), d.String()) {
			about, above = append(about, o), above || len(at) < len(d)
		}
	}
	spot, whole := d.Find(theirs)
	if len(d) > 0 && (!whole || above || len(about) == 0) {
		join(questions, d[:len(d)-1], mine, theirs, hidden)
		return
	}
	stood, _ := d.Find(mine)
	for _, o := range about {
		if hidden.Hide(d) {
			*o = decisions.Question{Place: o.Place, Conflict: o.Conflict, Secret: true}
			continue
		}
		o.At, o.Theirs, o.Stood = cmp.Or(d.String(), "."), annotation.Without(spot.Value), decisions.Stood(stood.Value)
	}
}

// leftWhole is the one question about a file whose conflicts are left to somebody outside of it,
// with its texts, none if they are secret, too long, or nothing that YAML can hold.
// theirs is the file with all of them answered for updated.
func (t *triple) leftWhole(open []*Conflict, theirs *yaml.Node) *decisions.Question {
	const longest = 64 << 10
	unwritten := t.hidden().Any()
	for _, m := range t {
		unwritten = unwritten || m != nil && (len(m.Node.Value) > longest || !utf8.ValidString(m.Node.Value))
	}
	q := t.conflict(merge.Conflict{Kind: open[0].Kind, Original: nodeOf(t.o()), Updated: nodeOf(t.u()), Dest: nodeOf(t.d())})
	o := q.Question(q.Kind.String(), unwritten)
	o.Link = slices.ContainsFunc(t[:], func(m *member) bool { return m != nil && m.isLink() })
	if len(open[0].Path) > 0 && !o.Secret {
		o.Theirs = theirs
	}
	return o
}

// related reports whether one path is the other, or leads to it.
func related(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a) && (a == "" || len(a) == len(b) || b[len(a)] == '.' || b[len(a)] == '[')
}
