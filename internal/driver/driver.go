// Package driver is what krm-merge does as a merge driver of git. In go three versions of
// a file, out comes the file merged by structure, or as git merges it by lines: never
// worse than that. It must not know where the versions come from, nor write anything.
package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"time"

	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/seal"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// What structure may take before it is left to lines: git waits, file by file.
const (
	mostBytes = 16 << 20
	mostTime  = 10 * time.Second
)

// cannotMerge is the exit code of git merge-file where there is nothing to merge by lines.
const cannotMerge = 255

// File is a file that both sides changed.
type File struct {
	// Path is that in the repository; some kinds are known by it.
	Path string
	// Versions are what it holds; git is asked for Lines that are nil.
	git.Versions
	// Written is what git wrote into the work tree, nil where it does not tell.
	Written []byte
	// Names are what marks call the versions, "" where git does not say.
	Names git.Names
	// MarkSize is how many characters a mark has, Style what stands between them.
	MarkSize int
	Style    marks.Style
	// Settings are how it is merged, nil for the profile Careful.
	Settings *resource.Options
	// Decisions are what people decided about the repository's files, nil for nothing.
	Decisions *decisions.Tree
}

// Verdict is how the merge of a file by structure stands to git's by lines.
type Verdict uint8

const (
	// Alike: both have the same values, apart from the order of resources, and of lists that are sets or have keys.
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

// Result is what becomes of a file.
type Result struct {
	Verdict
	Text []byte
	// Clean reports whether nobody has to look at it.
	Clean bool
	// ByLines reports whether it is git's merge by lines.
	ByLines bool
	// Lined: it is krm-merge's merge by lines, as it has no structure.
	Lined bool
	// Why is what lines make not valid of a file that is Broken, nil if they repeat a key in a list; of
	// others, why structure cannot help. Alarming: it should not be so.
	Why      error
	Alarming bool
	// Open are the conflicts that structure leaves to somebody.
	Open []resource.Conflict
	// Said is what somebody should know: what is asked, or why lines were merged.
	Said []string
	// Told are the questions that decisions answered, and the comments that are lost.
	Told []string

	// unmarked: no mark in the text of a merge by structure shows some of what is asked; sure: that is right even if
	// lines merge without a conflict and give something else.
	unmarked, sure bool
	// binary: lines cannot be merged either.
	binary bool
	// structure and lines are both merges, where they differ.
	structure, lines []byte
}

// Merge merges a file by structure. What git merge-file gives is the result where structure does not help: the file
// is not YAML (of one that has the same conflicts the marks say what they ask, and decisions are obeyed), has
// conflict marks, was added by both sides, is too large or takes too long; or it is one that cannot hold marks, and
// has a question. Where lines merge without a conflict and structure gives another value, apart from the order of
// lists that are sets or have keys, that is a question, unless a decision gave it. The error is that git does not
// run.
//
// A file that sops encrypted is sealed where nothing is asked about it; else it is not clean.
func Merge(f File) (*Result, error) {
	if marks.Refuse(f.Original) != nil {
		f.Lines = nil // By itself git may lose what bases have that conflict.
	}
	r, err := Check(f)
	if err != nil || !r.Clean {
		return r, err
	}
	one := []files.Merged{{File: files.File{Path: f.Path, Data: r.Text}}}
	if err := seal.Files(context.Background(), one, func(*files.Merged) [][]byte { return [][]byte{f.Original, f.Theirs, f.Ours} }); err != nil {
		r.Clean, r.Said = false, append(r.Said, err.Error())
	}
	r.Text = one[0].Data
	return r, nil
}

// Check is Merge of a file that is not needed: nothing is sealed.
func Check(f File) (*Result, error) { return limits{mostBytes, mostTime}.merge(f) }

// limits are what structure may take.
type limits struct {
	bytes int
	time  time.Duration
}

func (l limits) merge(f File) (*Result, error) {
	f.name()
	byLines, err := f.lines()
	if err != nil {
		return nil, err
	}
	r := l.fromBases(&f, byLines)
	// Git's text stands where git asks nothing, or something else.
	if r.Lined && !r.sure && (byLines.Clean || !remain(r.Text, byLines.Text) && !slices.Equal(sidesOf(r.Text), sidesOf(byLines.Text))) {
		r.Why = errTemplate
	}
	switch {
	case r.Why != nil || byLines.binary:
		byLines.Why, byLines.Alarming = r.Why, r.Alarming
		if !byLines.binary && (r.Alarming || !byLines.Clean) {
			byLines.Said = []string{fmt.Sprintf("%s: merged by lines, as %v", f.Path, r.Why)}
		}
		return byLines, nil
	case r.unmarked:
		return &Result{Verdict: Asked, Text: byLines.Text, ByLines: true, Open: r.Open, Said: r.Said}, nil
	case len(r.Said) > 0:
		r.Verdict = Asked
		return r, nil
	}
	if r.Clean = true; byLines.Clean {
		return f.held(r, byLines)
	}
	r.Verdict = Settled
	return r, nil
}

// fromBases merges a file by structure. Bases of a criss-cross merge that conflict come from what was before; both sides
// have decided it, so that decisions do not count.
func (l limits) fromBases(f *File, byLines *Result) *Result {
	bases, damaged := marks.Parse(f.Original)
	if damaged != nil || marks.Refuse(f.Original) == nil || marks.Refuse(f.Ours) != nil || marks.Refuse(f.Theirs) != nil {
		return l.structure(f)
	}
	f.Original, f.Decisions = marks.Take(bases, merge.Original), nil
	r := l.structure(f)
	if !byLines.Clean && r.Why == nil && len(r.Said) == 0 {
		r.Why = errors.New("its merge bases conflict") // A side may have taken what was before.
	}
	return r
}

// held is the merge by structure that asks nothing, held against a clean one by lines.
func (f *File) held(r, byLines *Result) (*Result, error) {
	if r.Lined {
		r.Verdict, r.Why = Unknown, errTemplate
		return r, nil
	}
	agreement, err := f.agreement(r.Text, byLines.Text)
	r.structure, r.lines = r.Text, byLines.Text
	switch {
	case agreement == terms.Invalid, agreement == terms.Repeats:
		r.Verdict, r.Why = Broken, err
	case err != nil:
		byLines.Why = err // A merge that cannot be parsed is no help.
		return byLines, nil
	case agreement == terms.Disagrees:
		if r.Verdict = Differs; !r.sure {
			return r, f.doubt(r)
		}
	}
	return r, nil
}

// agreement is how a merge of the file by lines stands to that by structure.
func (f *File) agreement(structure, lines []byte) (terms.Agreement, error) {
	if path.Base(f.Path) != decisions.FileName {
		return files.Options{Options: f.settings()}.AgreementWithLines(structure, lines, f.Path)
	}
	if _, err := decisions.Read(lines, f.Path); err != nil {
		return terms.Invalid, err
	}
	return terms.Agrees, nil
}

// doubt has both merges, where lines and structure differ: one of them is wrong, and it is unknown which.
func (f *File) doubt(r *Result) error {
	names := git.Names{Ours: "merged by structure", Original: "nothing", Theirs: "merged by lines"}
	r.Clean, r.Said = false, []string{f.Path + ": merged by structure it has other values than merged by lines; choose between the marks"}
	var err error
	r.Text, _, err = git.MergeFile(git.Histogram, git.Versions{Ours: r.structure, Theirs: r.lines}, names, f.MarkSize, "merge")
	return err
}

// Compare is how structure differs from lines in a file that Differs or is Broken, as far as that can be told.
func (f *File) Compare(r *Result) *files.Comparison {
	opts := files.Options{Options: f.settings()}
	opts.Policy.UpdatedOrder = false
	found, err := files.Compare(f.tree(r.lines), f.tree(r.structure), opts)
	if err != nil {
		return &files.Comparison{}
	}
	return found
}

// name names the versions that have no names.
func (f *File) name() {
	f.Names = git.Names{Ours: cmp.Or(f.Names.Ours, "ours"), Original: cmp.Or(f.Names.Original, "original"), Theirs: cmp.Or(f.Names.Theirs, "theirs")}
}

// settings are how it is merged.
func (f *File) settings() resource.Options {
	if f.Settings != nil {
		return *f.Settings
	}
	return resource.Careful()
}

// lines merges a file as git merge-file does.
func (f *File) lines() (*Result, error) {
	if f.Lines != nil {
		return byLines(f.Lines, !f.Torn), nil
	}
	lines, clean, err := git.MergeFile(git.Histogram, f.Versions, f.Names, f.MarkSize, "")
	switch {
	case git.Code(err) == cannotMerge:
		// Our side stays, as git has it.
		return &Result{Verdict: Stopped, Text: f.Ours, ByLines: true, binary: true, Said: []string{f.Path + ": cannot be merged by lines either; yours stands there"}}, nil
	case err != nil:
		return nil, err
	}
	return byLines(lines, clean), nil
}

// byLines is a merge by lines where structure cannot help.
func byLines(text []byte, clean bool) *Result {
	r := &Result{Verdict: Stopped, Text: text, ByLines: true, Clean: clean}
	if clean {
		r.Verdict = Unknown
	}
	return r
}
