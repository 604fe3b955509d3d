package resolve

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
)

func (choice) Words() []string { return []string{"yours", "upstream", "both", "file", "edit"} }

// unremembered notes that an answer cannot be remembered.
func (s *Session) unremembered(q *Question, why string) {
	s.Unremembered = append(s.Unremembered, q.Subject()+": this answer is not remembered: "+why)
}

// joined are the questions that one answer answers: those whose answers go to one place.
func (s *Session) joined(q *Question) []*Question {
	if q.At == "" {
		return []*Question{q}
	}
	var all []*Question
	for _, other := range s.questions {
		if other.in == q.in && other.At == q.At && other.File == q.File && other.Resource == q.Resource && other.Document == q.Document {
			all = append(all, other)
		}
	}
	return all
}

// taking is the value that an answer takes, the lines of one between marks; value is that of Edit. The error
// is why the question does not have that answer: whether the file can be read then is looked at when it is given.
func (s *Session) taking(q *Question, choice Choice, value *yaml.Node) (*yaml.Node, error) {
	switch {
	case choice == Edit && q.editable() != nil:
		return nil, q.editable()
	case q.block != nil:
		return q.block.taking(choice, value)
	}
	switch choice {
	case Yours:
		return q.Dest, nil
	case Upstream:
		if q.Secret || q.Link || q.Conflict == merge.Moved.String() {
			return nil, q.editable()
		}
		return q.Answered(), nil
	case Both:
		if value = q.both(); value == nil {
			return nil, fmt.Errorf("%w: only lists can stand both; edit the value", ErrNoAnswer)
		}
	case Accept:
		return s.current(q)
	case Edit:
	}
	return value, nil
}

// entry is what is remembered of an answer to a question that takes a value.
func (s *Session) entry(o *decisions.Question, choice Choice, value *yaml.Node) *decisions.Question {
	e := o.Decided(decisions.Edited, value, s.Today)
	switch {
	case choice == Yours:
		e.Taken = decisions.Dest
	case choice == Upstream:
		e.Taken = decisions.Updated
	case o.Secret && value != nil: // What it is must not be written down.
	case merge.Equal(value, o.Dest):
		e.Taken = decisions.Dest
	case merge.Equal(value, o.Answered()):
		e.Taken = decisions.Updated
	case value == nil:
		e.Taken = decisions.Removed
	}
	if e.Taken != decisions.Edited || o.Secret {
		e.Value = nil
	}
	return e
}

// current is the value that stands there.
func (s *Session) current(q *Question) (*yaml.Node, error) {
	if q.Conflict == merge.Moved.String() {
		return q.Dest, nil
	}
	if target, err := fs.ReadLink(s.root, q.File); q.Link && err == nil {
		return node.String(target), nil
	}
	of, err := s.home(q)
	switch {
	case err != nil:
		return nil, err
	case q.ofFile():
		data, failed := s.files[q.File].text()
		if failed != nil || data == nil {
			return nil, failed
		}
		return node.String(string(data)), nil
	case of.document == nil:
		return nil, nil
	}
	at, err := q.place()
	if err != nil {
		return nil, err
	}
	if spot, whole := of.path(at).Find(of.document.root); whole {
		return spot.Value, nil
	}
	return nil, nil
}

// decisionsOf gives the document that holds the decisions about a file, beside the innermost
// Kptfile around it, else in the root, and what these call the file.
func (s *Session) decisionsOf(name string) (d *document, inside string, err error) {
	inside = name
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		kptfile, failed := s.file(path.Join(dir, "Kptfile"))
		if failed != nil {
			return nil, "", failed
		}
		if kptfile.data != nil {
			inside = strings.TrimPrefix(name, dir+"/")
			break
		}
	}
	f, err := s.file(strings.TrimSuffix(name, inside) + decisions.FileName)
	if err == nil {
		err = f.parse()
	}
	if err != nil {
		return nil, "", err
	}
	at := slices.IndexFunc(f.docs, func(d *document) bool { return d.set != nil })
	if at < 0 {
		at, f.docs = len(f.docs), append(f.docs, &document{file: f, set: &decisions.Set{}})
	}
	return f.docs[at], inside, nil
}

// remember adds an entry to the decisions beside the nearest Kptfile.
func (s *Session) remember(e *decisions.Question) error {
	d, inside, err := s.decisionsOf(e.File)
	if err != nil {
		return err
	}
	e.File = inside
	d.decided, d.touched = append(d.decided, e), true
	return nil
}

// before tells when the value in dest was kept at the place of a question against another change of
// upstream's, "" if it was not. It decides nothing.
func (s *Session) before(q *Question) string {
	d, inside, err := s.decisionsOf(q.File)
	if err != nil {
		return ""
	}
	asked := *q.Question
	asked.File, asked.Mark = inside, ""
	var decided decisions.Tree
	decided.Add("", d.set)
	if e := decided.Earlier(asked.Key()); e != nil {
		return phrase.KeptBefore(e.Said())
	}
	return ""
}

// remove takes a question away.
func (s *Session) remove(q *Question) {
	if q.in != nil {
		q.in.set.Open = slices.DeleteFunc(slices.Clone(q.in.set.Open), func(o *decisions.Question) bool { return o == q.Question })
		q.in.touched = true
	}
	s.questions = slices.DeleteFunc(slices.Clone(s.questions), func(other *Question) bool { return other == q })
}

// editable is why no value of a question can be written, nil if one can.
func (q *Question) editable() error {
	switch {
	case q.binary():
		return fmt.Errorf("%w: it is not a text; replace the file, and answer with resolve --take file", ErrNoAnswer)
	case q.Secret:
		return fmt.Errorf("%w: the values of a secret are not written down; edit the file, and answer with resolve --take file; of what sops encrypts, take a side and then run sops edit", ErrNoAnswer)
	case q.Conflict == merge.Moved.String():
		return fmt.Errorf("%w: move the resource by hand, then answer with resolve --take file", ErrNoAnswer)
	case q.Several():
		return fmt.Errorf("%w: one answer is that to several questions; edit the file, then answer with resolve --take file", ErrNoAnswer)
	case q.Link:
		return fmt.Errorf("%w: a version of it is a symbolic link; make the file what it shall be, then answer with resolve --take file", ErrNoAnswer)
	}
	return nil
}
