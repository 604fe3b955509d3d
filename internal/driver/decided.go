package driver

import (
	"cmp"
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

// IsInner reports whether git merges the bases of a criss-cross merge, which are nobody's: neither side's settings and
// decisions count. It says so by the names of the versions, and where it has none, before 2.44, by longer marks.
func (f *File) IsInner() bool {
	return strings.HasPrefix(f.Names.Ours, "Temporary merge branch ") || f.Names.Ours == "" && f.MarkSize > marks.Size
}

// Ours reads files of our side, by their paths in the repository: as they lie in the work tree at the top of which the
// process or the repository's directory is. Where git says by its name that our side is another commit than the one
// that is checked out, that commit has them. The one that is checked out has a file with conflict marks, and one that
// git brought before it stopped, whatever it merges: the index has another.
func Ours(r git.Repository, name string) func(name string) ([]byte, error) {
	commit := r.Other(name)
	return func(name string) ([]byte, error) {
		if commit != "" {
			return r.ContentAt(commit, name)
		}
		text, err := bounded.ReadFile(os.OpenFile, filepath.Join(r.Dir, filepath.FromSlash(name)))
		if err == nil && (marks.Refuse(text) != nil || r.IsStaged(name)) {
			return r.ContentAt("HEAD", name)
		}
		return text, err
	}
}

// Shipped reads files of the branches that git merges, and as they were when these parted.
func Shipped(r git.Repository) (all []func(name string) ([]byte, error)) {
	for _, commit := range r.Incoming() {
		all = append(all, func(name string) ([]byte, error) { return r.ContentAt(commit, name) })
	}
	return all
}

// Decide finds what people decided about the file on our side, whose files ours reads, by their paths in the
// repository: merge-decisions.yaml of its directory and of those around it. What is shipped, too, is not decided here.
// The error of both is fs.ErrNotExist for a file that is not there. One that cannot be read decides nothing: it gives
// a line about each.
func (f *File) Decide(ours func(name string) ([]byte, error), shipped ...func(name string) ([]byte, error)) (said []string) {
	for dir := path.Dir(path.Clean(f.Path)); ; dir = path.Dir(dir) {
		name := path.Join(dir, decisions.FileName)
		switch s, err := decisionsIn(ours, name); {
		case err == nil:
			f.Decisions = cmp.Or(f.Decisions, &decisions.Tree{})
			for _, from := range shipped {
				if theirs, unread := decisionsIn(from, name); unread == nil {
					s.Forget(theirs.Like())
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
