package files

import "github.com/krm-merge/krm-merge/merge/resource"

// Options say how trees are merged. The zero value has the defaults.
type Options struct {
	// Options decide. Their strategy is that of the function called, but for
	// MergeTrees and Explain.
	resource.Options
	// Progress is told how far the merge is, unless it is nil.
	Progress Progress
}

// with gives the options of another strategy.
func (o Options) with(strategy resource.Strategy) Options {
	o.Strategy = strategy
	return o
}

// begin tells that a phase begins for so many files.
func (o Options) begin(p Phase, files int) {
	if o.Progress != nil {
		o.Progress.Begin(p, files)
	}
}

// step tells that a phase is done for one more file.
func (o Options) step() {
	if o.Progress != nil {
		o.Progress.Step()
	}
}

// Progress is told how far a merge is.
type Progress interface {
	// Begin is called when a phase begins, with the number of files.
	Begin(p Phase, files int)
	// Step is called for each file that is read, and for each that is printed. It
	// may be called by several goroutines at a time.
	Step()
}

// Phase is what is being done.
type Phase uint8

const (
	// Reading: files are parsed.
	Reading Phase = iota
	// Merging: resources are merged, all of them at once.
	Merging
	// Printing: files are printed.
	Printing
)

func (p Phase) String() string {
	switch p {
	case Reading:
		return "reading"
	case Merging:
		return "merging"
	case Printing:
		return "printing"
	}
	return "invalid"
}
