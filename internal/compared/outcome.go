package main

import "errors"

// Outcome is what a program gave for a case.
type Outcome struct {
	Status Status
	// Text is what came out, a stream of documents.
	Text string
	// Message is the error, or the conflicts where the program lists them.
	Message string
	// Reports: the program reports that the versions disagree.
	Reports bool
}

// Status is how a program ended.
type Status int

const (
	// Merged: there is a result.
	Merged Status = iota
	// Stopped: it leaves the disagreement to a person, with marks in the text.
	Stopped
	// Failed: it refused the input, or failed.
	Failed
	// NotApplicable: it has nothing of the kind.
	NotApplicable
)

// Program is one that merges. Its function is not called for cases it does not
// know; it returns errNotApplicable for what it finds out itself.
type Program struct {
	Name  string
	merge func(Case) (Outcome, error)
}

// errNotApplicable: a program cannot do what a case is about.
var errNotApplicable = errors.New("not applicable")

// run merges a case; every error is an outcome.
func (p Program) run(c Case) Outcome {
	o, err := p.merge(c)
	switch {
	case errors.Is(err, errNotApplicable):
		return Outcome{Status: NotApplicable}
	case err != nil:
		return Outcome{Status: Failed, Message: err.Error()}
	}
	return o
}
