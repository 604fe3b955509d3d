package merge

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/terms"
)

// resolution is how a conflict was settled.
type resolution struct {
	side Side
	// whole: the side's value stands as it is. Otherwise a policy decided, which may
	// keep what only the other side added.
	whole bool
	// edited: value, nil for nothing, is taken in place of either side's.
	edited bool
	value  *yaml.Node
}

// of gives the value that is taken.
func (s resolution) of(u, d *yaml.Node) *yaml.Node {
	switch {
	case s.edited:
		return s.value
	case s.side == Dest:
		return d
	}
	return u
}

// resolveConflict records a conflict and says how it is settled: by the answer, if there
// is one, else as the conflict has it.
//
// rule: answers/*
func (w *walker) resolveConflict(c Conflict) resolution {
	c.Path = pathOf(w.at)
	s := resolution{side: c.Taken, whole: w.policy.Decides() == Ask}
	if a, answered := w.answer(&c); answered {
		c.By, c.Taken, c.Answer, c.Partial = terms.ByAnswer, a.Side(), &a, false
		s = resolution{side: c.Taken, whole: true, edited: a.Edited, value: a.Value}
		if w.clears() && isNull(target(a.Value)) {
			s.value = nil
		}
	}
	w.record(c)
	return s
}

// answer gives the answer to a conflict that no rule decides and that is recorded.
func (w *walker) answer(c *Conflict) (a Answer, answered bool) {
	if w.opts.Answers == nil || w.spokenFor > 0 || w.ruling() && !w.policy.asks() {
		return a, false
	}
	return w.opts.Answers(c)
}
