package journal

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
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/merge/files"
)

// Writer writes files below one directory and nowhere else.
type Writer struct {
	// Root is the directory.
	Root *os.Root
	// Results are the files with what becomes of them, Dest is which of their versions was read here: a
	// file that is another one now is not written over. Nobody knows that of those without versions.
	Results []files.Merged
	Dest    int
	// Last is the path of the file that takes its place when all else is done, "" for none.
	Last string
	// Journal, if it is not nil, is where the write is noted first, with Note.
	Journal *Journal
	Note    map[string]string

	// gone are the paths of what is deleted, by paths with slashes.
	gone map[string]bool
	// stage is the directory below the root in which the new contents are made, each called by its place in results.
	stage string
}

// stagePrefix is how the names of directories begin in which new contents are made, before the number of the
// process that makes them.
const stagePrefix = ".krm-merge-"

func touches(r *files.Merged) bool { return r.Status != files.Unchanged }
func deletes(r *files.Merged) bool { return r.Status == files.Deleted }
func writes(r *files.Merged) bool  { return touches(r) && !deletes(r) }

// At has the results go to a directory, or to one file in place of their paths. Where that is a link, what it
// leads to is written.
func (w *Writer) At(to string) error {
	if at, err := filepath.EvalSymlinks(to); err == nil {
		to = at
	}
	dir := to
	if info, missing := os.Stat(to); missing != nil || !info.IsDir() {
		dir, w.Results = filepath.Dir(to), slices.Clone(w.Results)
		for i := range w.Results {
			w.Results[i].Path = filepath.Base(to)
			if missing == nil {
				w.Results[i].Mode = info.Mode().Perm()
			}
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("%s: cannot be written to: %w", dir, Cause(err))
	}
	w.Root = root
	return nil
}

// Write writes all results or, if one cannot be written or ctx is done before all
// are prepared, none.
func (w *Writer) Write(ctx context.Context) error {
	err := w.reachAll()
	if err == nil && w.Journal != nil {
		err = w.Journal.begin(w)
	}
	if err != nil {
		return err
	}
	err = w.write(ctx)
	switch {
	case w.Journal == nil:
		return err
	case err == nil:
		return w.Journal.done()
	}
	if _, back := w.Journal.Undo(w.Root); back != nil {
		err = fmt.Errorf("%w; what was written is taken back by the next run (%w)", err, back)
	}
	return err
}

// reachAll makes sure that all files can be reached.
func (w *Writer) reachAll() error {
	w.gone = map[string]bool{}
	for i := range w.Results {
		if r := &w.Results[i]; deletes(r) {
			w.gone[r.Path] = true
		}
	}
	return w.each(touches, w.reachable)
}

// each does something with the results that are meant, up to the first error.
func (w *Writer) each(meant func(*files.Merged) bool, do func(i int, r *files.Merged) error) error {
	for i := range w.Results {
		if r := &w.Results[i]; meant(r) {
			if err := do(i, r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *Writer) write(ctx context.Context) error {
	sweep(w.Root.Name())
	w.stage = stageName()
	defer func() { _ = w.Root.RemoveAll(w.stage) }()
	err := w.prepareAll(ctx)
	if err == nil {
		err = w.unchanged()
	}
	if err != nil {
		return err
	}
	// From here on nothing interrupts: only a part of the files would be merged, and
	// the rest is soon done.
	return w.replaceAll()
}

// sweep removes from a directory what runs left there that were killed.
func sweep(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name, ours := strings.CutPrefix(e.Name(), stagePrefix)
		number, _, _ := strings.Cut(name, "-")
		if pid, err := strconv.Atoi(number); ours && err == nil && !runs(pid) {
			_ = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

// runs reports whether there is a process of that number.
func runs(pid int) bool {
	p, err := os.FindProcess(pid)
	return err != nil || !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// stageName is a name for a directory in which things are made: sweep removes it when this
// process has ended.
func stageName() string {
	return stagePrefix + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatUint(rand.Uint64(), 36)
}

// unchanged makes sure that nobody else changed a file since it was read.
func (w *Writer) unchanged() error {
	return w.each(func(r *files.Merged) bool { return touches(r) && r.Versions != nil }, func(_ int, r *files.Merged) error {
		was := r.Versions[w.Dest]
		if is, err := w.state(r); err != nil || (is == nil) != (len(was) == 0) || is != nil && !bytes.Equal(is.Data, was[len(was)-1].Data) {
			return fmt.Errorf("%s: was changed by somebody else during the merge; no file was changed, run again", w.name(r))
		}
		return nil
	})
}

// prepareAll makes the new contents of all files.
func (w *Writer) prepareAll(ctx context.Context) error {
	err := parallel.Try(len(w.Results), func(i int) error {
		r := &w.Results[i]
		if !writes(r) || ctx.Err() != nil {
			return nil
		}
		if err := w.create(w.staged(i), r); err != nil {
			return fmt.Errorf("%s: cannot be written: %w; no file was changed", w.name(r), Cause(err))
		}
		return nil
	})
	if err == nil && ctx.Err() != nil {
		return errors.New("interrupted; no file was changed")
	}
	return err
}

// staged is where the new content of a result is made.
func (w *Writer) staged(i int) string { return filepath.Join(w.stage, strconv.Itoa(i)) }

// replaceAll has the new contents take their places, and deletes what is gone.
func (w *Writer) replaceAll() error {
	// What goes makes room for what comes.
	err := w.each(deletes, w.remove)
	for _, last := range []bool{false, true} {
		if err == nil {
			err = w.each(func(r *files.Merged) bool { return writes(r) && (r.Path == w.Last) == last }, w.replace)
		}
	}
	return err
}

// replace has a new content take its place.
func (w *Writer) replace(i int, r *files.Merged) error {
	err := w.Root.MkdirAll(path.Dir(r.Path), 0o755)
	if err == nil {
		err = w.Root.Rename(w.staged(i), r.Path)
	}
	if err != nil {
		what := "; files before it in the order of names are merged, run again"
		if w.Journal != nil {
			what = ""
		}
		return fmt.Errorf("%s: cannot be written: %w%s", w.name(r), Cause(err), what)
	}
	return nil
}

func (w *Writer) name(r *files.Merged) string { return filepath.Join(w.Root.Name(), r.Path) }

// reachable refuses a path that leads through a symbolic link or a file. One that stands
// at its end is replaced itself.
func (w *Writer) reachable(_ int, r *files.Merged) error {
	names := strings.Split(r.Path, "/")
	for i := range names {
		at, last := filepath.Join(names[:i+1]...), i == len(names)-1
		info, err := w.Root.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", w.name(r), Cause(err))
		case !last && w.gone[filepath.ToSlash(at)], last && info.IsDir() && w.goes(at):
			return nil
		}
		name, isLink := filepath.Join(w.Root.Name(), at), info.Mode()&fs.ModeSymlink != 0
		switch {
		case last && !isLink && !info.Mode().IsRegular():
			return fmt.Errorf("%s: is a directory where a file is needed; rename it", name)
		case last:
		case isLink:
			return fmt.Errorf("%s: %s is a symbolic link, and nothing is written through one; replace it by what it points to, or rename it", w.name(r), name)
		case !info.IsDir():
			return fmt.Errorf("%s: %s is a file where a directory is needed; rename it", w.name(r), name)
		}
	}
	return nil
}

// goes reports whether a directory goes because all that is in it is deleted.
func (w *Writer) goes(dir string) bool {
	files := 0
	err := fs.WalkDir(w.Root.FS(), filepath.ToSlash(dir), func(at string, entry fs.DirEntry, err error) error {
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

// create creates the file or symbolic link that a result will be.
func (w *Writer) create(at string, r *files.Merged) error {
	if err := w.Root.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		return err
	}
	if r.Mode.Type() == fs.ModeSymlink {
		return w.Root.Symlink(string(r.Data), at)
	}
	f, err := w.Root.OpenFile(at, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	mode := r.Mode
	switch old, statErr := w.Root.Lstat(r.Path); {
	case statErr == nil && old.Mode().IsRegular():
		keepOwner(f, old)
	case r.Status == files.Added:
		// A version that is read-only makes no file that the next merge may not write.
		mode |= 0o200
	}
	_, err = f.Write(r.Data)
	return errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
}

// remove deletes a file, and its directories if that leaves them empty.
func (w *Writer) remove(_ int, r *files.Merged) error {
	if err := w.Root.Remove(r.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: cannot be deleted: %w; delete it, its resources are gone upstream", w.name(r), Cause(err))
	}
	for dir := path.Dir(r.Path); dir != "."; dir = path.Dir(dir) {
		if w.Root.Remove(dir) != nil {
			break
		}
	}
	return nil
}

// New makes a directory with files, and those above it: all of it or nothing.
func New(ctx context.Context, dir string, all []files.Merged) (err error) {
	dir = filepath.Clean(dir)
	above := filepath.Dir(dir)
	for _, missing := os.Stat(above); missing != nil && above != filepath.Dir(above); _, missing = os.Stat(above) {
		above = filepath.Dir(above)
	}
	sweep(above)
	stage := filepath.Join(above, stageName())
	defer func() {
		_ = os.RemoveAll(stage)
		if err != nil {
			err = fmt.Errorf("%s: cannot be made: %w", dir, Cause(err))
		}
	}()
	if err = os.Mkdir(stage, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(stage)
	if err != nil {
		return err
	}
	defer root.Close()
	if err = (&Writer{Root: root, Results: all}).Write(ctx); err != nil {
		return err
	}
	if err = os.MkdirAll(filepath.Dir(dir), 0o755); err == nil {
		err = os.Rename(stage, dir)
	}
	return err
}

// Cause is what went wrong without the file, which the message names itself.
func Cause(err error) error {
	if link, is := errors.AsType[*os.LinkError](err); is {
		return link.Err
	}
	if at, is := errors.AsType[*fs.PathError](err); is {
		return at.Err
	}
	return err
}
