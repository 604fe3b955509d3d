package resolve

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/source"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/decisions"
	"github.com/krm-merge/krm-merge/merge/marks"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Session is the open questions about the files of a directory, and the answers to them.
type Session struct {
	// Remember: answers are remembered as decisions.
	Remember bool
	// Today is the day that they are remembered with, as 2006-01-02.
	Today string
	// Unremembered tells of answers that cannot be remembered, and why.
	Unremembered []string

	root      fs.FS
	files     map[string]*file
	questions []*Question
}

// Question is an open question, which somebody has to answer.
type Question struct {
	decisions.Open
	// Line is where it is in its file, 0 if the place is not there.
	Line int

	// in is the document that it stands in; asks is the question as that has it.
	in   *document
	asks *decisions.Open
	// block is where it stands between lines, nil elsewhere.
	block *block
}

// file is a file of the directory.
type file struct {
	path string
	// data is what it holds, nil for one that is not there yet.
	data []byte
	mode fs.FileMode
	docs []*document
	// replaced is what takes the place of a file without resources; gone: nothing does.
	replaced []byte
	gone     bool
	// lined is what it holds between marks in lines, nil without any.
	lined *lined
}

// document is one of its documents.
type document struct {
	file *file
	// old is as parsed, nil for one that is added; root is its value as it shall be, nil
	// to delete it.
	old, root *yaml.Node
	index     int
	// open are the questions in its annotation.
	open []*decisions.Open
	// set are the decisions that it holds, nil for any other document.
	set *decisions.Set
	// decided are the entries that its decisions get.
	decided []decisions.Entry
	touched bool
}

// Open reads the files of a directory that are named, as far as they are there, and finds
// the open questions in them. Other files are read where answers need them. A mark that is damaged is an error
// with its line. The cost is linear in the size of the files.
func Open(root fs.FS, names []string) (*Session, error) {
	s := &Session{Remember: true, root: root, files: map[string]*file{}}
	for _, name := range names {
		f, err := s.read(name)
		if errors.Is(err, fs.ErrNotExist) {
			// An answer has deleted it.
			continue
		}
		if err != nil {
			return nil, err
		}
		between := marks.Refuse(f.data) != nil || f.damaged()
		if !between && !mayAsk(f.data) {
			continue
		}
		s.files[name] = f
		if between {
			err = s.findBlocks(f)
		} else {
			err = s.findAll(f)
		}
		if err != nil {
			return nil, err
		}
	}
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

// findAll finds the questions of the documents of a file.
func (s *Session) findAll(f *file) error {
	if err := f.parse(); err != nil {
		return err
	}
	for _, d := range f.docs {
		if err := s.find(d); err != nil {
			return err
		}
	}
	return nil
}

// mayAsk reports whether a file may hold questions.
func mayAsk(data []byte) bool {
	for _, sign := range []string{decisions.AnnotationName, "krm-merge: conflict ", "MergeDecisions"} {
		if bytes.Contains(data, []byte(sign)) {
			return true
		}
	}
	return false
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
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: name, Err: errors.New("is not a regular file")}
	}
	if err != nil {
		return nil, err
	}
	data, err := fs.ReadFile(s.root, name)
	if err != nil {
		return nil, err
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
		if m := resource.MetaOf(doc.root); decisions.Is(m.Group(), m.Kind) {
			if doc.set, err = decisions.ReadNode(doc.root, f.path); err != nil {
				return err
			}
		}
		f.docs = append(f.docs, doc)
	}
	return nil
}

// find finds the questions of a document.
func (s *Session) find(d *document) (err error) {
	if d.set != nil {
		for _, o := range d.set.Open {
			q := &Question{Open: *o, in: d, asks: o}
			q.File = path.Join(path.Dir(d.file.path), o.File)
			s.questions = append(s.questions, q)
		}
		return nil
	}
	if d.open, err = decisions.ReadAnnotation(d.root, d.file.path); err != nil {
		return err
	}
	finder := merge.NewFinder(d.root)
	for _, o := range d.open {
		q := &Question{Open: *o, in: d, asks: o}
		number := q.Number
		q.Place = resource.PlaceOf(d.resource())
		q.Path, q.Number = o.Path, number
		if at, ok := merge.ParsePath(o.Path); ok {
			if spot, found := finder.Find(at); found {
				q.Line = spot.Line()
			}
		}
		if q.Line == 0 {
			q.Line = d.root.Line
		}
		s.questions = append(s.questions, q)
	}
	if n, stray := decisions.Stray(d.old, d.open); stray {
		return fmt.Errorf("%s:%d: the comment points to a question that annotation %s does not hold; delete the comment, or merge again", d.file.path, d.lineOf(n), decisions.AnnotationName)
	}
	return nil
}

// lineOf is the line of the first comment that points to a question of that number, -1
// for one that cannot be read.
func (d *document) lineOf(number int) int {
	sign := regexp.MustCompile(fmt.Sprintf(`#\s*krm-merge: conflict %d:`, number))
	if number < 0 {
		sign = regexp.MustCompile(`#\s*krm-merge: conflict ([^0-9]|[0-9]+[^0-9:])`)
	}
	for i, line := range strings.Split(string(d.file.data), "\n") {
		if sign.MatchString(line) {
			return i + 1
		}
	}
	return d.root.Line
}

// resource is the document as package resource knows it.
func (d *document) resource() *resource.Resource {
	return &resource.Resource{Node: d.root, Path: d.file.path, Name: d.file.path, Index: d.index}
}
