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

// EndedError is that a program was ended because its time was over, or because nobody wants it
// any more. It reads on behind a name.
type EndedError struct {
	After time.Duration
	Err   error
}

func (e *EndedError) Error() string {
	if e.After > 0 && errors.Is(e.Err, context.DeadlineExceeded) {
		return fmt.Sprintf("took longer than %s", e.After)
	}
	return "was ended"
}

func (e *EndedError) Unwrap() error { return e.Err }

// Run gives what the program wrote to stdout and to stderr. Where the context ends, or the time,
// the program is ended with all that it started, and the error is an *EndedError. An
// *exec.ExitError is that the program failed.
func (c Command) Run(ctx context.Context) (out, said string, err error) {
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
	err = run.Run()
	switch {
	case ctx.Err() != nil:
		kill()
		return "", "", &EndedError{c.Timeout, ctx.Err()}
	case stdout.full:
		err = ErrTooMuch
	}
	return stdout.text.String(), strings.TrimSpace(stderr.String()), err
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
