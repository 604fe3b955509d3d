package files

import (
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// hold tells the merge which values are held against charts: those that are given, nil for those of the
// charts among the files.
//
// See testdata/chart*.txtar.
func (m *merging) hold(given *resource.Held) {
	switch v := m.versions; {
	case given != nil:
		m.given.Held = *given
	case !v.patches():
		m.given.Held = resource.HoldCharts(v.of(merge.Original).contents(), v.of(merge.Updated).contents(), v.dest().contents())
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
