package files

import (
	"path"

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
		m.given.Held = resource.HoldCharts(v.of(merge.Original).Contents(""), v.of(merge.Updated).Contents(""), v.dest().Contents(""))
	}
}

// Contents are the files of a tree that are no links by their paths, where the tree lies in a directory, "" for
// none.
func (t *Tree) Contents(dir string) map[string][]byte {
	all := map[string][]byte{}
	for i := range t.Files {
		if f := &t.Files[i]; !f.isLink() {
			all[path.Join(dir, f.Path)] = f.Data
		}
	}
	return all
}
