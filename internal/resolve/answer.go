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

	"github.com/krm-merge/krm-merge/internal/enum"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/version"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/decisions"
)

// Choice is what an answer takes.
type Choice uint8

const (
	// Mine keeps the local value.
	Mine Choice = iota
	// Theirs takes upstream's.
	Theirs
	// Newest takes the higher one of two versions.
	Newest
	// Both takes the elements of both lists.
	Both
	// Accept takes what stands there, edited or not.
	Accept
	// Edit takes a value of its own.
	Edit
	// Pin keeps the local value, now and in later merges.
	Pin
)

var choiceNames = enum.Names[Choice]{"mine", "theirs", "newest", "both", "accept", "edit", "always mine"}

func (c Choice) String() string { return choiceNames.Of(c) }

// MarshalText is the name as it is written.
func (c Choice) MarshalText() ([]byte, error) { return choiceNames.Marshal(c) }

// UnmarshalText reads the name; the error for another text lists the names.
func (c *Choice) UnmarshalText(text []byte) error { return choiceNames.Unmarshal(text, c) }

// ErrNoAnswer is the cause of the error for a question that a choice does not answer:
// two values of which none is the newer, or of which not both can stand.
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
	if q.ofLines() {
		return s.answerWhole(q, choice, value)
	}
	entry, value, err := s.decide(q, choice, value)
	if err == nil && choice == Pin {
		err = s.try(q, choice, value)
	}
	if err != nil {
		return err
	}
	if entry.Taken != decisions.Dest && choice != Accept || choice == Pin {
		if err = s.put(q, choice, value); err != nil {
			return err
		}
	}
	for _, joined := range s.joined(q) {
		if s.Remember && choice != Pin && (q.At == "" || entry.Value == nil && entry.Taken != decisions.Removed) {
			e := entry
			if joined != q {
				if e, _, err = s.decide(joined, map[decisions.Taken]Choice{decisions.Updated: Theirs}[entry.Taken], nil); err != nil {
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
	case Newest:
		if choice, err = q.newest(); err != nil {
			return e, nil, err
		}
		return s.decide(q, choice, nil)
	case Mine, Pin:
		e.Taken = decisions.Dest
	case Theirs:
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
	if mine == nil || theirs == nil || mine.Kind != yaml.SequenceNode || theirs.Kind != yaml.SequenceNode {
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

// newest is the side with the higher version.
func (q *Question) newest() (Choice, error) {
	u, d := node.Target(q.Updated), node.Target(q.Dest)
	if u != nil && d != nil && u.Kind == yaml.ScalarNode && d.Kind == yaml.ScalarNode {
		switch order, ok := version.Compare(u.Value, d.Value); {
		case ok && order < 0:
			return Mine, nil
		case ok:
			return Theirs, nil
		}
	}
	return Mine, fmt.Errorf("%w: the two values are not versions of one thing", ErrNoAnswer)
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
	if q.in.set == nil {
		return q.in, nil, nil
	}
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
	spot, whole := slices.Concat(in, at).Find(decisions.Unmark(d.root))
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

// settle takes a question away.
func (s *Session) settle(q *Question) {
	d := q.in
	all := &d.open
	if d.set != nil {
		all = &d.set.Open
	}
	*all = slices.DeleteFunc(slices.Clone(*all), func(o *decisions.Open) bool { return o == q.asks })
	d.touched = true
	s.questions = slices.DeleteFunc(slices.Clone(s.questions), func(other *Question) bool { return other == q })
}
