package resolve

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/sops"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Session is the open questions about the files of a directory, and the answers to them.
type Session struct {
	// Unsealed are the encrypted files that were merged and whose code does not hold.
	Unsealed []string
	// Remember: answers are remembered as decisions.
	Remember bool
	// Today is the day that they are remembered with, as 2006-01-02.
	Today string
	// Unremembered tells of answers that cannot be remembered, and why.
	Unremembered []string

	root      fs.FS
	texts     map[string][]byte
	files     map[string]*file
	questions []*Question
}

// file is a file of the directory.
type file struct {
	path string
	// data is what it holds, nil for one that is not there yet.
	data []byte
	mode fs.FileMode
	docs []*document
	// homes are where its resources that have a name are, nil if nobody looked.
	homes map[decisions.Ref]home
	// lined is what it holds between marks, nil without any.
	lined *lined
	// answered: a question about its lines is, or about all of a file without resources, whose place replaced takes
	// then, nil for nothing.
	answered bool
	replaced []byte
}

// document is one of its documents.
type document struct {
	file *file
	// old is as parsed, nil for one that is added; root is its value as it shall be, nil
	// to delete it.
	old, root *yaml.Node
	index     int
	// set are the decisions that it holds, nil for any other document.
	set *decisions.Set
	// decided are the entries that its decisions get.
	decided []*decisions.Question
	touched bool
	// finder finds places in it as it was read.
	finder *marks.Finder
}

// Open reads the files of a directory that are named, as far as they are there, and finds
// the open questions in them: nothing is merged. Other files are read where answers need
// them. A mark that is damaged is an error with its line. The cost is linear in the size of
// the files.
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

// Show has the questions say where they are as files are called where somebody answers.
func (s *Session) Show(called func(name string) string) {
	for _, q := range s.questions {
		q.shown = called(q.File)
	}
}

// Questions are those that are open, in the order of files and lines.
func (s *Session) Questions() []*Question { return s.questions }

// file reads a file of the directory, once; one that is not there is empty.
func (s *Session) file(name string) (*file, error) {
	if f := s.files[name]; f != nil {
		return f, nil
	}
	f, err := s.read(name)
	if errors.Is(err, fs.ErrNotExist) {
		f, err = &file{path: name, mode: 0o644}, nil
	}
	if err == nil {
		s.files[name] = f
	}
	return f, err
}

// read reads a file that is there.
func (s *Session) read(name string) (*file, error) {
	info, err := fs.Stat(s.root, name)
	data, edited := s.texts[name]
	switch {
	case err != nil:
	case edited && data == nil:
		err = fs.ErrNotExist
	case !info.Mode().IsRegular():
		err = errors.New("is not a regular file")
	case !edited:
		data, err = fs.ReadFile(s.root, name)
	}
	if err != nil {
		if failed, is := errors.AsType[*fs.PathError](err); is {
			err = failed.Err // It has the name in another way.
		}
		return nil, fmt.Errorf("%s: cannot be read: %w", name, err)
	}
	return &file{path: name, mode: info.Mode().Perm(), data: data}, nil
}

// parse takes a file apart into documents, once.
func (f *file) parse() error {
	if f.docs != nil {
		return nil
	}
	docs, err := source.Parse(f.data)
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, source.Refused(f.data, err))
	}
	for i, d := range docs {
		doc := &document{file: f, old: d, root: node.Root(d), index: i}
		if err = merge.Check(doc.root); err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		m := resource.MetaOf(doc.root)
		if decisions.Is(m.Group(), m.Kind) || doc.root != nil && path.Base(f.path) == decisions.FileName {
			if doc.set, err = decisions.ReadNode(doc.root, f.path); err != nil {
				return err
			}
		}
		f.docs = append(f.docs, doc)
	}
	return nil
}

// home is where a resource is: in a document, or in an item of a List.
type home struct {
	document *document
	in       merge.Path
}

// path is where a path of the resource leads in the document.
func (h home) path(of merge.Path) merge.Path { return slices.Concat(h.in, of) }

// holding is where a file has what a question is about, without a document if it has not.
func (f *file) holding(q *Question) home {
	if q.Document > 0 {
		// A document without a name is known by its place alone; an item of a List has
		// none of its own.
		at := q.Document - 1
		if at < len(f.docs) && f.docs[at].root != nil && (node.Items(f.docs[at].root) == nil || resource.MetaOf(f.docs[at].root).Kind == q.Resource.Kind) {
			return home{document: f.docs[at]}
		}
		return home{}
	}
	if f.homes == nil {
		f.homes = map[decisions.Ref]home{}
		house := func(root *yaml.Node, at home) {
			of := (&resource.Resource{Node: root}).At().Resource
			of.APIVersion = ""
			if _, there := f.homes[of]; !there && of.Name != "" {
				f.homes[of] = at
			}
		}
		for _, d := range f.docs {
			house(d.root, home{d, nil})
			for i, item := range node.Items(d.root) {
				house(item, home{d, merge.Path{merge.Field("items"), merge.Index(i)}})
			}
		}
	}
	of := q.Resource
	of.APIVersion = ""
	return f.homes[of]
}
