package upgrade

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/lines"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
)

// reopen takes the questions of an earlier upgrade that nobody has answered out of dest, so
// that this one asks them again: dest gets its own values at their places, and original, which
// it gives, what was there before that upgrade. The error is questionsOpen where nobody
// knows that, or where an upgrade did not ask.
//
// The rest of dest is merged with the version of the lock already, which original is. What is
// carried over to it is the difference between dest with each question answered for upstream,
// and for what was before.
func (m *merging) reopen(original *files.Tree) (*files.Tree, error) {
	if len(m.open) == 0 {
		return original, nil
	}
	var sides [3]*files.Tree
	var err error
	for _, side := range []merge.Side{merge.Original, merge.Updated, merge.Dest} {
		if sides[side], err = m.answeredAs(side); err != nil {
			return nil, m.questionsOpen(err)
		}
	}
	options := files.Options{Options: m.result.Config.Options}
	options.Policy.OnConflict = merge.TakeUpdated
	r, err := files.MergeTrees([]*files.Tree{sides[merge.Updated], sides[merge.Original], original}, options)
	if err == nil && r.Open() > 0 {
		err = errors.New("what was there before cannot be found again")
	}
	if err != nil {
		return nil, m.questionsOpen(err)
	}
	m.onDisk, m.dest = m.dest.Files, sides[merge.Dest]
	return with(original, r.Files), nil
}

// with is a tree with files that changed.
func with(t *files.Tree, all []files.Merged) *files.Tree {
	changed := *t
	changed.Empty = true
	for i := range all {
		f := &all[i]
		if f.Status == files.Unchanged {
			continue
		}
		changed.Files = slices.DeleteFunc(slices.Clone(changed.Files), func(old files.File) bool { return old.Path == f.Path })
		if f.Status != files.Deleted {
			f.Name = filepath.Join(t.Name, filepath.FromSlash(f.Path))
			changed.Files = append(changed.Files, f.File)
		}
	}
	return &changed
}

// answeredAs is dest with each open question answered for one version.
func (m *merging) answeredAs(side merge.Side) (*files.Tree, error) {
	t, texts, listed := *m.dest, map[string][]byte{}, []string{}
	t.Files, t.Empty = nil, true
	apart := m.apart(m.dest)
	for _, f := range m.dest.Files {
		switch inside := Below(f.Path, apart); {
		case inside || !f.Mode.IsRegular():
		case path.Base(f.Path) == decisions.FileName:
			listed = append(listed, f.Path)
		case slices.ContainsFunc(m.open, func(open Marked) bool { return open.File == f.Path }) && marks.Refuse(f.Data) != nil:
			var err error
			if f.Data, err = m.chosen(f, side); err != nil {
				return nil, fmt.Errorf("%s: %w", f.Path, err)
			}
			texts[f.Path] = f.Data
			if len(bytes.TrimSpace(f.Data)) == 0 {
				continue // It is not there in this version.
			}
		}
		t.Files = append(t.Files, f)
	}
	s, err := resolve.OpenEdited(m.root.FS(), texts, listed)
	if err != nil {
		return nil, err
	}
	s.Remember = false
	for all := s.Questions(); len(all) > 0; all = s.Questions() {
		if err = m.answerAs(s, all[0], side); err != nil {
			return nil, fmt.Errorf("%s: %w", strings.TrimSpace(all[0].File+" "+all[0].Path), err)
		}
	}
	changed, err := s.Changed()
	return with(&t, changed), err
}

// answerAs answers a question of the decisions for one version.
func (m *merging) answerAs(s *resolve.Session, q *resolve.Question, side merge.Side) error {
	switch {
	case side == merge.Dest:
		return s.Answer(q, resolve.Yours, nil)
	case q.Secret, q.Link, q.Conflict == merge.Moved.String(), q.At != "":
		return errors.New("what it was before is not written down")
	case q.OfLines():
		// It has the whole texts of the versions.
		text := ""
		for _, stretch := range lines.Stretches(q.Original.Value, q.Updated.Value, q.Dest.Value) {
			text += [...]string{merge.Original: stretch.Original, merge.Updated: stretch.Updated}[side]
		}
		return s.Answer(q, resolve.Edit, node.String(text))
	case side == merge.Updated:
		return s.Answer(q, resolve.Upstream, nil)
	}
	return s.Answer(q, resolve.Edit, q.Original)
}

// or is between the versions that marks name for what was there before, where some are asked again.
const or = " or "

// chosen is the text of a file with one version between its marks.
func (m *merging) chosen(f files.File, side merge.Side) ([]byte, error) {
	parts, err := marks.Parse(f.Data)
	if err != nil {
		return nil, err
	}
	for _, b := range marks.Blocks(parts) {
		switch about, code, ok := b.Label(); {
		case !ok || b.Names[merge.Updated] != m.kpt.Lock.Ref:
			return nil, fmt.Errorf("the marks in line %d are not of the upgrade to %s", b.Line, m.kpt.Lock.Ref)
		case !b.HasOriginal && code != merge.BothAdded.String():
			return nil, fmt.Errorf("the marks in line %d do not show what was there before; those of git's style diff3 do", b.Line)
		case !b.HasOriginal && side == merge.Original && slices.Contains(about, marks.Labelled{Place: path.Base(f.Path)}):
			return nil, nil // A text that was not there before.
		}
		m.asked, _, _ = strings.Cut(b.Names[merge.Original], or)
	}
	return marks.Take(parts, side), nil
}

// describeOnDisk has the results of the merge say what becomes of the files as they are here, with
// their open questions.
func (m *merging) describeOnDisk() {
	r, merged := m.result.Merge, m.dest.Contents("")
	for _, here := range m.onDisk {
		if text, is := merged[here.Path]; is && bytes.Equal(text, here.Data) || !here.Mode.IsRegular() {
			continue
		}
		at, found := slices.BinarySearchFunc(r.Files, here.Path, func(f files.Merged, name string) int { return strings.Compare(f.Path, name) })
		if !found {
			gone := files.Merged{File: files.File{Path: here.Path, Name: here.Name, Mode: here.Mode}, Status: files.Deleted, Versions: make([][]files.File, len(r.Versions))}
			r.Files = slices.Insert(r.Files, at, gone)
		}
		f := &r.Files[at]
		f.Versions[r.Dest] = []files.File{here}
		switch {
		case f.Status == files.Deleted:
		case bytes.Equal(f.Data, here.Data):
			f.Status = files.Unchanged
		default:
			f.Status = files.Changed
		}
	}
}
