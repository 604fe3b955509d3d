package files

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// mergeWhole merges a file as bytes: the side that changed it wins. If both changed it,
// the outcome gets a conflict; if it is not merged as its name suggests, a note.
func (s *slot) mergeWhole(opts *resource.Options, o *resource.Outcome) {
	var c *merge.Conflict
	s.taken, c = s.takeWhole(opts)
	switch {
	case c != nil && c.By == merge.ByAnswer:
		o.Notes = append(o.Notes, resource.Note{Note: resource.Answered(c), Resource: cmp.Or(s.resource(merge.Dest), s.resource(merge.Updated))})
	case c != nil:
		o.Conflicts = append(o.Conflicts, resource.Conflict{
			Conflict: *c, OriginalResource: s.resource(merge.Original), UpdatedResource: s.resource(merge.Updated), DestResource: s.resource(merge.Dest),
		})
	}
	note := func(message string) { o.Notes = append(o.Notes, fileNote(s.path, message)) }
	dest := s.file(merge.Dest)
	if s.patched && dest != nil && !same(s.taken, dest) {
		note("holds no resources; taken whole from " + s.taken.Name)
	}
	switch {
	case s.byLine != nil:
		note("a Helm or Go template: merged by lines")
	case s.template && s.taken != dest:
		note("a Helm or Go template: merged whole")
	}
}

// takeWhole gives the file that is taken, nil for none, and the conflict if both sides
// changed it.
//
// See testdata/whole.txtar.
func (s *slot) takeWhole(opts *resource.Options) (*File, *merge.Conflict) {
	o, u, d := s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest)
	switch {
	case s.patched:
		return s.rightmost(), nil
	case same(o, u), same(u, d):
		return d, nil
	case same(o, d):
		return u, nil
	case s.byLine != nil:
		return s.byLine, nil
	case rewrapped(s.path, o, u):
		return d, nil
	case rewrapped(s.path, o, d):
		return u, nil
	}
	c := merge.Conflict{OnConflict: opts.Policy.Decides(), Taken: merge.Updated}
	keep := c.OnConflict == merge.TakeDest
	switch {
	case o == nil:
		c.Kind = merge.BothAdded
	case u == nil:
		c.Kind, keep = merge.DeletedUpstream, opts.OnDeletedUpstream == resource.KeepModified
	case d == nil:
		c.Kind, keep = merge.DeletedLocally, opts.OnDeletedLocally == resource.StayDeleted
	default:
		c.Kind = merge.BothChanged
	}
	if keep {
		c.Taken = merge.Dest
	}
	opts.Settle(&c, s.question(c.Kind), false)
	switch edit := c.Edit(); {
	case edit != nil && edit.Value == nil:
		return nil, &c
	case edit != nil:
		edited := *cmp.Or(d, u)
		edited.Data = []byte(edit.Value.Value)
		return &edited, &c
	case c.Taken == merge.Dest:
		return d, &c
	}
	return u, &c
}

// rewrapped reports whether two versions of a Markdown file differ in white space at
// most, which stands against no other change.
func rewrapped(path string, a, b *File) bool {
	return strings.HasSuffix(path, ".md") && a != nil && b != nil && slices.EqualFunc(bytes.Fields(a.Data), bytes.Fields(b.Data), bytes.Equal)
}

// question is what a conflict about the file asks: its values are the texts.
func (s *slot) question(kind merge.ConflictKind) *resource.Question {
	text := func(side merge.Side) *yaml.Node {
		f := s.file(side)
		if f == nil {
			return nil
		}
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: string(f.Data)}
	}
	return &resource.Question{
		Question:         merge.Question{Kind: kind, Original: text(merge.Original), Updated: text(merge.Updated), Dest: text(merge.Dest)},
		OriginalResource: s.resource(merge.Original), UpdatedResource: s.resource(merge.Updated), DestResource: s.resource(merge.Dest),
	}
}

// resource stands for the file of a version, nil if it has none here.
func (s *slot) resource(side merge.Side) *resource.Resource {
	f := s.file(side)
	if f == nil {
		return nil
	}
	return &resource.Resource{Path: f.Path, Name: f.Name}
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

// agrees reports whether the file can be merged whole without taking one of two
// contents that both sides wrote.
func (s *slot) agrees() bool {
	o, u, d := s.file(merge.Original), s.file(merge.Updated), s.file(merge.Dest)
	return same(o, u) || same(o, d) || same(u, d) || o != nil && (u == nil || d == nil)
}

// alike reports whether all versions that have the file have the same.
func (s *slot) alike() bool {
	var first *File
	for _, v := range s.versions {
		for _, d := range v {
			if first != nil && !same(first, d.file) {
				return false
			}
			first = d.file
		}
	}
	return true
}
