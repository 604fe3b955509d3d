package resource

import (
	"errors"
	"strings"

	"github.com/krm-merge/krm-merge/merge"
)

// Error is input that cannot be merged: where it is, what is wrong and what to do.
type Error struct {
	// Resources are those concerned, the first one foremost; none if the
	// fault lies elsewhere.
	Resources []*Resource
	// Path is the place in the resource, "" if it is about all of it.
	Path string
	// Problem is what is wrong and what to do.
	Problem string
	// Err is the cause, nil if there is none.
	Err error
}

func (e *Error) Error() string {
	var b strings.Builder
	if len(e.Resources) == 1 {
		r := e.Resources[0]
		b.WriteString(r.place() + ": " + r.Describe() + ": ")
	}
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	b.WriteString(e.Problem)
	if e.Err != nil {
		b.WriteString(e.Err.Error())
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// inputError names the resource that a complaint of the engine, or of the check of its result, is
// about; another error stays as it is.
func (t *triple) inputError(err error) error {
	var in *merge.InputError
	var v *merge.Violation
	switch {
	case errors.As(err, &v):
		return &Error{
			Resources: []*Resource{t.foremost().Resource}, Path: v.Path.String(),
			Problem: v.Problem + " (found by the check of the result, so nothing was written; if no version is at fault, please report it)",
		}
	case !errors.As(err, &in):
		return err
	}
	e := &Error{Err: err}
	if m := t[in.Side]; m != nil {
		e.Resources = []*Resource{m.Resource}
		if in.Repeated != nil && m.Secret() {
			e.Err = &merge.InputError{Side: in.Side, Path: in.Path.Without(0), Line: in.Line, Column: in.Column, Problem: "a key stands here twice; keep one of them", Repeated: in.Repeated}
		}
	}
	return e
}
