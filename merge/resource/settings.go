package resource

import (
	"path"

	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

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
