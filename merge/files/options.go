package files

import (
	"cmp"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// Options control how trees are merged. The zero value has the defaults.
type Options struct {
	// Only MergeTrees and Explain use the strategy of these options; the other
	// functions have their own.
	resource.Options
	// Marks are how conflicts that are left to somebody stand in files.
	Marks Marks
	// Progress, if it is not nil, is told how the merge proceeds.
	Progress interface {
		// Begin is called when a phase begins, with the number of files: files are parsed
		// ("reading"), all resources are merged ("merging"), files are printed ("printing").
		Begin(phase string, files int)
		// Step is called for each file that is read, and for each that is printed. It
		// may be called by several goroutines at a time.
		Step()
	}
}

// Marks are how conflicts that are left to somebody (onConflict: Ask) stand in files.
type Marks struct {
	marks.Options
	// Names are what the marks call the versions; mine, original and updated where they
	// are empty.
	Names marks.Names
	// Size is how many characters a mark has, 7 if it is less.
	Size int
}

func (m *Marks) names() marks.Names {
	return marks.Names{Yours: cmp.Or(m.Names.Yours, phrase.Dest), Original: cmp.Or(m.Names.Original, phrase.Original), Upstream: cmp.Or(m.Names.Upstream, phrase.Updated)}
}

// with gives the options of another strategy.
func (o Options) with(strategy resource.Strategy) Options {
	o.Strategy = strategy
	return o
}

// begin reports that a phase begins for so many files.
func (o Options) begin(phase string, files int) {
	if o.Progress != nil {
		o.Progress.Begin(phase, files)
	}
}

// step reports that a phase is done for one more file.
func (o Options) step() {
	if o.Progress != nil {
		o.Progress.Step()
	}
}
