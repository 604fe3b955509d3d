package files

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/krm-merge/krm-merge/merge/decisions"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// dropOutdated drops the decisions of dest that nobody can meet again, with a note for
// each file.
func (m *merging) dropOutdated(r *Result, opts *resource.Options) error {
	if m.versions.patches() {
		return nil
	}
	var outdated func(file string, e *decisions.Entry) bool
	for _, d := range m.given.Dest {
		if meta := d.Meta(); !decisions.Is(meta.Group(), meta.Kind) {
			continue
		}
		at, found := slices.BinarySearchFunc(r.Files, d.Path, func(f Merged, path string) int { return cmp.Compare(f.Path, path) })
		if !found || r.Files[at].Status == Deleted {
			continue
		}
		f := &r.Files[at]
		s, err := decisions.Read(f.Data, f.name())
		if err != nil {
			continue // It holds other documents, too, which are not ours to write.
		}
		if outdated == nil {
			if outdated, err = resource.Outdated(m.given, *opts); err != nil {
				return err
			}
		}
		dropped := s.Forget(func(e *decisions.Entry) bool { return outdated(d.Path, e) })
		if len(dropped) == 0 {
			continue
		}
		if f.Data, err = s.Text(); err != nil {
			return err
		}
		f.Status = Changed
		message := fmt.Sprintf("upstream has moved past %d of the decisions in it, which are dropped", len(dropped))
		r.Notes = append(r.Notes, fileNote(d.Path, message))
	}
	return nil
}
