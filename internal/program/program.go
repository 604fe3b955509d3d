// Package program runs other programs that may talk to servers, and may take long. In go
// commands, out comes what they write, up to a bound. It must not know what they are for.
package program

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Command is a run of a program.
type Command struct {
	Name string
	Args []string
	// Called is what errors call it, "" for its name.
	Called string
	// Dir is "" for the working directory, and Env nil for the environment of this process.
	Dir string
	Env []string
	// Stdin is all that it can read there.
	Stdin string
	// Terminal: people can be asked for what it needs. Without it the program and what it
	// starts have no terminal to ask on.
	Terminal bool
	// Timeout is how long it may take, 0 for any time.
	Timeout time.Duration
	// Most is how much it may write to stdout, 0 for 1 GiB.
	Most int
}

// most is how much a program may write. What it reads may unfold to far more than it is.
const most = 1 << 30

// patience is how long it has to end once it was told to.
const patience = 2 * time.Second

// ErrTooMuch is that a program wrote more than it may.
var ErrTooMuch = errors.New("it is more than is read in one run")

// Error is that a program did not do what it was run for.
type Error struct {
	// Called is the program, and what it was told to do.
	Called string
	// Code is its exit code, below 0 if it did not end by itself.
	Code int
	// Said is what it wrote to stderr.
	Said string
	// Err is why it did not end by itself: exec.ErrNotFound, ErrTooMuch, or, where its time, After, was over or nobody
	// wants it any more, the error of the context.
	Err   error
	After time.Duration
}

func (e *Error) Error() string {
	switch {
	case errors.Is(e.Err, exec.ErrNotFound):
		return e.Called + " is not installed, or not in the path; install it"
	case errors.Is(e.Err, context.DeadlineExceeded):
		return fmt.Sprintf("%s took longer than %s", e.Called, e.After)
	case errors.Is(e.Err, context.Canceled):
		return e.Called + " was ended"
	case e.Err != nil:
		return e.Called + ": " + e.Err.Error()
	}
	return e.Called + ": " + cmp.Or(e.Said, fmt.Sprintf("exit code %d", e.Code))
}

func (e *Error) Unwrap() error { return e.Err }

// Run gives what the program wrote to stdout; an error is an *Error. Where the context ends, or the time, the program is
// ended with all that it started.
func (c Command) Run(ctx context.Context) (string, error) {
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Timeout)
		defer cancel()
	}
	run := exec.CommandContext(ctx, c.Name, c.Args...)
	run.Dir, run.Env, run.WaitDelay = c.Dir, c.Env, patience
	run.Stdin = strings.NewReader(c.Stdin)
	var stderr bytes.Buffer
	stdout := bounded{most: cmp.Or(c.Most, most)}
	run.Stdout, run.Stderr = &stdout, &stderr
	kill := endTogether(run, c.Terminal)
	err := run.Run()
	failed := &Error{Called: cmp.Or(c.Called, c.Name), Code: -1, Said: strings.TrimSpace(stderr.String()), Err: err, After: c.Timeout}
	exit, is := errors.AsType[*exec.ExitError](err)
	switch {
	case ctx.Err() != nil:
		kill()
		failed.Err = ctx.Err()
		return "", failed
	case stdout.full:
		failed.Err = ErrTooMuch
	case err == nil:
		return stdout.text.String(), nil
	case errors.Is(err, exec.ErrNotFound):
		failed.Called = c.Name
	case is:
		failed.Code, failed.Err = exit.ExitCode(), nil
	}
	return stdout.text.String(), failed
}

// bounded takes what a program writes. Beyond the bound it fails, and with it the program. It is no bytes.Buffer, which
// would be filled without Write.
type bounded struct {
	text bytes.Buffer
	most int
	full bool
}

// Write takes a part.
func (b *bounded) Write(p []byte) (int, error) {
	if b.full = b.text.Len()+len(p) > b.most; b.full {
		return 0, ErrTooMuch
	}
	return b.text.Write(p)
}
