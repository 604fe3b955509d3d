package journal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"
	"time"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/filelock"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/merge/files"
)

// Journal keeps what the last write to a directory changed. While it is open, nobody else
// opens it.
type Journal struct {
	dir     string
	release func()
}

// The files of a journal: the write that goes on, the last one that was done, and what is locked.
const (
	filePending = "pending.json"
	fileDone    = "done.json"
	fileLock    = "lock"
)

// record is what a write changes.
type record struct {
	// Version is that of this format.
	Version int `json:"version"`
	// Note is what the writer says of the write.
	Note  map[string]string `json:"note,omitempty"`
	Files []entry           `json:"files"`

	// file is that of the journal.
	file string
}

const recordVersion = 2

// entry is a file before and after a write; nil where there is none.
type entry struct {
	Path   string `json:"path"`
	Before *state `json:"before,omitempty"`
	After  *state `json:"after,omitempty"`
}

// state is what a file is. After a write it is known by its digest alone.
type state struct {
	Mode   fs.FileMode `json:"mode"`
	Digest string      `json:"digest"`
	Data   []byte      `json:"data,omitempty"`
}

// Open opens a journal, and makes it where there is none. It is an error that somebody else has it open.
func Open(dir string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("%s: the journal of writes cannot be made: %w", dir, Cause(err))
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	release, err := filelock.Take(ctx, filepath.Join(dir, fileLock))
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, errors.New("another krm-merge is at work on it; run again when that has ended")
	case err != nil:
		return nil, fmt.Errorf("%s: the journal of writes cannot be locked: %w", dir, Cause(err))
	}
	return &Journal{dir: dir, release: release}, nil
}

// patience is how long one that ends, or was killed, may take to let go.
const patience = time.Second

// Close lets others open the journal.
func (j *Journal) Close() { j.release() }

// begin notes what a write will change, before it changes anything.
func (j *Journal) begin(w *Writer) error {
	r := record{Version: recordVersion, Note: w.Note}
	err := w.each(touches, func(_ int, f *files.Merged) error {
		before, err := w.state(f)
		e := entry{Path: f.Path, Before: before}
		if !deletes(f) {
			e.After = &state{Mode: f.Mode, Digest: digest(f.Data)}
		}
		r.Files = append(r.Files, e)
		return err
	})
	if err != nil {
		return fmt.Errorf("%w; no file was changed", err)
	}
	text, err := json.Marshal(r)
	if err == nil {
		err = git.WriteFile(filepath.Join(j.dir, filePending), text, 0o600)
	}
	if err != nil {
		return fmt.Errorf("%s: the journal of writes cannot be written: %w; no file was changed", j.dir, Cause(err))
	}
	return nil
}

// done notes that the write that goes on is done.
func (j *Journal) done() error {
	return os.Rename(filepath.Join(j.dir, filePending), filepath.Join(j.dir, fileDone))
}

// read reads a write, nil if there is none.
func (j *Journal) read(name string) (*record, error) {
	text, err := os.ReadFile(filepath.Join(j.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	r := &record{file: name}
	if err == nil {
		err = json.Unmarshal(text, r)
	}
	if err == nil && r.Version != recordVersion {
		err = fmt.Errorf("version %d; this krm-merge reads %d, take the one that wrote it", r.Version, recordVersion)
	}
	for _, e := range r.Files {
		if err == nil && e.Before != nil && digest(e.Before.Data) != e.Before.Digest {
			err = fmt.Errorf("what %s held before is damaged", e.Path)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the journal of writes cannot be read: %w", j.dir, Cause(err))
	}
	return r, nil
}

// Last gives what the writer said of the last write that can be taken back, nil for none, and whether that
// was killed before it was done.
func (j *Journal) Last() (note map[string]string, killed bool, err error) {
	r, err := j.last()
	if r == nil || err != nil {
		return nil, false, err
	}
	return r.Note, r.file == filePending, nil
}

// last is the last write that can be taken back, nil for none.
func (j *Journal) last() (*record, error) {
	if r, err := j.read(filePending); r != nil || err != nil {
		return r, err
	}
	return j.read(fileDone)
}

// Recover takes back a write that was killed before it was done. It reports whether there
// was one. A file that somebody changed since is an error, and all stays as it is.
func (j *Journal) Recover(root *os.Root) (recovered bool, err error) {
	r, err := j.read(filePending)
	if r == nil || err != nil {
		return false, err
	}
	edited, err := j.takeBack(root, r, false)
	if err == nil && len(edited) > 0 {
		err = fmt.Errorf("a run that was killed wrote only a part of the files, and %s was changed since; move it away, or take all back with --abort", edited[0])
	}
	return err == nil, err
}

// Undo takes back the last write, also one that was killed, with what was changed since in its
// files. It gives the files that were.
func (j *Journal) Undo(root *os.Root) (edited []string, err error) {
	r, err := j.last()
	if r == nil || err != nil {
		return nil, err
	}
	return j.takeBack(root, r, true)
}

// takeBack gives files the content that they had before a write.
func (j *Journal) takeBack(root *os.Root, r *record, force bool) (edited []string, err error) {
	w := &Writer{Root: root}
	for _, e := range r.Files {
		f := files.Merged{File: files.File{Path: e.Path}, Status: files.Changed}
		is, err := w.state(&f)
		if err != nil {
			return nil, err
		}
		switch {
		case is.same(e.Before) && (is == nil || is.Mode == e.Before.Mode):
			f.Status = files.Unchanged
		case !is.same(e.After):
			edited = append(edited, e.Path)
		}
		switch {
		case e.Before == nil && is != nil:
			f.Status = files.Deleted
		case e.Before != nil:
			f.Mode, f.Data = e.Before.Mode, e.Before.Data
		}
		w.Results = append(w.Results, f)
	}
	if len(edited) > 0 && !force {
		return edited, nil
	}
	if err := w.Write(context.Background()); err != nil {
		return nil, err
	}
	return edited, os.Remove(filepath.Join(j.dir, r.file))
}

// state is what a file is here, nil where there is none: a directory is not a file, and nothing
// stands below a file, or below a path that goes.
func (w *Writer) state(f *files.Merged) (*state, error) {
	for dir := path.Dir(f.Path); dir != "."; dir = path.Dir(dir) {
		if w.gone[dir] {
			return nil, nil
		}
	}
	is := state{}
	info, err := w.Root.Lstat(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), err == nil && info.IsDir():
		return nil, nil
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		var target string
		target, err = w.Root.Readlink(f.Path)
		is.Mode, is.Data = fs.ModeSymlink, []byte(target)
	case err == nil:
		is.Mode = info.Mode().Perm()
		is.Data, err = bounded.ReadFile(w.Root.OpenFile, f.Path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w", w.name(f), Cause(err))
	}
	is.Digest = digest(is.Data)
	return &is, nil
}

// same reports whether two states are of one content and kind.
func (s *state) same(other *state) bool {
	if s == nil || other == nil {
		return s == other
	}
	return s.Digest == other.Digest && s.Mode.Type() == other.Mode.Type()
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
