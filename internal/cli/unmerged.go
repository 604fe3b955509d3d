package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/krm-merge/krm-merge/internal/driver"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/sops"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/merge/files"
)

// mergeAgain merges the files again that git left unmerged in the middle of a merge,
// rebase or cherry-pick, from the versions in its index: they are pending then, and what
// is read of the workspace has them. What somebody edited since is only merged again if
// permits says so. It gives what somebody should know.
func (w *workspace) mergeAgain(permits func(name string) bool) (said []string, err error) {
	if git.Root(w.dir) != w.dir {
		return nil, nil
	}
	r := git.Repository{Dir: w.dir}
	all, err := r.Unmerged()
	if err != nil {
		return []string{fmt.Sprintf("what git left unmerged is not merged again: %v", err)}, nil
	}
	for i := range all {
		if !upgrade.Below(all[i].Path, w.within) || w.ignored.Hold(all[i].Path) && !slices.Contains(w.within, all[i].Path) {
			continue
		}
		line, err := w.mergeOneAgain(r, &all[i], permits)
		if err != nil {
			return nil, err
		}
		said = append(said, line...)
		w.unmerged = append(w.unmerged, all[i].Path)
	}
	if len(w.unmerged) > 0 && r.Rebasing() {
		said = append(said, "in the middle of a rebase: yours is the branch that you rebase on, upstream is your commit")
	}
	return said, nil
}

// mergeOneAgain merges a file again that git left unmerged.
func (w *workspace) mergeOneAgain(r git.Repository, u *git.Unmerged, permits func(name string) bool) (said []string, err error) {
	now, err := w.root.ReadFile(filepath.FromSlash(u.Path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: cannot be read: %w", u.Path, journal.Cause(err))
	}
	if marks.Refuse(now) != nil {
		w.names[u.Path] = true
	}
	if !u.Regular() {
		return []string{leftAlone(u)}, nil
	}
	f, err := unmergedFile(r, u)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", u.Path, err)
	}
	w.versions[u.Path] = [][]byte{f.Original, f.Theirs, f.Ours}
	ours := driver.Ours(r, "")
	said = append(configure(&f, ours), f.Decide(ours, driver.Shipped(r)...)...)
	result, left, err := f.Again(now)
	marked := marks.Refuse(now) != nil
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", u.Path, err)
	case !marked && sops.Stale(now) && (left == driver.Answered || !result.Clean):
		result = &driver.Result{Text: now} // Write seals it.
	case !marked && result.ByLines && left == driver.Untouched:
		return append(append(said, result.Said...), leftAlone(u)), nil
	case result.ByLines, bytes.Equal(now, result.Text), left == driver.Answered:
		return said, nil
	case left == driver.Edited && !permits(u.Path):
		return append(said, u.Path+": somebody edited it since git wrote it, so its marks are taken as they stand; git checkout --merge drops what was edited, and it is merged again then"), nil
	}
	w.pend(u.Path, now, result.Text)
	if result.Clean {
		how := "structure"
		if result.Lined {
			how = "lines"
		}
		if w.pending[u.Path].Status == files.Deleted {
			how += ", nothing is left of it"
		}
		said = append(said, u.Path+": merged by "+how+", nothing to ask")
	}
	return append(said, result.Told...), nil
}

// unmergedFile is a file that git left unmerged, with its versions.
func unmergedFile(r git.Repository, u *git.Unmerged) (f driver.File, err error) {
	f = driver.File{Path: u.Path, MarkSize: marks.Size, Style: marks.Diff3}
	for i, text := range f.All() {
		if *text, err = r.Content(u.Stages[i], u.Path); err != nil {
			return f, err
		}
	}
	if written, older := r.ContentAt("AUTO_MERGE", u.Path); older == nil {
		f.Written = written // An older git does not keep it.
	}
	return f, nil
}

// pend has a file hold another text than now; one that holds nothing goes.
func (w *workspace) pend(name string, now, text []byte) {
	m := files.Merged{File: files.File{Path: name, Name: name, Data: text}, Status: files.Changed, Versions: [][]files.File{{{Path: name, Data: now}}}}
	if len(bytes.TrimSpace(text)) == 0 {
		m.Data, m.Status = nil, files.Deleted
		delete(w.names, name)
	} else {
		w.names[name] = true
	}
	w.pending[name] = m
}

// leftAlone says what to do with a file that krm-merge cannot merge, and that has no marks.
func leftAlone(u *git.Unmerged) string {
	return u.Path + ": git left it unmerged, and it cannot be merged: choose what it is, then git add it, or git rm it"
}
