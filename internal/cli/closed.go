package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// errClosed is what is wrong with a standard output that takes nothing.
var errClosed = errors.New("standard output is closed, so the result would be lost; send it somewhere, to /dev/null if it is not needed")

// isClosed reports whether the program was started without standard output. The runtime
// opens the null device in its place, for reading and writing.
func isClosed(stdout io.Writer) bool {
	f, ok := stdout.(*os.File)
	if !ok || f.Fd() != 1 {
		return false
	}
	at, err := f.Stat()
	null, nullErr := os.Stat(os.DevNull)
	return err == nil && nullErr == nil && os.SameFile(at, null) && readable(f)
}

// output is standard output for what is printed by itself, such as help and the version.
// It fails where that is closed, and remembers it: cobra forgets what fails in its help.
type output struct {
	stdout io.Writer
	failed error
}

func (o *output) Write(text []byte) (n int, err error) {
	if isClosed(o.stdout) {
		err = errClosed
	} else if n, err = o.stdout.Write(text); err != nil {
		err = fmt.Errorf("stdout: %w", err)
	}
	if err != nil {
		o.failed = err
	}
	return n, err
}

// stdoutOf is the standard output of a command that decides itself what it needs there.
func stdoutOf(c *cobra.Command) io.Writer {
	if o, ok := c.OutOrStdout().(*output); ok {
		return o.stdout
	}
	return c.OutOrStdout()
}
