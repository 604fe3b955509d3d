package upgrade

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// deletedNotes tell what of upstream's stays deleted with what lay around it here, and what brings that
// back, in place of a conflict about each resource.
func (m *merging) deletedNotes() {
	r, left := m.result.Merge, map[string]bool{}
	r.Conflicts = slices.DeleteFunc(slices.Clone(r.Conflicts), func(c resource.Conflict) bool {
		if c.Kind != merge.DeletedLocally || len(c.Path) > 0 || c.Taken != merge.Dest {
			return false
		}
		top := r.DeletedWith(c.UpdatedResource.Path)
		left[top] = true
		return top != ""
	})
	delete(left, "")
	for _, name := range slices.Sorted(maps.Keys(left)) {
		at := printable.Word(filepath.Join(m.name, filepath.FromSlash(name)))
		m.note("%s was deleted here and stays so, with what upstream changed in it; krm-merge upgrade --restore %s brings it back", name, at)
	}
}

// without takes what is to be brought back out of the version that the package was made from, so
// that the same version adds it. Files with open questions are left alone.
func (m *merging) without(original *files.Tree) error {
	lies := func(f files.File) bool { return Below(f.Path, []string{m.Restore}) }
	if i := slices.IndexFunc(m.dest.Files, lies); i >= 0 {
		return fmt.Errorf("%s: is here; only what was deleted whole is brought back", filepath.Join(m.name, filepath.FromSlash(m.dest.Files[i].Path)))
	}
	if !slices.ContainsFunc(original.Files, lies) {
		return fmt.Errorf("%s: is not in %s of %s; krm-merge diff %s shows what was deleted", filepath.Join(m.name, filepath.FromSlash(m.Restore)), m.result.From, m.result.Upstream.Repo, m.name)
	}
	original.Files = slices.DeleteFunc(original.Files, lies)
	m.dest.Files = slices.DeleteFunc(m.dest.Files, func(f files.File) bool { return marks.Refuse(f.Data) != nil })
	return nil
}
