package driver

import (
	"path"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Verdict is what becomes of a file where git merges it by lines, and runs no driver.
type Verdict uint8

const (
	// Alike: it has the values that it has merged by structure, apart from the order of
	// resources, and of lists that are sets or have keys.
	Alike Verdict = iota
	// Unknown: lines merge without a conflict, and structure cannot help.
	Unknown
	// Settled: lines have a conflict, structure has none.
	Settled
	// Differs: lines merge without a conflict, and have other values than structure.
	Differs
	// Broken: lines merge without a conflict into what is not valid, or repeats a key.
	Broken
	// Asked: structure leaves something to somebody.
	Asked
	// Stopped: lines have a conflict, and structure cannot help.
	Stopped
)

// Checked is what becomes of a file without the driver.
type Checked struct {
	Verdict
	// Why is what is not valid of a file that is Broken, nil if it repeats a key in a list;
	// of others, why structure cannot help. Alarming: it should not be so.
	Why      error
	Alarming bool
	// Conflicts are those that structure leaves to somebody.
	Conflicts []resource.Conflict
	// Places are where lines, which are From, differ from structure.
	Places []resource.Difference
}

// Check holds a merge by lines that git made of a file against that by structure, as Merge
// does. conflict: git has a conflict in it; else lines is what git made.
func Check(f File, lines []byte, conflict bool) *Checked {
	return limits{mostBytes, mostTime}.check(f, lines, conflict)
}

func (l limits) check(f File, lines []byte, conflict bool) *Checked {
	f.name()
	s := l.structure(&f)
	if s.lined && (!s.sure || !conflict) {
		s.err = errTemplate
	}
	switch {
	case s.err != nil && conflict:
		return &Checked{Verdict: Stopped, Why: s.err, Alarming: s.alarming}
	case s.err != nil:
		return &Checked{Verdict: Unknown, Why: s.err, Alarming: s.alarming}
	case len(s.questions) > 0:
		return &Checked{Verdict: Asked, Conflicts: s.open}
	case conflict:
		return &Checked{Verdict: Settled}
	case path.Base(f.Path) == decisions.FileName:
		if _, err := decisions.Read(lines, f.Path); err != nil {
			return &Checked{Verdict: Broken, Why: err}
		}
		return &Checked{}
	}
	agreement, err := f.agreement(s.text, lines)
	switch {
	case agreement == merge.Invalid:
		return &Checked{Verdict: Broken, Why: err}
	case err != nil:
		return &Checked{Verdict: Unknown, Why: err}
	case agreement == merge.Agrees:
		return &Checked{}
	}
	c := &Checked{Verdict: Differs}
	if agreement == merge.Repeats {
		c.Verdict = Broken
	}
	opts := files.Options{Options: f.settings()}
	opts.Policy.Order = merge.OrderDest
	// Where they differ is told if it can be; that they do is known.
	if found, err := files.Compare(f.tree(lines), f.tree(s.text), opts); err == nil {
		c.Places = found.Resources
	}
	return c
}
