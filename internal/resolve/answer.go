package resolve

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
)

// Choice is what an answer takes.
type Choice uint8

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

var choiceNames = enum.Names[Choice]{"yours", "upstream", "both", "file", "edit"}

func (c Choice) String() string { return choiceNames.Of(c) }

// UnmarshalText reads the name; the error for another text lists the names.
func (c *Choice) UnmarshalText(text []byte) error { return choiceNames.Unmarshal(text, c) }

// ErrNoAnswer is the cause of the error for a question that a choice does not answer:
// two values of which not both can stand.
var ErrNoAnswer = errors.New("no answer")

// Answer answers an open question; value is that of Edit, nil to delete the place. Where
// the error is ErrNoAnswer nothing has changed; after any other the session is of no use.
// The cost is that of the document, or constant for an answer that keeps the local value.
func (s *Session) Answer(q *Question, choice Choice, value *yaml.Node) error {
	if !slices.Contains(s.questions, q) {
		return errors.New("the question is answered already")
	}
	if q.block != nil {
		return s.answerBlock(q, choice, value)
	}
	entry, value, err := s.decide(q, choice, value)
	if err == nil && entry.Taken != decisions.Dest && choice != Accept {
		if err = s.put(q, value); err == nil {
			err = s.relist(q)
		}
	}
	if err != nil {
		return err
	}
	d, in, err := s.document(q)
	if err != nil {
		return err
	}
	unsure := ""
	switch {
	case choice == Accept && s.moved(q, d, in):
		unsure = "the list that it is in is another one now"
	case (choice == Accept || choice == Edit) && q.OfLines():
		unsure = "with marks each place is a question of its own"
	}
	if unsure != "" {
		s.Unremembered = append(s.Unremembered, q.Subject()+": this answer is not remembered: "+unsure)
	}
	for _, joined := range s.joined(q) {
		if s.Remember && unsure == "" && (q.At == "" || entry.Value == nil && entry.Taken != decisions.Removed) {
			e := entry
			if joined != q {
				if e, _, err = s.decide(joined, map[decisions.Taken]Choice{decisions.Updated: Upstream}[entry.Taken], nil); err != nil {
					return err
				}
			}
			if err = s.remember(joined, e); err != nil {
				return err
			}
		}
		s.settle(joined)
	}
	return nil
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

// decide gives what is remembered of an answer, and the value that it puts there.
func (s *Session) decide(q *Question, choice Choice, value *yaml.Node) (e decisions.Entry, put *yaml.Node, err error) {
	e = decisions.Entry{Question: q.Question(), Secret: q.Secret, When: s.Today}
	if q.Secret {
		e.Original, e.Updated, e.Dest = "", "", ""
	}
	switch choice {
	case Yours:
		e.Taken = decisions.Dest
	case Upstream:
		if q.Secret {
			return e, nil, fmt.Errorf("%w: the values of a secret are not written down; edit the file, then accept what stands there", ErrNoAnswer)
		}
		if q.Link {
			return e, nil, errLink
		}
		e.Taken, put = decisions.Updated, q.Answered()
	case Both:
		if put = q.both(); put == nil {
			return e, nil, fmt.Errorf("%w: only lists can stand both; edit the value", ErrNoAnswer)
		}
		e.Taken, e.Value = decisions.Edited, put
	case Edit:
		put = value
		e.Taken, e.Value = taken(q, value)
	case Accept:
		standing, err := s.standing(q)
		if err != nil {
			return e, nil, err
		}
		e.Taken, e.Value = taken(q, standing)
	}
	if q.Secret {
		e.Value = nil
	}
	return e, put, nil
}

// taken is which side has a value.
func taken(q *Question, value *yaml.Node) (decisions.Taken, *yaml.Node) {
	switch {
	case q.Secret && value != nil:
		return decisions.Edited, nil
	case merge.Equal(value, q.Dest):
		return decisions.Dest, nil
	case merge.Equal(value, q.Answered()):
		return decisions.Updated, nil
	case value == nil:
		return decisions.Removed, nil
	}
	return decisions.Edited, value
}

// both has the elements of both lists, nil where there are not two.
func (q *Question) both() *yaml.Node {
	mine, theirs := node.Target(q.Dest), node.Target(q.Answered())
	if !isList(mine) || !isList(theirs) {
		return nil
	}
	list, seen := *mine, map[string]bool{}
	list.Content = nil
	for _, e := range slices.Concat(mine.Content, theirs.Content) {
		if d := merge.Digest(e); !seen[d] {
			seen[d] = true
			list.Content = append(list.Content, e)
		}
	}
	return &list
}

// place is where an answer goes.
func (q *Question) place() (merge.Path, error) {
	at, ok := q.Where()
	if !ok {
		return nil, fmt.Errorf("%s: %q is not the path of one place; merge again", q.File, cmp.Or(q.At, q.Path))
	}
	return at, nil
}

// document is the one that has what the question is about, nil if there is none; in is
// the place of the resource in it, if it is an item of a List.
func (s *Session) document(q *Question) (d *document, in merge.Path, err error) {
	f, err := s.file(q.File)
	if err != nil || f.data == nil && f.docs == nil {
		return nil, nil, err
	}
	if q.ofFile() {
		return nil, nil, nil
	}
	if err = f.parse(); err != nil {
		return nil, nil, err
	}
	d, in = f.holding(q)
	return d, in, nil
}

// ofFile reports whether the question is about a file without resources.
func (q *Question) ofFile() bool {
	text := func(n *yaml.Node) bool { return n == nil || n.Kind == yaml.ScalarNode && n.Tag == "!!str" }
	return q.Path == "" && q.Resource.Kind == "" && text(q.Original) && text(q.Updated) && text(q.Dest)
}

// OfLines reports whether the question is about a file that is merged by lines: one answer is
// that to all places which both sides changed.
func (q *Question) OfLines() bool {
	return q.ofFile() && q.Conflict == merge.BothChanged.String() && q.Original != nil && q.Updated != nil && q.Dest != nil && !q.Link && !q.binary()
}

// standing is the value that stands there.
func (s *Session) standing(q *Question) (*yaml.Node, error) {
	if q.Conflict == decisions.Moved {
		return q.Dest, nil
	}
	if target, err := fs.ReadLink(s.root, q.File); q.Link && err == nil {
		return node.String(target), nil
	}
	d, in, err := s.document(q)
	switch {
	case err != nil:
		return nil, err
	case q.ofFile():
		f := s.files[q.File]
		if f == nil || f.data == nil || f.gone {
			return nil, nil
		}
		data := f.data
		if f.replaced != nil {
			data = f.replaced
		}
		return node.String(string(data)), nil
	case d == nil:
		return nil, nil
	}
	at, err := q.place()
	if err != nil {
		return nil, err
	}
	spot, whole := slices.Concat(in, at).Find(d.root)
	if !whole {
		return nil, nil
	}
	return spot.Value, nil
}

// nearest is the directory of the decisions about a file: the innermost one around it
// that has a Kptfile, else the root.
func (s *Session) nearest(name string) (string, error) {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		f, err := s.file(path.Join(dir, "Kptfile"))
		if err != nil {
			return "", err
		}
		if f.data != nil {
			return dir, nil
		}
	}
	return ".", nil
}

// decisionsOf gives the document that holds the decisions of a directory.
func (s *Session) decisionsOf(dir string) (*document, error) {
	f, err := s.file(path.Join(dir, decisions.FileName))
	if err != nil {
		return nil, err
	}
	if err = f.parse(); err != nil {
		return nil, err
	}
	for _, d := range f.docs {
		if d.set != nil {
			return d, nil
		}
	}
	if len(f.data) > 0 && strings.TrimSpace(string(f.data)) != "" {
		return nil, fmt.Errorf("%s: is not a MergeDecisions; give it another name", f.path)
	}
	d := &document{file: f, set: &decisions.Set{}}
	f.docs = append(f.docs, d)
	return d, nil
}

// remember adds an entry to the decisions beside the nearest Kptfile.
func (s *Session) remember(q *Question, e decisions.Entry) error {
	dir, err := s.nearest(q.File)
	if err != nil {
		return err
	}
	d, err := s.decisionsOf(dir)
	if err != nil {
		return err
	}
	if dir != "." {
		e.File = strings.TrimPrefix(e.File, dir+"/")
	}
	d.decided = append(d.decided, e)
	d.touched = true
	return nil
}

// before tells when the value in dest was kept at the place of a question against another change of
// upstream's, "" if it was not. It decides nothing.
func (s *Session) before(q *Question) string {
	dir, err := s.nearest(q.File)
	if err != nil {
		return ""
	}
	d, err := s.decisionsOf(dir)
	if err != nil {
		return ""
	}
	asked := q.Question()
	if dir != "." {
		asked.File = strings.TrimPrefix(asked.File, dir+"/")
	}
	if e := d.set.Earlier(asked); e != nil {
		return phrase.KeptBefore(e.Said())
	}
	return ""
}

// settle takes a question away.
func (s *Session) settle(q *Question) {
	q.in.set.Open = slices.DeleteFunc(slices.Clone(q.in.set.Open), func(o *decisions.Open) bool { return o == q.asks })
	q.in.touched = true
	s.questions = slices.DeleteFunc(slices.Clone(s.questions), func(other *Question) bool { return other == q })
}
