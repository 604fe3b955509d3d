package files

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/merge"
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
		at, found := slices.BinarySearchFunc(r.Files, d.Path, func(f Merged, name string) int { return cmp.Compare(f.Path, name) })
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
		dropped := s.Forget(func(e *decisions.Entry) bool {
			if merge.IsLines(e.Path) && e.Resource == (decisions.Ref{}) {
				return m.linesOutdated(path.Join(path.Dir(d.Path), e.File), e)
			}
			return outdated(d.Path, e)
		})
		if len(dropped) == 0 {
			continue
		}
		if f.Data, err = s.Text(); err != nil {
			return err
		}
		if f.Status = Changed; s.IsEmpty() {
			f.Status = Deleted
		}
		message := fmt.Sprintf("upstream has moved past %d of the decisions in it, which are dropped", len(dropped))
		r.Notes = append(r.Notes, fileNote(d.Path, message))
	}
	return nil
}

// linesOutdated reports whether nobody can meet a decision about lines of a file again: it
// answers nothing in this merge, and upstream changed the file. The cost is constant but for
// the first entry of a file.
func (m *merging) linesOutdated(file string, e *decisions.Entry) bool {
	i, found := slices.BinarySearchFunc(m.slots, file, func(s *slot, p string) int { return cmp.Compare(s.path, p) })
	if !found {
		return true
	}
	s := m.slots[i]
	// A secret entry answers nothing.
	return e.Secret || !same(s.file(merge.Original), s.file(merge.Updated)) && !s.answers(e)
}

// answers reports whether a decision answers a question about lines of the file.
func (s *slot) answers(e *decisions.Entry) bool {
	if s.asks == nil {
		s.asks = map[string]merge.Stretch{}
		stretches := make([]merge.Stretch, len(s.stretches))
		for i := range s.stretches {
			stretches[i] = s.stretches[i].Stretch
		}
		for i, at := range merge.LinePaths(stretches) {
			if at != nil {
				s.asks[at.String()] = stretches[i]
			}
		}
	}
	asked, is := s.asks[e.Path]
	o, u, d := asked.Values()
	return is && merge.Digest(o) == e.Original && merge.Digest(u) == e.Updated && merge.Digest(d) == e.Dest
}
