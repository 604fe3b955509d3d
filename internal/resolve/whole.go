package resolve

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/decisions"
)

// whole is a question about a file that is merged by lines: all places that both sides
// changed have one answer, and each is remembered by itself.
type whole struct {
	// stretches are those of the file; what was decided earlier is settled.
	stretches []merge.Stretch
	// asks are the questions about those that are open.
	asks []asked
}

// ofLines reports whether the question is about a file that is merged by lines.
func (q *Question) ofLines() bool {
	return q.ofFile() && q.Conflict == merge.BothChanged.String() && q.Original != nil && q.Updated != nil && q.Dest != nil && !q.Link && !q.binary()
}

// whole takes a question about a file that is merged by lines apart.
func (s *Session) whole(q *Question) (*whole, error) {
	dir, err := s.nearest(q.File)
	if err != nil {
		return nil, err
	}
	d, err := s.decisionsOf(dir)
	if err != nil {
		return nil, err
	}
	w := &whole{stretches: merge.LineStretches(q.Original.Value, q.Updated.Value, q.Dest.Value)}
	for i, at := range merge.LinePaths(w.stretches) {
		if at == nil {
			continue
		}
		part := &w.stretches[i]
		a := linesAsked(q.Place, *part, at)
		inside := a.question
		if dir != "." {
			inside.File = strings.TrimPrefix(inside.File, path.Clean(dir)+"/")
		}
		if e := d.set.Lookup(inside); e != nil {
			text := textOf(part, e, i == len(w.stretches)-1)
			*part = merge.Stretch{Original: text, Updated: text, Dest: text}
			continue
		}
		w.asks = append(w.asks, a)
	}
	return w, nil
}

// textOf are the lines that a decision takes; last: nothing is behind them.
func textOf(s *merge.Stretch, e *decisions.Entry, last bool) string {
	switch {
	case e.Taken == decisions.Updated:
		return s.Updated
	case e.Taken == decisions.Dest:
		return s.Dest
	}
	return merge.EditedLines(e.Value, last)
}

// answerWhole answers a question about a file that is merged by lines.
func (s *Session) answerWhole(q *Question, choice Choice, value *yaml.Node) error {
	w, err := s.whole(q)
	if err != nil {
		return err
	}
	var theirs strings.Builder
	for _, part := range w.stretches {
		theirs.WriteString(part.Updated)
	}
	var text *yaml.Node
	switch choice {
	case Mine:
	case Theirs:
		text = node.String(theirs.String())
		err = s.replace(q, choice, text)
	case Edit:
		text = value
		err = s.replace(q, choice, value)
	case Accept:
		text, err = s.standing(q)
	case Pin:
		return s.replace(q, choice, nil)
	case Newest, Both:
		return fmt.Errorf("%w: a file takes one side; edit it, then accept what stands there", ErrNoAnswer)
	}
	if err != nil {
		return err
	}
	if s.Remember {
		if err = s.rememberWhole(w, choice, text); err != nil {
			return err
		}
	}
	s.settle(q)
	return nil
}

// rememberWhole remembers what was taken at each place of a file; text is what the file
// holds then, if that is neither side's.
func (s *Session) rememberWhole(w *whole, choice Choice, text *yaml.Node) error {
	var between []string
	if (choice == Edit || choice == Accept) && text != nil && utf8.ValidString(text.Value) {
		between = merge.Standing(w.stretches, text.Value)
	}
	for i := range w.asks {
		a := &w.asks[i]
		about := &Question{Open: a.open}
		e := decisions.Entry{Question: a.question, When: s.Today}
		switch {
		case choice == Mine:
			e.Taken = decisions.Dest
		case choice == Theirs:
			e.Taken = decisions.Updated
		case between == nil:
			s.Unremembered = append(s.Unremembered, about.Subject()+": what stands there is not remembered: the lines around it were edited, too")
			continue
		default:
			e.Taken, e.Value = taken(about, textNode(between[i]))
		}
		if err := s.remember(about, e); err != nil {
			return err
		}
	}
	return nil
}
