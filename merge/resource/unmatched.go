package resource

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// unmatched finds what is to be said of the rules that match nothing: no resource of any
// version is one that the target names, or none of those has the path. Nothing is said of
// rules that are for other packages, too.
//
// rule: unmatched/*
func (p *pkg) unmatched() {
	p.out.unmatched = map[int]string{}
	for i := range p.opts.Rules {
		r := &p.opts.Rules[i]
		named, leads := p.matches(r)
		switch {
		case p.opts.SharedRules, leads, p.of.Partial && r.Target.String() == "":
			// What is left out may have it.
		case named:
			p.out.unmatched[i] = fmt.Sprintf("rules[%d] matched nothing: no resource%s has %s in any version; correct the path, or remove the rule", i, r.Target, r.Path)
		default:
			p.out.unmatched[i] = fmt.Sprintf("rules[%d] matched nothing: there is no resource%s in any version; correct the target, or remove the rule", i, r.Target)
		}
	}
}

// warnUnmatched warns of the rules that matched nothing.
func (o *Outcome) warnUnmatched() {
	for _, rule := range slices.Sorted(maps.Keys(o.unmatched)) {
		o.Notes = append(o.Notes, Note{Warning: true, Note: merge.Note{Kind: terms.NoteRule, Message: o.unmatched[rule]}})
	}
}

// matches reports whether the target of a rule names a resource, and whether its path leads
// to something in one of those. The cost is linear in the resources that are named, up to
// the first that has it.
func (p *pkg) matches(r *Rule) (named, leads bool) {
	for _, members := range p.members {
		for _, m := range members {
			if !r.Target.names(m.meta) {
				continue
			}
			if root := m.whole(); r.Target.selects(root) {
				if named = true; r.Path.Leads(root) {
					return true, true
				}
			}
		}
	}
	return named, false
}

// String is what messages say of resources that are named, "" for all.
func (t Target) String() string {
	var parts []string
	for _, p := range [][2]string{{"kind", t.Kind}, {"group", t.Group}, {"namespace", t.Namespace}, {"name", t.Name}} {
		if p[1] != "" {
			parts = append(parts, p[0]+" "+p[1])
		}
	}
	if t.Labels != nil {
		parts = append(parts, "such labels")
	}
	if t.Annotations != nil {
		parts = append(parts, "such annotations")
	}
	if len(parts) == 0 {
		return ""
	}
	return " of " + strings.Join(parts, ", ")
}
