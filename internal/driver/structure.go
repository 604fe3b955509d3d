package driver

import (
	"errors"
	"fmt"
	"time"

	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/marks"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// unfit is why the versions cannot be merged by structure, nil if they may be.
func (l limits) unfit(f *File) error {
	if len(f.Original) == 0 {
		return errors.New("both sides added the file")
	}
	for _, v := range []struct {
		of   string
		text []byte
	}{{f.Names.Original, f.Original}, {f.Names.Ours, f.Ours}, {f.Names.Theirs, f.Theirs}} {
		if len(v.text) > l.bytes {
			return fmt.Errorf("%s has more than %d bytes", v.of, l.bytes)
		}
		// In strings they are valid YAML.
		var at *marks.Error
		if errors.As(marks.Refuse(v.text), &at) {
			return fmt.Errorf("%s has conflict marks, from line %d on", v.of, at.Line)
		}
	}
	return nil
}

// structured is a merge by structure.
type structured struct {
	text []byte
	// questions are worded; unmarked: there are some that no mark in the text shows.
	questions []string
	unmarked  bool
	// err is why there is none. alarming: it should not be so.
	err      error
	alarming bool
}

// structure merges a file by structure, within the limits.
func (l limits) structure(f *File) structured {
	if err := l.unfit(f); err != nil {
		return structured{err: err}
	}
	return within(l.time, f.merged)
}

// within merges within a time; a panic is an error.
func within(most time.Duration, merged func() structured) structured {
	done := make(chan structured, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				value, stack := parallel.Recovered(r)
				done <- structured{alarming: true, err: fmt.Errorf("there is a bug in krm-merge, please report it with the three versions: %v\n%s", value, stack)}
			}
		}()
		done <- merged()
	}()
	late := time.NewTimer(most)
	defer late.Stop()
	select {
	case s := <-done:
		return s
	case <-late.C:
		return structured{alarming: true, err: fmt.Errorf("structure takes longer than %s", most)}
	}
}

// merged merges a file by structure.
func (f *File) merged() (s structured) {
	named := marks.Names{Mine: f.Names.Ours, Original: f.Names.Original, Updated: f.Names.Theirs}
	text, result, err := files.Bytes(f.Original, f.Theirs, f.Ours, f.Path, files.Options{
		Options: resource.Careful(), Marks: files.Marks{Options: marks.Options{Style: f.Style}, Names: named, Size: f.MarkSize},
	})
	if err != nil {
		return structured{err: err}
	}
	if result.Files[0].Whole {
		return structured{err: errors.New("it is a template")}
	}
	for i := range result.Conflicts {
		if c := &result.Conflicts[i]; c.Open() {
			at := &resource.Error{Resources: []*resource.Resource{c.Subject()}, Path: c.Place(), Problem: phrase.KindOf(c.Kind).Title}
			s.questions = append(s.questions, at.Error())
		}
	}
	s.text, s.unmarked = text, len(result.Unmarked) > 0
	return s
}
