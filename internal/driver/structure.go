package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// unfit is why the versions cannot be merged by structure, nil if they may be.
func (l limits) unfit(f *File) error {
	switch {
	case len(f.Original) > 0 || path.Base(f.Path) == decisions.FileName:
	default: // To its driver git gives nothing for what was not there.
		return errors.New("both sides added the file, or filled an empty one")
	}
	for i, of := range []string{f.Names.Original, f.Names.Ours, f.Names.Theirs} {
		text := *f.All()[i]
		if len(text) > l.bytes {
			return fmt.Errorf("%s has more than %d bytes", of, l.bytes)
		}
		// In strings they are valid YAML.
		if err := marks.Refuse(text); err != nil {
			return fmt.Errorf("%s has conflict marks: %w", of, err)
		}
	}
	return nil
}

// errTemplate is why structure cannot help with a file that is merged by lines anyway.
var errTemplate = errors.New("it is a template")

// structure merges a file by structure, within the limits. The result says why there is none, or what is asked, and
// not yet how it stands to lines.
func (l limits) structure(f *File) *Result {
	if err := l.unfit(f); err != nil {
		return &Result{Why: err}
	}
	return within(l.time, f.merged)
}

// within merges within a time; a panic is an error.
func within(most time.Duration, merged func() *Result) *Result {
	done := make(chan *Result, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				value, stack := parallel.Recovered(r)
				done <- &Result{Alarming: true, Why: fmt.Errorf("there is a bug in krm-merge, please report it with the three versions: %v\n%s", value, stack)}
			}
		}()
		done <- merged()
	}()
	ctx, stop := context.WithTimeout(context.Background(), most)
	defer stop()
	select {
	case r := <-done:
		if ctx.Err() == nil {
			return r
		}
	case <-ctx.Done():
	}
	return &Result{Alarming: true, Why: fmt.Errorf("structure takes longer than %s", most)}
}

// merged merges a file by structure.
func (f *File) merged() *Result {
	if path.Base(f.Path) == decisions.FileName {
		// Both sides are branches of one repository, whose decisions count alike.
		text, err := decisions.Merge(f.Original, f.Ours, f.Theirs, f.Path)
		return &Result{Text: text, Why: err, sure: true}
	}
	names := [3]string{merge.Original: f.Names.Original, merge.Updated: f.Names.Theirs, merge.Dest: f.Names.Ours}
	result, err := files.MergeTrees(f.trees(), files.Options{
		Options: f.settings().Recalling(f.Decisions), Marks: files.Marks{Options: marks.Options{Style: f.Style}, Names: names, Size: f.MarkSize},
	})
	if err != nil {
		return &Result{Why: err}
	}
	if len(result.Files) != 1 {
		return &Result{Why: errors.New("it cannot hold marks")}
	}
	r := &Result{Text: result.Files[0].Data, Lined: result.Files[0].Whole, unmarked: len(result.Unmarked) > 0}
	for i := range result.Notes {
		n := &result.Notes[i]
		r.sure = r.sure || n.Kind == terms.NoteAnswer
		if n.Kind == terms.NoteAnswer || n.Kind == terms.NoteComment {
			r.Told = append(r.Told, said(n.Resource, n.Path.String(), n.Message))
		}
	}
	for i := range result.Conflicts {
		if c := &result.Conflicts[i]; c.Open() {
			about := *c.Subject()
			about.Line = cmp.Or(c.Line, about.Line)
			r.Said = append(r.Said, said(&about, c.Place(), phrase.KindOf(c.Kind).Title))
			r.Open = append(r.Open, *c)
		}
	}
	return r
}

// trees are the versions as trees.
func (f *File) trees() []*files.Tree {
	return []*files.Tree{f.tree(f.Original), f.tree(f.Theirs), f.tree(f.Ours)}
}

// tree is a version as a tree of one file, whose path is that in the repository: decisions
// are about it. What is not YAML by its name is not taken for resources.
func (f *File) tree(data []byte) *files.Tree {
	return &files.Tree{Single: terms.HoldsResources(f.Path), Empty: data == nil, Files: []files.File{{Path: f.Path, Name: f.Path, Data: data}}}
}

// said is what somebody should know about a place.
func said(of *resource.Resource, path, what string) string {
	if of.Node == nil {
		return of.Path + " " + path + ": " + what
	}
	return (&resource.Error{Resources: []*resource.Resource{of}, Path: path, Problem: what}).Error()
}
