package resolve

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"unicode/utf8"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/sops"
)

// Open reads the files of a directory that are named, as far as they are there, and finds the open questions in them:
// nothing is merged. Other files are read where answers need them. A mark that is damaged is an error with its line.
// The cost is linear in the size of the files.
func Open(root fs.FS, names []string) (*Session, error) { return OpenEdited(root, nil, names) }

// OpenEdited is Open where some files hold other texts, nil for those that are gone.
func OpenEdited(root fs.FS, texts map[string][]byte, names []string) (*Session, error) {
	s := &Session{Remember: true, root: root, texts: texts, files: map[string]*file{}}
	for _, name := range names {
		f, err := s.read(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue // An answer has deleted it.
		case err != nil:
			return nil, err
		case marks.Refuse(f.data) != nil || f.damaged():
			err = s.findBlocks(f)
		case bytes.Contains(f.data, []byte("MergeDecisions")) || path.Base(name) == decisions.FileName:
			err = s.findListed(f)
		case sops.Stale(f.data):
			s.Unsealed = append(s.Unsealed, name)
			continue
		default:
			continue
		}
		if err != nil {
			return nil, err
		}
		s.files[name] = f
	}
	slices.SortStableFunc(s.questions, func(a, b *Question) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	return s, nil
}

// damaged reports whether a file has half a block of marks, which no YAML has.
func (f *file) damaged() bool {
	if !isYAML(f.path) || !bytes.Contains(f.data, []byte("<<<<<<<")) && !bytes.Contains(f.data, []byte(">>>>>>>")) {
		return false
	}
	_, err := marks.Parse(f.data)
	return err != nil
}

// findListed finds the questions in the decisions that a file holds.
func (s *Session) findListed(f *file) error {
	if err := f.parse(); err != nil {
		return err
	}
	for _, d := range f.docs {
		if d.set == nil {
			continue
		}
		for _, o := range d.set.Open {
			q := &Question{Question: o, in: d}
			q.File = path.Join(path.Dir(f.path), o.File) // As it was read it is written again.
			q.Line = s.lineOf(q)
			if about := s.files[q.File]; about != nil && q.Secret && q.ofFile() {
				q.noText = !utf8.Valid(about.data) || bytes.IndexByte(about.data, 0) >= 0
			}
			s.questions = append(s.questions, q)
		}
	}
	return nil
}

// lineOf is the line of the place that a question of decisions is about, 0 if nobody knows.
func (s *Session) lineOf(q *Question) int {
	of, err := s.home(q)
	d := of.document
	if err != nil || d == nil {
		return 0
	}
	if d.finder == nil {
		d.finder = marks.NewFinder(d.root)
	}
	at, _ := q.Where()
	spot, _ := d.finder.Find(of.path(at))
	return spot.Line()
}
