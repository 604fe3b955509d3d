package resolve

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/decisions"
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
	if q.ofLines() && choice == Newest {
		return fmt.Errorf("%w: a file takes one side", ErrNoAnswer)
	}
	entry, value, err := s.decide(q, choice, nil)
	if err != nil || entry.Taken == decisions.Dest && choice != Pin {
		return err
	}
	return s.try(q, choice, value)
}

// editable is why no value of a question can be written, nil if one can.
func (q *Question) editable() error {
	switch {
	case q.Secret || q.block != nil && q.in.file.lined.secret:
		return fmt.Errorf("%w: the values of a secret are not written down; edit the file, and answer with resolve --accept", ErrNoAnswer)
	case q.Conflict == decisions.Moved:
		return fmt.Errorf("%w: move the resource by hand, then answer with resolve --accept", ErrNoAnswer)
	case q.Link:
		return errLink
	case q.binary():
		return fmt.Errorf("%w: it is not a text; replace the file, and answer with resolve --accept", ErrNoAnswer)
	}
	return nil
}

// errLink is the error for taking the text of a symbolic link as that of a file.
var errLink = fmt.Errorf("%w: a version of it is a symbolic link; make the file what it shall be, then answer with resolve --accept", ErrNoAnswer)

// binary reports whether a question is about a file that is not a text.
func (q *Question) binary() bool {
	return q.ofFile() && slices.ContainsFunc([]*yaml.Node{q.Original, q.Answered(), q.Dest}, isBinary)
}

func isBinary(n *yaml.Node) bool {
	n = node.Target(n)
	return n != nil && n.Kind == yaml.ScalarNode && (n.Tag == "!!binary" || strings.ContainsRune(n.Value, 0))
}

// blockStands is Stands for a question between lines.
func (q *Question) blockStands(choice Choice) error {
	l, b := q.in.file.lined, q.block
	text, err := q.in.file.taking(b, &choice, "")
	if err != nil || !l.yaml {
		return err
	}
	// Where the file can be read with one side everywhere, it can with that side here.
	if len(l.chosen) == 0 && (choice == Mine && l.mine || choice == Theirs && l.updated) {
		return nil
	}
	l.chosen[b.Block] = text
	defer delete(l.chosen, b.Block)
	return q.in.file.unreadable()
}

// try puts an answer where the question is about, makes the file, and takes it back.
func (s *Session) try(q *Question, choice Choice, value *yaml.Node) error {
	d, _, err := s.document(q)
	if err != nil {
		return err
	}
	f, err := s.file(q.File)
	if d != nil {
		f = d.file
	}
	if err != nil {
		return err
	}
	before := *f
	defer func() { *f = before }()
	if d != nil {
		was := *d
		defer func() { *d = was }()
		d.open = slices.DeleteFunc(slices.Clone(d.open), func(o *decisions.Open) bool { return o == q.asks })
	}
	if err = s.put(q, choice, value); err != nil {
		return err
	}
	text, err := f.text()
	if err == nil && choice == Pin && bytes.Count(text, []byte(merge.PinComment)) <= bytes.Count(before.data, []byte(merge.PinComment)) {
		err = fmt.Errorf("%w: no comment can stand there; answer mine, which is remembered", ErrNoAnswer)
	}
	return err
}

// both is why not both sides of a block can stand, as far as its values tell, nil if they
// may.
func (b *block) both() error {
	for i := range b.asks {
		o := &b.asks[i].open
		at, _ := o.Where()
		if len(at) == 0 || at[len(at)-1].Name() != "" {
			return fmt.Errorf("%w: only elements of lists can stand both; edit the lines", ErrNoAnswer)
		}
		// An element that a key identifies is spelled [name=web].
		if key := at[len(at)-1:].String(); strings.Contains(key, "=") && isMap(o.Updated) && isMap(o.Dest) {
			return fmt.Errorf("%w: the list would have %s twice; edit the lines", ErrNoAnswer, key)
		}
	}
	return nil
}

func isMap(n *yaml.Node) bool {
	n = node.Target(n)
	return n != nil && n.Kind == yaml.MappingNode
}

// taking gives the lines that an answer puts in place of a block; edited are those of
// Edit. The choice newest becomes that of the side.
func (f *file) taking(b *block, choice *Choice, edited string) (text string, err error) {
	if *choice == Newest {
		if *choice, err = b.newest(); err != nil {
			return "", err
		}
	}
	switch *choice {
	case Mine:
		return b.Mine, nil
	case Theirs:
		return b.Updated, nil
	case Both:
		return f.lined.ended(b.Block, ended(b.Mine)+b.Updated), b.both()
	case Edit:
		return f.lined.ended(b.Block, edited), nil
	case Pin:
		return f.pinned(b)
	case Newest, Accept:
	}
	return "", fmt.Errorf("%w: marks stand there, and between them several answers; take a side, or edit the lines, delete the marks, and accept again", ErrNoAnswer)
}

// reason is why an answer cannot stand, without what is known where it is said.
func reason(q *Question, err error) string {
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), ErrNoAnswer.Error()+": "), q.File+": ")
	return strings.TrimPrefix(text, answersBreak+": ")
}

// answersBreak begins the error for answers that leave what cannot be read.
const answersBreak = "the answers make a file that cannot be read"

// breaks reports whether an answer would leave a file that cannot be read.
func breaks(err error) bool { return err != nil && !errors.Is(err, ErrNoAnswer) }
