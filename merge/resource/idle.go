package resource

import "github.com/krm-merge/krm-merge/merge"

// isCarried reports whether upstream changed a resource that is read, comments aside.
func (t *triple) isCarried() bool {
	o, u := t.o(), t.u()
	switch {
	case o == nil || u == nil:
		return o != u
	case o.Path != u.Path:
		return true
	}
	return o.Node != u.Node && !merge.Equal(bare(o), bare(u))
}

// idle notes that original and updated have the same values, most likely because one version
// was given twice: a merge of them carries nothing over but comments.
//
// rule: whole/nothing-new*
func (p *pkg) idle() {
	o, u := p.members[merge.Original], p.members[merge.Updated]
	switch {
	case p.opts.Strategy.Patches(), p.carried, p.empty.of.Differ, len(o) != len(u), len(p.lists[merge.Original])+len(p.lists[merge.Updated]) > 0:
		return
	case len(o) == 0 && !p.empty.of.Partial:
		return
	}
	for i := range o {
		if o[i].triple != u[i].triple {
			return
		}
	}
	const message = "original and updated have the same values, so there is nothing to carry over but comments and layout; give the new version, if this is not it"
	p.out.Notes = append(p.out.Notes, Note{Note: merge.Note{Kind: merge.NoteFile, Message: message}})
}
