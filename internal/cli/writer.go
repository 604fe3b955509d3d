package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/merge/files"
)

// writer writes results below one directory and nowhere else.
type writer struct {
	root    *os.Root
	results []files.Merged
	all     bool
	// only is the name of the one file there is, "" in a directory; mode is
	// its mode if it exists.
	only string
	mode fs.FileMode
	// made are directories outside of root that were made, dirs those inside.
	made []string
	dirs []string
	mu   sync.Mutex // of dirs while contents are prepared
	// gone are the paths of what is deleted, by paths with slashes. inTheWay: something is
	// written in the place of what is, or below it, so that it goes first.
	gone     map[string]bool
	inTheWay bool
	// temps are the new contents by the place in results, "" for none.
	temps []string
	// was is what was read of a file that is written or deleted, ok false if there was
	// none; nil if nobody knows.
	was func(r *files.Merged) (data []byte, ok bool)
	// lost is what the new files do not have of the old ones, by their paths.
	lost map[string]string
}

// tempPrefix is how the names of new contents begin that did not take their places yet,
// before the number of the process that makes them.
const tempPrefix = ".krm-merge-"

// path is where a result goes below the root.
func (w *writer) path(r *files.Merged) string {
	if w.only != "" {
		return w.only
	}
	return filepath.FromSlash(r.Path)
}

func (w *writer) writes(r *files.Merged) bool {
	return r.Status != files.Deleted && (w.all || r.Status != files.Unchanged)
}

// write writes all results or, if one cannot be written or ctx is done before all
// are prepared, none.
func (w *writer) write(ctx context.Context) error {
	w.gone = map[string]bool{}
	for i := range w.results {
		if r := &w.results[i]; r.Status == files.Deleted && !w.all {
			w.gone[r.Path] = true
		}
	}
	for i := range w.results {
		r := &w.results[i]
		if w.writes(r) || r.Status == files.Deleted && !w.all {
			if err := w.reachable(r); err != nil {
				w.undo()
				return err
			}
		}
	}
	w.sweep()
	err := w.prepareAll(ctx)
	if err == nil {
		err = w.unchanged()
	}
	if err != nil {
		w.undo()
		return err
	}
	// From here on nothing interrupts: only a part of the files would be merged, and
	// the rest is soon done.
	return w.replaceAll()
}

// sweep removes from the directories that are written to what runs left there that were
// killed.
func (w *writer) sweep() {
	swept := map[string]bool{}
	for i := range w.results {
		dir := filepath.Dir(w.path(&w.results[i]))
		if swept[dir] || !w.writes(&w.results[i]) {
			continue
		}
		swept[dir] = true
		f, err := w.root.Open(dir)
		if err != nil {
			continue
		}
		entries, _ := f.ReadDir(-1)
		_ = f.Close()
		for _, e := range entries {
			name, ours := strings.CutPrefix(e.Name(), tempPrefix)
			number, _, _ := strings.Cut(name, "-")
			if pid, err := strconv.Atoi(number); ours && err == nil && !e.IsDir() && !runs(pid) {
				_ = w.root.Remove(filepath.Join(dir, e.Name()))
			}
		}
	}
}

// unchanged makes sure that nobody else changed a file since it was read.
func (w *writer) unchanged() error {
	if w.was == nil {
		return nil
	}
	for i := range w.results {
		r := &w.results[i]
		if !w.writes(r) && (r.Status != files.Deleted || w.all) {
			continue
		}
		was, had := w.was(r)
		is, err := w.content(w.path(r))
		if missing := errors.Is(err, fs.ErrNotExist); err != nil && !missing || missing == had || had && !bytes.Equal(is, was) {
			return fmt.Errorf("%s: was changed by somebody else during the merge; no file was changed, run again", w.name(r))
		}
	}
	return nil
}

// content reads a file, or where a symbolic link leads to. What stands below a
// path that goes, and a directory that goes, is not there.
func (w *writer) content(name string) ([]byte, error) {
	if w.inTheWay && w.solid(filepath.Dir(name)) != filepath.Dir(name) {
		return nil, fs.ErrNotExist
	}
	info, err := w.root.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir() && w.inTheWay:
		return nil, fs.ErrNotExist
	case info.Mode()&fs.ModeSymlink != 0 && w.only == "":
		target, err := w.root.Readlink(name)
		return []byte(target), err
	}
	return w.root.ReadFile(name)
}

// lose records what a new file does not have of the old one.
func (w *writer) lose(r *files.Merged, old fs.FileInfo) {
	var lost []string
	if n := links(old); n > 1 {
		lost = append(lost, fmt.Sprintf("was one file with %d names; the others still have the old content", n))
	}
	if old.Mode()&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky) != 0 {
		lost = append(lost, "had the setuid, setgid or sticky bit, which the new file lacks")
	}
	if len(lost) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lost == nil {
		w.lost = map[string]string{}
	}
	w.lost[r.Path] = strings.Join(lost, "; ")
}

// prepareAll writes the new contents of all files next to them.
func (w *writer) prepareAll(ctx context.Context) error {
	w.temps = make([]string, len(w.results))
	err := parallel.Try(len(w.results), func(i int) error {
		r := &w.results[i]
		if !w.writes(r) || ctx.Err() != nil {
			return nil
		}
		if err := w.prepare(i, r); err != nil {
			return fmt.Errorf("%s: cannot be written: %w; no file was changed", w.name(r), cause(err))
		}
		return nil
	})
	if err == nil && ctx.Err() != nil {
		return errors.New("interrupted; no file was changed")
	}
	return err
}

// replaceAll has the new contents take their places, and deletes what is gone.
func (w *writer) replaceAll() error {
	if w.inTheWay {
		if err := w.removeAll(); err != nil {
			w.discard()
			return err
		}
	}
	for i := range w.results {
		r := &w.results[i]
		if !w.writes(r) {
			continue
		}
		err := w.makeDirs(filepath.Dir(w.path(r)))
		if err == nil {
			err = w.root.Rename(w.temps[i], w.path(r))
		}
		if err != nil {
			w.discard()
			return fmt.Errorf("%s: cannot be written: %w; files before it in the order of names are merged, run again", w.name(r), linkCause(err))
		}
		w.temps[i] = ""
	}
	if w.inTheWay {
		return nil
	}
	return w.removeAll()
}

// removeAll deletes what is gone.
func (w *writer) removeAll() error {
	for i := range w.results {
		r := &w.results[i]
		if r.Status == files.Deleted && !w.all {
			if err := w.remove(r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) name(r *files.Merged) string { return filepath.Join(w.root.Name(), w.path(r)) }

// reachable refuses a path that leads through a symbolic link or a file. One that stands
// at its end is replaced itself.
func (w *writer) reachable(r *files.Merged) error {
	p := w.path(r)
	if w.only != "" {
		return nil
	}
	steps := strings.Split(filepath.ToSlash(p), "/")
	for i := range steps {
		at := filepath.FromSlash(path.Join(steps[:i+1]...))
		info, err := w.root.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", w.name(r), cause(err))
		}
		name := filepath.Join(w.root.Name(), at)
		last := i == len(steps)-1
		switch {
		case !last && w.gone[filepath.ToSlash(at)], last && info.IsDir() && w.goes(at):
			w.inTheWay = true
			return nil
		case last && info.Mode()&fs.ModeSymlink != 0:
		case info.Mode()&fs.ModeSymlink != 0:
			return fmt.Errorf("%s: %s is a symbolic link, and nothing is written through one; replace it by what it points to, or rename it", w.name(r), name)
		case !last && !info.IsDir():
			return fmt.Errorf("%s: %s is a file where a directory is needed; rename it", w.name(r), name)
		case last && !info.Mode().IsRegular():
			return fmt.Errorf("%s: is a directory where a file is needed; rename it", name)
		}
	}
	return nil
}

// goes reports whether a directory goes because all that is in it is deleted.
func (w *writer) goes(dir string) bool {
	files := 0
	err := fs.WalkDir(w.root.FS(), filepath.ToSlash(dir), func(at string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || entry.IsDir():
		case w.gone[at]:
			files++
		default:
			err = fs.ErrExist
		}
		return err
	})
	return err == nil && files > 0
}

// solid is the directory, or the innermost above it that does not stand in the place of
// something that is deleted.
func (w *writer) solid(dir string) string {
	found := dir
	for at := dir; w.inTheWay && at != "."; at = filepath.Dir(at) {
		if w.gone[filepath.ToSlash(at)] {
			found = filepath.Dir(at)
		}
	}
	return found
}

// prepare writes the new content next to the file.
func (w *writer) prepare(i int, r *files.Merged) error {
	dir := w.solid(filepath.Dir(w.path(r)))
	w.mu.Lock()
	err := w.makeDirs(dir)
	w.mu.Unlock()
	if err != nil {
		return err
	}
	for {
		temp := filepath.Join(dir, tempPrefix+strconv.Itoa(os.Getpid())+"-"+strconv.FormatUint(rand.Uint64(), 36))
		if err := w.create(temp, r); !errors.Is(err, fs.ErrExist) {
			if err == nil {
				w.temps[i] = temp
			}
			return err
		}
	}
}

// create creates a file or symbolic link that is not there yet. If it cannot be written,
// nothing is left of it.
func (w *writer) create(temp string, r *files.Merged) error {
	if r.Mode.Type() == fs.ModeSymlink {
		return w.root.Symlink(string(r.Data), temp)
	}
	f, err := w.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	mode := r.Mode
	if w.mode != 0 {
		mode = w.mode
	}
	if old, statErr := w.root.Lstat(w.path(r)); statErr == nil && old.Mode().IsRegular() {
		keepOwner(f, old)
		w.lose(r, old)
	}
	_, err = f.Write(r.Data)
	if err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()); err != nil {
		_ = w.root.Remove(temp)
	}
	return err
}

func (w *writer) makeDirs(dir string) error {
	if _, err := w.root.Lstat(dir); err == nil {
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := w.makeDirs(parent); err != nil {
			return err
		}
	}
	if err := w.root.Mkdir(dir, 0o755); err != nil {
		return err
	}
	w.dirs = append(w.dirs, dir)
	return nil
}

// remove deletes a file, and its directories if that leaves them empty.
func (w *writer) remove(r *files.Merged) error {
	p := w.path(r)
	if err := w.root.Remove(p); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: cannot be deleted: %w; delete it, its resources are gone upstream", w.name(r), cause(err))
	}
	for dir := filepath.Dir(p); dir != "."; dir = filepath.Dir(dir) {
		if w.root.Remove(dir) != nil {
			break
		}
	}
	return nil
}

// discard removes what was prepared.
func (w *writer) discard() {
	for _, temp := range w.temps {
		if temp != "" {
			_ = w.root.Remove(temp)
		}
	}
}

// undo removes all that was made, as if nothing had been written.
func (w *writer) undo() {
	w.discard()
	for i := len(w.dirs) - 1; i >= 0; i-- {
		_ = w.root.Remove(w.dirs[i])
	}
	for _, dir := range w.made {
		_ = os.Remove(dir)
	}
}

func linkCause(err error) error {
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return cause(err)
}
