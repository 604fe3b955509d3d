package journal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/krm-merge/krm-merge/internal/filelock"
	"github.com/krm-merge/krm-merge/merge/files"
)

// Journal keeps what the last write to a directory changed. While it is open, nobody else
// opens it.
type Journal struct {
	dir     string
	release func()
}

// ErrBusy is that another process has the journal open.
var ErrBusy = errors.New("another krm-merge is at work on it; run again when that has ended")

// The parts of a journal: what is made before a write begins, the write that goes on, the
// last one that was done, and the file that is locked.
const (
	partNew     = "new"
	partPending = "pending"
	partDone    = "done"
	partLock    = "lock"
	recordName  = "record.json"
)

// record is what a write changes.
type record struct {
	// Version is that of this format.
	Version int `json:"version"`
	// Note is what the writer says of the write.
	Note  map[string]string `json:"note,omitempty"`
	Files []entry           `json:"files"`
}

const recordVersion = 1

// entry is a file before and after a write; nil where there is none.
type entry struct {
	Path   string `json:"path"`
	Before *state `json:"before,omitempty"`
	After  *state `json:"after,omitempty"`
}

// state is what a file is.
type state struct {
	Mode   fs.FileMode `json:"mode"`
	Digest string      `json:"digest"`
}

// Open opens a journal, and makes it where there is none. An error that is ErrBusy is
// that somebody else has it open.
func Open(dir string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("%s: the journal of writes cannot be made: %w", dir, Cause(err))
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	release, err := filelock.Take(ctx, filepath.Join(dir, partLock))
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, ErrBusy
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
	at := filepath.Join(j.dir, partNew)
	if err := errors.Join(os.RemoveAll(at), os.Mkdir(at, 0o700)); err != nil {
		return j.failed(err)
	}
	r := record{Version: recordVersion, Note: w.Note}
	for i := range w.Results {
		f := &w.Results[i]
		if !w.touches(f) {
			continue
		}
		e := entry{Path: f.Path}
		data, mode, err := w.held(w.path(f))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return fmt.Errorf("%s: cannot be read: %w; no file was changed", w.name(f), Cause(err))
		default:
			e.Before = &state{mode, digest(data)}
			if err := writeSynced(filepath.Join(at, strconv.Itoa(len(r.Files))), data); err != nil {
				return j.failed(err)
			}
		}
		if f.Status != files.Deleted {
			e.After = &state{f.Mode, digest(f.Data)}
		}
		r.Files = append(r.Files, e)
	}
	text, err := json.Marshal(r)
	if err == nil {
		err = writeSynced(filepath.Join(at, recordName), text)
	}
	if err == nil {
		err = errors.Join(syncDir(at), j.become(partNew, partPending))
	}
	return j.failed(err)
}

func (j *Journal) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: the journal of writes cannot be written: %w; no file was changed", j.dir, Cause(err))
}

// done notes that all is written.
func (j *Journal) done() error {
	return errors.Join(os.RemoveAll(filepath.Join(j.dir, partDone)), j.become(partPending, partDone))
}

// become renames a part.
func (j *Journal) become(from, to string) error {
	return errors.Join(os.Rename(filepath.Join(j.dir, from), filepath.Join(j.dir, to)), syncDir(j.dir))
}

// remove removes a part such that there is at no time half of one.
func (j *Journal) remove(part string) error {
	trash := filepath.Join(j.dir, partNew)
	err := os.RemoveAll(trash)
	if err == nil {
		err = j.become(part, partNew)
	}
	if err == nil {
		err = os.RemoveAll(trash)
	}
	return err
}

// read reads a part, nil if there is none.
func (j *Journal) read(part string) (*record, error) {
	text, err := os.ReadFile(filepath.Join(j.dir, part, recordName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	r := &record{}
	if err == nil {
		err = json.Unmarshal(text, r)
	}
	if err == nil && r.Version != recordVersion {
		err = fmt.Errorf("version %d; this krm-merge reads %d, take the one that wrote it", r.Version, recordVersion)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the journal of writes cannot be read: %w", j.dir, Cause(err))
	}
	return r, nil
}

// Last gives what the writer said of the last write that was done, ok false if there is
// none that can be taken back.
func (j *Journal) Last() (note map[string]string, ok bool, err error) {
	r, err := j.read(partDone)
	if r == nil || err != nil {
		return nil, false, err
	}
	return r.Note, true, nil
}

// Killed reports whether the last write was killed before it was done.
func (j *Journal) Killed() (bool, error) {
	r, err := j.read(partPending)
	return r != nil, err
}

// Recover takes back a write that was killed before it was done. It reports whether there
// was one. A file that somebody changed since is an error, and all stays as it is.
func (j *Journal) Recover(root *os.Root) (recovered bool, err error) {
	r, err := j.read(partPending)
	if r == nil || err != nil {
		return false, err
	}
	edited, err := j.takeBack(root, r, partPending, false)
	if err == nil && len(edited) > 0 {
		return false, &EditedError{edited}
	}
	return err == nil, err
}

// EditedError is that files were changed since a write that was killed.
type EditedError struct {
	// Paths are those of the files.
	Paths []string
}

func (e *EditedError) Error() string {
	return fmt.Sprintf("a run that was killed wrote only a part of the files, and %s was changed since; move it away, or take all back with --abort", e.Paths[0])
}

// Undo takes back the last write, also one that was killed, with what was changed since in its
// files. It gives the files that were.
func (j *Journal) Undo(root *os.Root) (edited []string, err error) {
	part := partPending
	r, err := j.read(part)
	if r == nil && err == nil {
		part = partDone
		r, err = j.read(part)
	}
	if r == nil || err != nil {
		return nil, err
	}
	return j.takeBack(root, r, part, true)
}

// takeBack gives files the content that they had before a write.
func (j *Journal) takeBack(root *os.Root, r *record, part string, force bool) (edited []string, err error) {
	w := &Writer{Root: root}
	for i, e := range r.Files {
		data, mode, err := w.held(filepath.FromSlash(e.Path))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s: cannot be read: %w", e.Path, Cause(err))
		}
		var is *state
		if err == nil {
			is = &state{mode, digest(data)}
		}
		f := files.Merged{File: files.File{Path: e.Path}, Status: files.Changed}
		switch {
		case is.same(e.Before):
			f.Status = files.Unchanged
		case !is.same(e.After):
			edited = append(edited, e.Path)
		}
		switch {
		case e.Before == nil && is != nil:
			f.Status = files.Deleted
		case e.Before != nil:
			f.Mode = e.Before.Mode
			if f.Data, err = os.ReadFile(filepath.Join(j.dir, part, strconv.Itoa(i))); err != nil || digest(f.Data) != e.Before.Digest {
				return nil, fmt.Errorf("%s: what %s held before cannot be read (%w); nothing was taken back", j.dir, e.Path, errors.Join(err, errDamaged))
			}
		}
		w.Results = append(w.Results, f)
	}
	if len(edited) > 0 && !force {
		return edited, nil
	}
	if err := w.restore(); err != nil {
		return nil, err
	}
	return edited, j.remove(part)
}

var errDamaged = errors.New("it is damaged")

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

// writeSynced writes a new file, which is on the disk when it returns.
func writeSynced(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = bytes.NewReader(data).WriteTo(f)
	return errors.Join(err, f.Sync(), f.Close())
}
