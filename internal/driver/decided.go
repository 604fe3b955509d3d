package driver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/krm-merge/krm-merge/internal/bounded"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/marks"
)

// inner is how git begins the names of the versions when it merges the bases of a
// criss-cross merge, which are nobody's.
const inner = "Temporary merge branch "

// Decide finds what people decided about the file on our side: merge-decisions.yaml of
// its directory and of those around it, as it lies in the work tree at the top of which
// the process or the repository's directory is. Where git says that our side is another
// commit than the one that is checked out, that commit has it; of a file with conflict
// marks the one that is checked out. What the branch that git merges has, too, or had when it
// parted, is not decided here. A file that cannot be read decides nothing: it gives a line
// about each.
func (f *File) Decide(r git.Repository) (said []string) {
	if strings.HasPrefix(f.Names.Ours, inner) {
		return nil
	}
	read := func(name string) ([]byte, error) {
		text, err := bounded.ReadFile(os.OpenFile, filepath.Join(r.Dir, filepath.FromSlash(name)))
		if err == nil && marks.Refuse(text) != nil {
			return r.ContentAt("HEAD", name)
		}
		return text, err
	}
	if commit := r.Other(f.Names.Ours); commit != "" {
		read = func(name string) ([]byte, error) { return r.ContentAt(commit, name) }
	}
	var shipped []func(name string) ([]byte, error)
	for _, commit := range r.Incoming() {
		shipped = append(shipped, func(name string) ([]byte, error) { return r.ContentAt(commit, name) })
	}
	return f.DecideBy(read, shipped...)
}

// DecideBy is Decide with the files of our side as read gives them, by their paths in the
// repository, and with those that were shipped; the error of both is fs.ErrNotExist for one
// that is not there.
func (f *File) DecideBy(read func(name string) ([]byte, error), shipped ...func(name string) ([]byte, error)) (said []string) {
	for dir := path.Dir(path.Clean(f.Path)); ; dir = path.Dir(dir) {
		name := path.Join(dir, decisions.FileName)
		switch s, err := decisionsIn(read, name); {
		case err == nil:
			if f.Decisions == nil {
				f.Decisions = &decisions.Tree{}
			}
			for _, from := range shipped {
				if theirs, unread := decisionsIn(from, name); unread == nil {
					s.Forget(theirs.Has)
				}
			}
			f.Decisions.Add(name, s)
		case !errors.Is(err, fs.ErrNotExist):
			said = append(said, fmt.Sprintf("%s: no decision of it is taken over, as it cannot be read: %v", name, err))
		}
		if dir == "." || dir == "/" {
			return said
		}
	}
}

// decisionsIn are the decisions in a file.
func decisionsIn(read func(name string) ([]byte, error), name string) (*decisions.Set, error) {
	text, err := read(name)
	if err != nil {
		return nil, err
	}
	return decisions.Read(text, name)
}
