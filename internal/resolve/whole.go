package resolve

import (
	"fmt"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
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
	switch choice {
	case Yours, Accept:
	case Upstream:
		err = s.replace(q, node.String(theirs.String()))
	case Edit:
		err = s.replace(q, value)
	case Both:
		return fmt.Errorf("%w: a file takes one side; edit it, then accept what stands there", ErrNoAnswer)
	}
	if err != nil {
		return err
	}
	if s.Remember {
		if err = s.rememberWhole(w, choice); err != nil {
			return err
		}
	}
	s.settle(q)
	return nil
}

// rememberWhole remembers what was taken at each place of a file.
func (s *Session) rememberWhole(w *whole, choice Choice) error {
	for i := range w.asks {
		a := &w.asks[i]
		about := &Question{Open: a.open}
		e := decisions.Entry{Question: a.question, Taken: decisions.Dest, When: s.Today}
		switch choice {
		case Yours:
		case Upstream:
			e.Taken = decisions.Updated
		case Both, Accept, Edit:
			s.Unremembered = append(s.Unremembered, about.Subject()+": what stands there is not remembered; with marks each place is a question of its own")
			continue
		}
		if err := s.remember(about, e); err != nil {
			return err
		}
	}
	return nil
}

// linesAsked is the question about lines of a file.
func linesAsked(of decisions.Place, s merge.Stretch, at merge.Path) asked {
	a := asked{open: decisions.Open{Place: of, Conflict: merge.BothChanged.String()}}
	a.open.Path = at.String()
	a.open.Original, a.open.Updated, a.open.Dest = s.Values()
	a.question = a.open.Question()
	return a
}
