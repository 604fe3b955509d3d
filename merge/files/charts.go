package files

import (
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// holdCharts tells the merge which files of dest hold values for charts that upstream changed.
//
// See testdata/chart*.txtar.
func (m *merging) holdCharts() {
	if m.versions.patches() || m.given.Overrides != nil {
		return
	}
	over, notes := resource.Charts(m.versions.of(merge.Original).contents(), m.versions.of(merge.Updated).contents(), m.versions.dest().contents())
	if m.chartNotes = notes; len(over) > 0 {
		m.given.Overrides = func(r *resource.Resource) []resource.Overriding { return over[r.Path] }
	}
}

// contents are the files of a tree by their paths.
func (t *Tree) contents() map[string][]byte {
	all := map[string][]byte{}
	for i := range t.Files {
		if f := &t.Files[i]; !f.isLink() {
			all[f.Path] = f.Data
		}
	}
	return all
}
