package resolve

import (
	"fmt"

	"github.com/krm-merge/krm-merge/merge"
)

// refuses is why a question does not have an answer, nil if it does; of Edit it knows nothing but whether
// a value may be written. Whether the file can be read then is looked at when the answer is given.
func (s *Session) refuses(q *Question, choice Choice) (err error) {
	switch {
	case choice == Edit:
		err = q.editable()
	case q.block != nil:
		_, err = q.block.taking(choice, "")
	default:
		_, err = s.taking(q, choice, nil)
	}
	return err
}

// editable is why no value of a question can be written, nil if one can.
func (q *Question) editable() error {
	switch {
	case q.binary():
		return fmt.Errorf("%w: it is not a text; replace the file, and answer with resolve --take file", ErrNoAnswer)
	case q.Secret || q.block != nil && q.block.file.lined.secret:
		return fmt.Errorf("%w: the values of a secret are not written down; edit the file, and answer with resolve --take file; of what sops encrypts, take a side and then run sops edit", ErrNoAnswer)
	case q.Conflict == merge.Moved.String():
		return fmt.Errorf("%w: move the resource by hand, then answer with resolve --take file", ErrNoAnswer)
	case q.Link:
		return fmt.Errorf("%w: a version of it is a symbolic link; make the file what it shall be, then answer with resolve --take file", ErrNoAnswer)
	}
	return nil
}
