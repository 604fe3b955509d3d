package fn

import (
	"path"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// Rule is a setting for some resources and places in them.
type Rule struct {
	// Target says for which resources it holds.
	Target Target
	// Rule says where in them, and what.
	merge.Rule
}

// Target names resources. Each field is a name, or a pattern in which * stands
// for any text; "" is any. A document that is no resource has none of them.
type Target struct{ Group, Kind, Name, Namespace string }

// matches says that a resource is one of those named.
func (t Target) matches(m *meta) bool {
	return glob(t.Kind, m.kind) && glob(t.Group, m.group()) && glob(t.Name, m.name) && glob(t.Namespace, m.namespace)
}

func glob(pattern, name string) bool {
	if pattern == "" || pattern == name {
		return true
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// options are what the engine is told about one resource, but for the modes
// that are written on it.
func (p *pkg) options(t *trio) merge.Options {
	right, left := t.u(), t.foremost()
	opts := merge.Options{
		Policy: p.cfg.Policy, ModeKey: p.cfg.ModeKey,
		CommentSchema: schema.CommentSchema, Newer: newer, Documents: textDocuments{p.schemas},
		Schema: p.schemas.For(right.meta.apiVersion, right.meta.kind, left.Path),
	}
	opts.Rules = p.rules(t)
	return opts
}

// rules are those for a resource.
func (p *pkg) rules(t *trio) []merge.Rule {
	var rules []merge.Rule
	for i := range p.cfg.Rules {
		if r := &p.cfg.Rules[i]; r.Target.matches(t.foremost().meta) {
			rules = append(rules, r.Rule)
		}
	}
	return rules
}

// onConflict is the setting for conflicts about a resource as a whole.
func (p *pkg) onConflict(t *trio) merge.OnConflict {
	for _, r := range p.rules(t) {
		if len(r.Path) == 0 && r.OnConflict != nil {
			return *r.OnConflict
		}
	}
	return p.cfg.Policy.OnConflict
}

// Fails says that the conflict was left to a setting that says Fail, so that
// the merge must not be used. What a mode, a local comment or a comparison of
// versions settled does not fail.
func (c *Conflict) Fails() bool {
	return c.OnConflict == merge.Fail && (c.By == merge.ByPolicy || c.By == merge.ByNull)
}

// Fails says that one of the conflicts does.
func (o *Outcome) Fails() bool {
	for i := range o.Conflicts {
		if o.Conflicts[i].Fails() {
			return true
		}
	}
	return o.fails
}
