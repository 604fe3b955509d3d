package files

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// mergeWhole merges a file as bytes: the side that changed it wins. If both changed it,
// their lines are merged, or the outcome gets a conflict. A note tells how a file was
// merged that is not merged as its name suggests.
func (s *slot) mergeWhole(decided *decisions.Tree, opts *resource.Options, o *resource.Outcome) {
	s.conflicts[0] = len(o.Conflicts)
	c := s.takeWhole(decided, opts, o)
	s.conflicts[1] = len(o.Conflicts)
	if opts.Listed {
		s.leave(o)
	}
	message, warning := s.told(c)
	if message != "" {
		note := fileNote(s.path, message)
		note.Warning = warning
		o.Notes = append(o.Notes, note)
	}
}

// record records a conflict about the file, or about lines of it.
func (s *slot) record(o *resource.Outcome, c resource.Conflict) {
	if c.By == terms.ByAnswer {
		o.Notes = append(o.Notes, c.Answered())
		return
	}
	o.Conflicts = append(o.Conflicts, c)
}

// told tells how the file was merged, "" if as its name suggests. It is a warning where
// the result may not be what either side meant.
func (s *slot) told(c *merge.Conflict) (message string, warning bool) {
	dest, what := s.file(merge.Dest), "not a file of resources"
	if s.because != nil {
		what = s.because.String()
	}
	if how := s.toldLines(c); how != "" {
		return what + ": " + how, true
	}
	switch {
	case s.taken == nil || same(s.taken, dest):
	case s.taken.isLink():
		return "a symbolic link to " + string(s.taken.Data), false
	case s.patched && dest != nil && s.because == nil:
		return "holds no resources; taken whole from " + s.taken.Name, false
	case s.patched && dest != nil:
		return what + ": taken whole from " + s.taken.Name, true
	case s.because != nil && (c == nil || !s.because.template):
		return what + ": merged whole", !s.because.template
	}
	return "", false
}

// toldLines tells that lines were merged, "" where they were not.
func (s *slot) toldLines(c *merge.Conflict) string {
	switch {
	case s.lined && c != nil && (&resource.Conflict{Conflict: *c}).Open():
		return "merged by lines; those that both sides changed are left to you"
	case s.lined && c != nil:
		return fmt.Sprintf("merged by lines; of those that both sides changed %s's are taken", c.Taken)
	case s.lined, c != nil && s.because != nil && !s.patched && s.holdsLines():
		return "merged by lines"
	}
	return ""
}

// takeWhole finds the file that is taken. It gives the conflict if both sides changed it
// and lines do not settle that, or all of it that lines leave is settled for one side.
//
// See testdata/whole*.txtar, testdata/template*.txtar.
func (s *slot) takeWhole(decided *decisions.Tree, opts *resource.Options, o *resource.Outcome) *merge.Conflict {
	if s.patched {
		s.taken = s.rightmost()
		return nil
	}
	f, ofOne := s.changedByOne()
	if ofOne {
		s.taken = f
		return nil
	}
	c := s.wholeConflict(opts)
	if c.Kind == merge.BothChanged && s.holdsLines() {
		return s.takeLines(s.decidedWhole(decided, *opts), o, c)
	}
	q := s.question(c.Kind)
	if c.By != terms.ByMode {
		opts.Settle(&c, q, false)
	}
	s.taken = s.file(c.Taken)
	if edit := c.Edit(); edit != nil {
		s.taken = nil
		if edit.Value != nil {
			edited := *cmp.Or(s.file(merge.Dest), s.file(merge.Updated))
			edited.Data = []byte(edit.Value.Value)
			s.taken = &edited
		}
	}
	about := q.OfFile()
	about.Conflict = c
	s.record(o, about)
	return &c
}

// decidedWhole are options under which a decision about the whole file answers the questions
// about its lines which no other answers.
func (s *slot) decidedWhole(decided *decisions.Tree, opts resource.Options) *resource.Options {
	whole, others := resource.Options{}.Recalling(decided).Answers, opts.Answers
	if whole == nil {
		return &opts
	}
	if all, is := whole(s.question(merge.BothChanged)); is && !all.Edited {
		opts.Answers = func(q *resource.Conflict) (merge.Answer, bool) {
			if a, ok := others(q); ok {
				return a, true
			}
			return all, true
		}
	}
	return &opts
}

// changedByOne gives the file that is taken, nil for none, where not both sides changed
// it differently.
func (s *slot) changedByOne() (f *File, ofOne bool) {
	o, u, d := s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest)
	switch {
	case same(o, u), same(u, d):
		return d, true
	case same(o, d):
		return u, true
	}
	return nil, false
}

// wholeConflict is the conflict about a file that both sides changed, as the options
// decide it.
func (s *slot) wholeConflict(opts *resource.Options) merge.Conflict {
	o, u, d := s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest)
	c := merge.Conflict{OnConflict: opts.Policy.Decides(), Taken: merge.Updated}
	keep := c.OnConflict == merge.TakeDest
	switch {
	case o == nil:
		c.Kind = merge.BothAdded
	case u == nil:
		c.Kind, keep = merge.DeletedUpstream, opts.OnDeletedUpstream == terms.KeepModified
	case d == nil:
		c.Kind, keep = merge.DeletedLocally, opts.OnDeletedLocally != terms.Readd
		switch {
		case opts.SkipsFiles():
			c.By, c.Mode, c.OnConflict = terms.ByMode, merge.ModeSkip, merge.TakeDest
		case opts.OnDeletedLocally == terms.StayDeleted:
			c.OnConflict = merge.TakeDest
		}
	case u.isLink() != d.isLink():
		c.Kind = merge.KindChanged
	default:
		c.Kind = merge.BothChanged
	}
	if keep || c.By == terms.ByMode {
		c.Taken = merge.Dest
	}
	return c
}

// holdsLines reports whether all versions are text: no symbolic links, and nothing else
// has zero bytes.
func (s *slot) holdsLines() bool {
	return !s.hasLink() && !slices.ContainsFunc(s.all(), func(d *documents) bool { return bytes.IndexByte(d.file.Data, 0) >= 0 })
}

// question is what a conflict about the file asks: its values are the texts.
func (s *slot) question(kind merge.ConflictKind) *resource.Conflict {
	text := func(side merge.Side) *yaml.Node {
		f := s.file(side)
		if f == nil {
			return nil
		}
		return node.String(string(f.Data))
	}
	return &resource.Conflict{
		Conflict:         merge.Conflict{Kind: kind, Original: text(merge.Original), Updated: text(merge.Updated), Dest: text(merge.Dest)},
		OriginalResource: s.resource(merge.Original), UpdatedResource: s.resource(merge.Updated), DestResource: s.resource(merge.Dest),
	}
}

// resource stands for the file of a version, nil if it has none here.
func (s *slot) resource(side merge.Side) *resource.Resource {
	f := s.file(side)
	if f == nil {
		return nil
	}
	return &resource.Resource{Path: f.Path, Name: f.Name, From: f}
}

// rightmost is the file that wins where there is no original.
func (s *slot) rightmost() *File {
	right := s.file(merge.Dest)
	for _, d := range s.versions[merge.Updated] {
		if right == nil || !same(right, d.file) {
			right = d.file
		}
	}
	return right
}
