package cli

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/driver"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/ignore"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/internal/seal"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge/files"
)

// workspace is the package or repository that a command works in.
type workspace struct {
	// dir is its directory, root what reads it, files what the command looks at of it.
	dir   string
	root  *os.Root
	files fs.FS
	// names are the files that the command is about, relative to dir; within are the files
	// and directories that they were found in.
	names  map[string]bool
	within []string
	// ignored is what the ignore files of the directory name.
	ignored ignore.Patterns
	// unmerged are those that git left unmerged; pending are those of them that were
	// merged again and are not written yet.
	unmerged []string
	pending  map[string]files.Merged
	// versions are the texts that unmerged files are merged from, that of dest last.
	versions map[string][][]byte
}

// openWorkspace finds the package or repository around the files and directories that
// are named, around the working directory without any. index is what git's has, if that is looked at.
func openWorkspace(args []string, index fs.FS) (*workspace, error) {
	around := "."
	if len(args) > 0 {
		around = args[0]
	}
	w := &workspace{dir: configfile.Root(git.RealPath(around)), files: index, names: map[string]bool{}, pending: map[string]files.Merged{}, ignored: ignore.Patterns{}, versions: map[string][][]byte{}}
	var err error
	if w.root, err = os.OpenRoot(w.dir); err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w", w.dir, journal.Cause(err))
	}
	if index == nil {
		w.files = w.root.FS()
	}
	if len(args) == 0 {
		args = []string{w.dir}
	}
	for _, arg := range args {
		if err := w.add(arg); err != nil {
			w.root.Close()
			return nil, err
		}
	}
	return w, nil
}

// displayPath is a file in a directory as it is seen from the working directory.
func displayPath(dir, name string) string {
	return configfile.DisplayPath(filepath.Join(dir, filepath.FromSlash(name)))
}

// add adds a file, or the files of a directory.
func (w *workspace) add(arg string) error {
	rel, err := filepath.Rel(w.dir, git.RealPath(arg))
	if err != nil || !filepath.IsLocal(rel) {
		return fmt.Errorf("%s: lies outside of %s; resolve one package or repository at a time", arg, w.dir)
	}
	at := filepath.ToSlash(rel)
	w.within = append(w.within, at)
	info, err := fs.Stat(w.files, at)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w; name a file or a directory", arg, journal.Cause(err))
	case !info.IsDir():
		w.names[at] = true
		return nil
	}
	w.ignored.ReadAround(w.root.FS(), at)
	return fs.WalkDir(w.files, at, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("%s: cannot be read: %w", filepath.Join(w.dir, name), journal.Cause(err))
		case entry.Name() == ".git" || name != at && w.ignored.Names(name, entry.IsDir()):
			if entry.IsDir() {
				return fs.SkipDir
			}
		case entry.IsDir():
			w.ignored.Read(w.root.FS(), name)
		case entry.Type().IsRegular() && (terms.HoldsResources(name) || w.isMarked(name)):
			w.names[name] = true
		}
		return nil
	})
}

// isMarked reports whether a file that holds no resources has marks which ask something. Those of
// a text that has some in the last commit, too, are what it is about, unless they say what
// they ask, and that stands between them.
func (w *workspace) isMarked(name string) bool {
	info, err := fs.Stat(w.files, name)
	if err != nil || info.Size() > bounded.Most {
		return false
	}
	text, err := fs.ReadFile(w.files, name)
	if err != nil || bytes.Contains(text, []byte{0}) || marks.Refuse(text) == nil {
		return false
	}
	was, err := git.Repository{Dir: w.dir}.ContentAt("HEAD", "./"+name)
	return err != nil || marks.Refuse(was) == nil || marks.Asks(text, path.Base(name))
}

// session finds the open questions of its files, which it reads up to the bound of all inputs.
func (w *workspace) session() (*resolve.Session, error) {
	var read bounded.Input
	texts := map[string][]byte{}
	for name, f := range w.pending {
		texts[name] = f.Data
	}
	s, err := resolve.OpenEdited(read.FS(w.files), texts, slices.Sorted(maps.Keys(w.names)))
	if err == nil {
		s.Today = time.Now().Format(time.DateOnly)
		s.Show(func(name string) string { return displayPath(w.dir, name) })
	}
	return s, err
}

// save writes the files as the answers of a session make them.
func (w *workspace) save(s *resolve.Session) error {
	changed, err := s.Changed()
	if err != nil {
		return err
	}
	return w.write(changed)
}

// write writes files below the directory, and those that were merged again: all or, if
// one cannot be written, none.
func (w *workspace) write(changed []files.Merged) error {
	all := maps.Clone(w.pending)
	for _, f := range changed {
		if p, is := w.pending[f.Path]; is {
			f.Versions = p.Versions
		}
		all[f.Path] = f
	}
	if len(all) == 0 {
		return nil
	}
	var results []files.Merged
	for _, name := range slices.Sorted(maps.Keys(all)) {
		f := all[name]
		if v := w.versions[name]; v != nil && f.Status == files.Deleted && v[1] != nil && v[2] != nil {
			f.Status, f.Data = files.Changed, []byte{} // Neither side has deleted it.
		} else if v != nil && marks.Refuse(f.Data) == nil {
			f.Data = driver.Ended(f.Data, v[2], v[1])
		}
		results = append(results, f)
	}
	left := seal.Files(context.Background(), results, func(f *files.Merged) [][]byte { return w.versions[f.Path] })
	// The version that each was read as is the only one.
	err := target{dir: true, name: w.dir}.write(&files.Result{Files: results})
	if err == nil {
		clear(w.pending)
		err = left
	}
	return err
}
