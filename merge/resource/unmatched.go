package resource

import (
	"fmt"
	"path"

	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// unmatched warns of the rules that match nothing: no resource of any version is one that the
// target names, or none of those has the path. Nothing is said of rules that are for other
// packages, too.
//
// rule: unmatched/*
func (p *pkg) unmatched() {
	for i := range p.opts.Rules {
		r := &p.opts.Rules[i]
		named, leads := p.matches(r)
		if p.opts.SharedRules || leads || p.of.Partial && r.Target.names(&Meta{}) {
			continue // What is left out may have it.
		}
		why := "no version has a resource that its target names; correct the target"
		if named {
			why = fmt.Sprintf("no resource that its target names has %s in any version; correct the path", r.Path)
		}
		p.out.Notes = append(p.out.Notes, warning(nil, terms.NoteRule, "rules[%d] matched nothing: %s, or remove the rule", i, why))
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

// isSettings reports whether the resource holds the settings for merges into its package. Only
// dest's count; nothing here reads them.
func (m *member) isSettings() bool {
	return path.Base(m.Path) == kptfile.ChartName && m.meta.Kind == "Merge" && m.meta.Group() == "fn.kpt.dev"
}

// shipped warns of settings that dest gets from upstream: they are data in this merge, and
// hold for those after it.
//
// rule: settings/*
func (p *pkg) shipped(t *triple, merged *Merged) {
	o, u := t.o(), t.u()
	if p.opts.Strategy.Patches() || u == nil || !u.isSettings() || o != nil && o.Path == u.Path && merge.Equal(bare(o), bare(u)) || merged == nil || merged.Unchanged() {
		return
	}
	p.warn(t, merge.Note{
		Kind: terms.NoteFile, Message: "upstream changed these settings for merges; they did not count in this merge, and do from the next one on: check that you want them",
	})
}
