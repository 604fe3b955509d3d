package driver

import (
	"path"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/terms"
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
	// Comparison is how structure differs from lines.
	Comparison files.Comparison
}

// Check holds the merge of a file by lines against that by structure. The error is that git does
// not run.
func Check(f File) (*Checked, error) { return limits{mostBytes, mostTime}.check(f) }

func (l limits) check(f File) (*Checked, error) {
	f.name()
	lines, err := f.lines()
	if err != nil {
		return nil, err
	}
	s := l.structure(&f)
	if s.lined && (!s.sure || lines.Clean) {
		s.err = errTemplate
	}
	c := &Checked{Why: s.err, Alarming: s.alarming}
	switch {
	case s.err != nil && !lines.Clean:
		c.Verdict = Stopped
	case s.err != nil:
		c.Verdict = Unknown
	case len(s.questions) > 0:
		c.Verdict, c.Conflicts = Asked, s.open
	case !lines.Clean:
		c.Verdict = Settled
	default:
		c.compare(&f, s.text, lines.Text)
	}
	return c, nil
}

// compare compares a clean merge of a file by lines with that by structure.
func (c *Checked) compare(f *File, structure, lines []byte) {
	var agreement terms.Agreement
	if path.Base(f.Path) == decisions.FileName {
		if _, c.Why = decisions.Read(lines, f.Path); c.Why != nil {
			c.Verdict = Broken
		}
		return
	}
	switch agreement, c.Why = f.agreement(structure, lines); {
	case agreement == terms.Invalid, agreement == terms.Repeats:
		c.Verdict = Broken
	case c.Why != nil:
		c.Verdict = Unknown
	case agreement == terms.Disagrees:
		c.Verdict = Differs
	}
	if c.Why == nil && c.Verdict != Alike {
		opts := files.Options{Options: f.settings()}
		opts.Policy.UpdatedOrder = false
		// Where they differ is told if it can be; that they do is known.
		if found, err := files.Compare(f.tree(lines), f.tree(structure), opts); err == nil {
			c.Comparison = *found
		}
	}
}
