package resolve

import (
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/merge"
)

// Stands is why an answer cannot stand, nil if it can: the cause is ErrNoAnswer for one
// that the question does not have, and any other for one that would leave a file which
// cannot be read. Of Edit it knows nothing but whether a value may be written. Nothing is
// changed. The cost is at most that of the file.
func (s *Session) Stands(q *Question, choice Choice) error {
	if choice == Edit {
		return q.editable()
	}
	if q.block != nil {
		return q.blockStands(choice)
	}
	value, err := s.taking(q, choice, nil)
	if err != nil || s.entry(&q.Open, choice, value).Taken == decisions.Dest {
		return err
	}
	return s.try(q, value)
}

// editable is why no value of a question can be written, nil if one can.
func (q *Question) editable() error {
	switch {
	case q.Secret || q.block != nil && q.block.file.lined.secret:
		return fmt.Errorf("%w: the values of a secret are not written down; edit the file, and answer with resolve --take file; of what sops encrypts, take a side and then run sops edit", ErrNoAnswer)
	case q.Conflict == merge.Moved.String():
		return fmt.Errorf("%w: move the resource by hand, then answer with resolve --take file", ErrNoAnswer)
	case q.Link:
		return errLink
	case q.binary():
		return fmt.Errorf("%w: it is not a text; replace the file, and answer with resolve --take file", ErrNoAnswer)
	}
	return nil
}

// errLink is the error for taking the text of a symbolic link as that of a file.
var errLink = fmt.Errorf("%w: a version of it is a symbolic link; make the file what it shall be, then answer with resolve --take file", ErrNoAnswer)

// blockStands is Stands for a question between lines.
func (q *Question) blockStands(choice Choice) error {
	b := q.block
	l := b.file.lined
	text, err := b.taking(choice, "")
	if err != nil || !l.yaml {
		return err
	}
	// Where the file can be read with one side everywhere, it can with that side here.
	if len(l.chosen) == 0 && (choice == Yours && l.sides[merge.Dest] != nil || choice == Upstream && l.sides[merge.Updated] != nil) {
		return nil
	}
	l.chosen[b.Block] = text
	defer delete(l.chosen, b.Block)
	return b.file.unreadable()
}

// try puts an answer where the question is about, makes the file, and takes it back.
func (s *Session) try(q *Question, value *yaml.Node) error {
	d, _, err := s.document(q)
	if err != nil {
		return err
	}
	f, err := s.file(q.File)
	if err != nil {
		return err
	}
	before := *f
	defer func() { *f = before }()
	if d != nil {
		was := *d
		defer func() { *d = was }()
	}
	if err = s.put(q, value); err != nil {
		return err
	}
	_, err = f.text()
	return err
}

// answersBreak begins the error for answers that leave what cannot be read.
const answersBreak = "the answers make a file that cannot be read"

// breaks reports whether an answer would leave a file that cannot be read.
func breaks(err error) bool { return err != nil && !errors.Is(err, ErrNoAnswer) }
