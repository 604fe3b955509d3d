package resolve

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/internal/terms"
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
	// old is as parsed, nil for one that is added; root is its value as it shall be, nil to delete it.
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
		// A document without a name is known by its place alone; an item of a List has none of its own.
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

// block is where a question between lines stands.
type block struct {
	*marks.Block
	file *file
	// at is its place among the parts of the file.
	at int
	// asks are the places that its label names, with what each side of the marks has there;
	// none where nobody knows them.
	asks []*decisions.Question
	// unknown is why an answer cannot be remembered, "" if it can.
	unknown string
	// key is the same in every session, and another one for each block of a file.
	key string
	// from and to are its lines in the file with each side everywhere.
	from, to [3]int
}

// lined is what a file with marks in lines holds.
type lined struct {
	// parts are its texts and blocks, of these without those that are answered.
	parts []marks.Part
	// sides are the file with each side everywhere: what was, upstream's and yours; nil where
	// that cannot be read, or has marks. texts are these as text.
	sides [3]*marks.Side
	texts [3][]byte
	// yaml: the file can be read with one of both sides everywhere, and has to be with
	// the answers. secret: it may hold what nobody must see.
	yaml, secret bool
}

// Question is an open question, which somebody has to answer: between marks, or among the decisions of a package.
type Question struct {
	*decisions.Question
	// Line is where it is in its file, 0 if the place is not there.
	Line int
	// shown is its file as people call it, "" for its name.
	shown string
	// noText: it is about a file that is not a text.
	noText bool

	// in is the document of decisions that it stands in, nil for one between marks, which stands in the block.
	in    *document
	block *block
}

// Choice is what an answer takes.
type Choice = enum.Word[choice]

const (
	// Yours keeps the local value.
	Yours Choice = iota
	// Upstream takes upstream's.
	Upstream
	// Both takes the elements of both lists, or the lines of both sides.
	Both
	// Accept takes what stands there, edited or not.
	Accept
	// Edit takes a value of its own.
	Edit
)

// ErrNoAnswer is the cause of the error for a question that a choice does not answer:
// two values of which not both can stand.
var ErrNoAnswer = errors.New("no answer")

// home is where the resource is that the question is about, without a document if it is nowhere.
func (s *Session) home(q *Question) (home, error) {
	f, err := s.file(q.File)
	if err != nil || f.data == nil && f.docs == nil || q.ofFile() {
		return home{}, err
	}
	if f.lined != nil {
		return home{}, fmt.Errorf("%w: answer first what the marks in the file ask", ErrNoAnswer)
	}
	if err = f.parse(); err != nil {
		return home{}, err
	}
	return f.holding(q), nil
}

func isYAML(name string) bool { return terms.HoldsResources(name) && path.Ext(name) != ".json" }

type choice struct{}
