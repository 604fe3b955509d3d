package resource

import (
	"cmp"
	"errors"
	"slices"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// isEmpty reports whether there is nothing in a version of a 3-way merge.
func (p *pkg) isEmpty(side merge.Side) bool {
	return !p.opts.Strategy.Patches() && !p.of.Partial && !slices.ContainsFunc(p.of.of(side), func(r *Resource) bool { return r.Text == nil })
}

// refuseEmpty is the error about an updated version that may not be empty.
func (p *pkg) refuseEmpty() error {
	if !p.of.RefuseEmpty || !p.isEmpty(merge.Updated) || p.isEmpty(merge.Original) {
		return nil
	}
	return errors.New(p.empty(merge.Updated, "so everything that upstream ever had would be deleted; give the new version"))
}

// warnEmpty warns of empty versions that make conflicts or delete resources.
func (p *pkg) warnEmpty() {
	warn := func(message string) {
		p.out.Notes = append(p.out.Notes, warning(nil, terms.NoteFile, "%s", message))
	}
	ofDocument := func(c Conflict) bool { return c.Subject().Text == nil }
	if slices.ContainsFunc(p.out.Conflicts, ofDocument) && p.isEmpty(merge.Original) {
		warn(p.empty(merge.Original, "so upstream's changes and local ones cannot be distinguished, and each difference is a conflict; give the version that dest was made from"))
	}
	if len(p.out.Deleted) > 0 && !p.of.AllowEmpty && p.isEmpty(merge.Updated) {
		warn(p.empty(merge.Updated, "so everything that upstream ever had is deleted; give the new version, unless it is empty on purpose"))
	}
}

// empty says of a version that it holds nothing and what to do, with the way to give it in brackets.
func (p *pkg) empty(side merge.Side, todo string) string {
	how := p.of.How[side]
	if how != "" {
		how = " (" + how + ")"
	}
	return cmp.Or(p.of.Names[side], side.String()) + " holds no resources, " + todo + how
}
