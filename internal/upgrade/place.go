package upgrade

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge/files"
)

// place is a package on this machine.
type place struct {
	// name is how the user calls it, dir its directory without symbolic links.
	name, dir string
	root      *os.Root
	// top is the work tree of git that it lies in, "" for none, and at its path with slashes there, else its directory.
	top, at string
	journal *journal.Journal
}

// openPlace finds a package, for nobody else but the caller until it is closed.
func openPlace(name string) (*place, error) {
	dir := git.RealPath(name)
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; name the directory of a package", name, journal.Cause(err))
	}
	p := &place{name: name, dir: dir, root: root, top: git.Root(dir), at: dir}
	if rel, outside := filepath.Rel(p.top, dir); p.top != "" && outside == nil {
		p.at = filepath.ToSlash(rel)
	}
	if p.journal, err = p.openJournal(); err != nil {
		return nil, errors.Join(&git.UnfitError{Err: fmt.Errorf("%s: %w", name, err)}, p.root.Close())
	}
	return p, nil
}

func (p *place) close() {
	p.journal.Close()
	_ = p.root.Close()
}

// openJournal opens the journal of the package: in the repository's own directory, outside
// of one in the user's cache.
func (p *place) openJournal() (*journal.Journal, error) {
	in, err := os.UserCacheDir()
	if p.top != "" {
		in, err = git.Repository{Dir: p.dir}.GitDir()
	} else if err != nil {
		err = fmt.Errorf("no directory for the journal of writes: %w; set HOME or XDG_CACHE_HOME", err)
	}
	if err != nil {
		return nil, err
	}
	const length = 16
	return journal.Open(filepath.Join(in, "krm-merge", "writes", terms.Digest(length, p.at)))
}

// tree reads the files of the package as they are merged with a version of upstream's that it
// was made from, nil for none. One that holds a repository is refused: git would run
// what the configuration of that names, for whoever works in it.
func (p *place) tree(read *bounded.Input, original *files.Tree) (*files.Tree, error) {
	t, err := ReadTree(read.FS(p.root.FS()), p.name, func(dir fs.FS) (*files.Tree, error) { return files.ReadDest(dir, original) })
	if err != nil {
		return nil, err
	}
	var paths []string
	for i := range t.Files {
		paths = append(paths, t.Files[i].Path)
	}
	if inside := git.Inside(paths); inside != "" {
		return nil, fmt.Errorf("%s: %s is a repository of git in the package, which could name commands for git to run; take it out", p.name, filepath.Join(p.name, inside))
	}
	return t, nil
}

// questionsOpen is the error that questions of an earlier merge are open; err is why they cannot be asked again with
// the next version, nil where there is none.
func (m *merging) questionsOpen(err error) error {
	why := ""
	if err != nil {
		why = " (" + err.Error() + ")"
	}
	word := printable.Word(m.name)
	return fmt.Errorf("%s: questions of an earlier merge are open, the first in %s%s; answer them with krm-merge resolve %s, or take the upgrade back with krm-merge upgrade --abort %s",
		m.name, m.open[0].File, why, word, word)
}

// Marked is a file with open questions.
type Marked struct {
	File      string `json:"file"`
	Questions int    `json:"questions"`
}

// questions gives the files of a tree in which questions are open.
func questions(root fs.FS, t *files.Tree, without []string) (open []Marked, err error) {
	var names []string
	for i := range t.Files {
		f := &t.Files[i]
		if f.Mode.IsRegular() && !Below(f.Path, without) && (terms.HoldsResources(f.Path) || marks.Refuse(f.Data) != nil) {
			names = append(names, f.Path)
		}
	}
	s, err := resolve.Open(root, names)
	if err != nil {
		return nil, err
	}
	for _, q := range s.Questions() {
		if last := len(open) - 1; last >= 0 && open[last].File == q.File {
			open[last].Questions++
		} else {
			open = append(open, Marked{q.File, 1})
		}
	}
	return open, nil
}

// Committed makes sure that nothing is lost if files in a directory, which the user calls by a name, are written
// to: git has all of them, but for what was decided in earlier merges, which nobody takes away. written tells which
// files these are, by their paths in the repository.
func Committed(name, dir string, written func(file string) bool, without ...string) error {
	if git.Root(dir) == "" {
		return nil
	}
	changed, err := (git.Repository{Dir: dir}).Changed(without...)
	if err != nil {
		return &git.UnfitError{Err: fmt.Errorf("%s: %w", name, err)}
	}
	changed = slices.DeleteFunc(changed, func(file string) bool { return path.Base(file) == decisions.FileName || !written(file) })
	if len(changed) > 0 {
		return fmt.Errorf("%s: has changes that are not committed, the first in %s; commit or stash them, or use --force", name, changed[0])
	}
	return nil
}
