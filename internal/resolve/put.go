package resolve

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// put puts an answer where the question is about.
func (s *Session) put(q *Question, value *yaml.Node) error {
	of, err := s.home(q)
	if err != nil {
		return err
	}
	d, f := of.document, s.files[q.File]
	switch {
	case q.ofFile():
		if f.answered = true; value != nil {
			f.replaced = []byte(value.Value)
		}
		return nil
	case d == nil && q.Path != "":
		return fmt.Errorf("%s: %s %s is not there any more; accept what stands, or merge again", q.File, q.Resource.Kind, q.Resource.Name)
	case d == nil:
		f.add(value)
		return nil
	}
	at, err := q.place()
	if err != nil {
		return err
	}
	if len(at) == 0 {
		d.file.homes = nil // Items move up where one goes.
	}
	if at = of.path(at); len(at) == 0 {
		d.root, d.touched = value, true
		return nil
	}
	if s.edited(q) {
		return fmt.Errorf("%w: what is around it is another one now; edit the file, then accept what stands there", ErrNoAnswer)
	}
	edit := func(spot merge.Spot) merge.Spot {
		spot.Value = like(value, spot.Value)
		return spot
	}
	edited, ok := at.Edit(d.root, edit)
	if !ok {
		return fmt.Errorf("%s: %s is not a place that can be edited by itself; edit the file, then accept what stands", q.File, q.Path)
	}
	d.root, d.touched = edited, true
	return nil
}

// edited reports whether somebody has edited what is around a question since it was asked.
func (s *Session) edited(q *Question) bool {
	of, err := s.home(q)
	if err != nil || q.Stood == "" || of.document == nil {
		return false
	}
	spot, whole := of.path(q.Around()).Find(of.document.root)
	return !whole || decisions.Stood(spot.Value) != q.Stood
}

// like is a value with the comments of the one that it replaces.
func like(value, old *yaml.Node) *yaml.Node {
	if value == nil || old == nil {
		return value
	}
	c := *value
	c.HeadComment, c.LineComment, c.FootComment = old.HeadComment, old.LineComment, old.FootComment
	return &c
}

// add adds a resource that dest does not have: to a List that is there, else as a document.
func (f *file) add(value *yaml.Node) {
	if value == nil {
		return
	}
	f.homes = nil
	for _, d := range f.docs {
		if items := node.Items(d.root); items != nil {
			at := merge.Path{merge.Field("items"), merge.Index(len(items))}
			if edited, ok := at.Edit(d.root, func(merge.Spot) merge.Spot { return merge.Spot{Value: value} }); ok {
				d.root, d.touched = edited, true
				return
			}
		}
	}
	f.docs = append(slices.Clip(f.docs), &document{file: f, root: value, index: len(f.docs), touched: true})
}

// Answer answers an open question; value is that of Edit, nil to delete the place. Where
// the error is ErrNoAnswer nothing has changed; after any other the session is of no use.
// The cost is that of the document, or constant for an answer that keeps the local value.
func (s *Session) Answer(q *Question, choice Choice, value *yaml.Node) error {
	if !slices.Contains(s.questions, q) {
		return errors.New("the question is answered already")
	}
	value, err := s.taking(q, choice, value)
	switch {
	case err != nil:
		return err
	case q.block != nil:
		return s.answerBlock(q, choice, value.Value)
	}
	e := s.entry(q.Question, choice, value)
	if e.Taken != decisions.Dest && choice != Accept {
		if err = s.put(q, value); err != nil {
			return err
		}
	}
	// What is edited at a place around several questions is the value of none of them.
	edited := e.Value != nil || e.Taken == decisions.Removed
	unremembered := ""
	switch {
	case choice == Accept && s.edited(q):
		unremembered = "what is around it is another one now"
	case (choice == Accept || choice == Edit) && q.OfLines():
		unremembered = "with marks each place is a question of its own"
	case e.Value != nil && !utf8.ValidString(e.Value.Value):
		unremembered = "YAML cannot hold what stands there"
	}
	if unremembered != "" {
		s.unremembered(q, unremembered)
	}
	for _, joined := range s.joined(q) {
		if s.Remember && unremembered == "" && !(edited && joined.Several()) {
			if err := s.remember(joined.Decided(e.Taken, e.Value, s.Today)); err != nil {
				return err
			}
		}
		s.remove(joined)
	}
	return nil
}

// answerBlock answers a question between lines, and remembers the answer at each of the places that it names.
func (s *Session) answerBlock(q *Question, choice Choice, text string) error {
	b, rest, aSide := q.block, "", choice == Yours || choice == Upstream
	if !aSide {
		rest = b.rest()
	}
	b.file.lined.parts[b.at], b.file.answered = marks.Part{Text: text}, true
	s.remove(q)
	switch {
	case !s.Remember:
		return nil
	case b.unknown != "":
		s.unremembered(q, b.unknown)
		return nil
	case !aSide && b.rest() != rest:
		s.unremembered(q, "more than what is asked about was edited")
		return nil
	}
	now := sync.OnceValue(func() *marks.Side { return b.file.side(marks.Take(b.file.lined.parts, merge.Dest)) })
	for _, o := range b.asks {
		var value *yaml.Node
		if !aSide {
			why := ""
			if value, why = b.edited(o, text, now); why != "" {
				s.unremembered(q, why)
				continue
			}
		}
		if err := s.remember(s.entry(o, choice, value)); err != nil {
			return err
		}
	}
	return nil
}
