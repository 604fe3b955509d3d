package files

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/krm-merge/krm-merge/internal/decisions"
)

// ask adds the questions that have no place in a resource to the decisions of dest, or
// adds a file of decisions.
func (m *merging) ask(r *Result) error {
	if len(r.Questions) == 0 {
		return nil
	}
	if m.versions.dest().Single {
		q := r.Questions[0]
		return fmt.Errorf("%s: a question about it (%s) has no place in a single file; merge the directory, or decide with onConflict: Updated or Dest", q.File, q.Conflict)
	}
	at, found := slices.BinarySearchFunc(r.Files, decisions.FileName, func(f Merged, name string) int { return cmp.Compare(f.Path, name) })
	if !found {
		r.Files = slices.Insert(r.Files, at, Merged{File: File{Path: decisions.FileName, Name: decisions.FileName, Mode: 0o644}, Status: Added, Versions: make([][]File, len(m.versions))})
	}
	f := &r.Files[at]
	s, err := decisions.Read(f.Data, f.name())
	if err != nil {
		return err
	}
	s.Ask(r.Questions...)
	if f.Data, err = s.Text(); err == nil && found {
		f.Status = Changed
	}
	return err
}
