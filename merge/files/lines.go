package files

import (
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// linePart is a part of a file that is merged by lines.
type linePart struct {
	marks.Stretch
	// taken is what the merged file has there.
	taken string
	// settled is the conflict about it, nil where both sides go together; open is the place of
	// one that is left to somebody among the conflicts of the outcome, -1 without any.
	settled *resource.Conflict
	open    int
}

// takeLines merges the lines of a file that both sides changed. Each place where they
// changed the same lines is a conflict of its own, settled as c is where no answer decides.
// It gives c with the side that has its way everywhere, nil if none has.
//
// See testdata/lines*.txtar.
func (s *slot) takeLines(opts *resource.Options, o *resource.Outcome, c merge.Conflict) *merge.Conflict {
	q := s.question(c.Kind)
	about := q.OfFile()
	stretches := marks.LineStretches(q.Original.Value, q.Updated.Value, q.Dest.Value)
	paths := marks.LinePaths(stretches)
	var text strings.Builder
	var sides []merge.Side
	line := 1
	for i, stretch := range stretches {
		part := linePart{stretch, stretch.Dest, nil, -1}
		if stretch.Open() {
			c.Path = paths[i]
			c.Original, c.Updated, c.Dest = stretch.Values()
			place := about
			place.Conflict, place.Line = c, line
			opts.Settle(&place.Conflict, &place, false)
			part.taken = linesOfAnswer(&place.Conflict, stretch, i == len(stretches)-1)
			if place.Open() {
				part.open = len(o.Conflicts)
			}
			s.record(o, place)
			part.settled = &place
			sides = append(sides, place.Taken)
			if place.Edit() != nil {
				sides = append(sides, merge.Original)
			}
		}
		line += strings.Count(part.taken, "\n")
		text.WriteString(part.taken)
		s.stretches = append(s.stretches, part)
	}
	merged := *s.file(merge.Dest)
	merged.Data = []byte(text.String())
	s.taken = &merged
	if sides = slices.Compact(sides); len(sides) != 1 {
		s.lined = true
		return nil
	}
	s.lined = !same(s.taken, s.file(sides[0]))
	c.Taken = sides[0]
	return &c
}

// linesOfAnswer are the lines that a conflict takes; last: nothing is behind them.
func linesOfAnswer(c *merge.Conflict, of marks.Stretch, last bool) string {
	switch edit := c.Edit(); {
	case edit != nil:
		return marks.EditedLines(edit.Value, last)
	case c.Taken == merge.Dest:
		return of.Dest
	}
	return of.Updated
}

// asked are the open conflicts about the file, or about its lines.
func (s *slot) asked(o *resource.Outcome) (open []*resource.Conflict) {
	for i := s.conflicts[0]; i < s.conflicts[1]; i++ {
		if c := &o.Conflicts[i]; c.Open() {
			open = append(open, c)
		}
	}
	return open
}

// allUpdated is the text of a file merged by lines with updated's at all places that are open.
func (s *slot) allUpdated() string {
	var text strings.Builder
	for _, part := range s.stretches {
		if part.open >= 0 {
			text.WriteString(part.Updated)
		} else {
			text.WriteString(part.taken)
		}
	}
	return text.String()
}

// leave leaves what is open about the file to somebody as one question for the decisions
// of dest. It reports whether that can be.
func (s *slot) leave(o *resource.Outcome) bool {
	open := s.asked(o)
	if len(open) == 0 {
		return true
	}
	q := open[0].Leave(s.question(open[0].Kind))
	if q == nil {
		return false
	}
	q.Link = s.hasLink()
	if s.stretches != nil && !q.Secret {
		q.Theirs = node.String(s.allUpdated())
	}
	for _, c := range open {
		c.Marked = true
	}
	o.Questions = append(o.Questions, q)
	return true
}
