package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// output is standard output for what is printed by itself, such as help and the version.
// It remembers a failure: cobra forgets what fails in its help.
type output struct {
	stdout io.Writer
	failed error
}

func (o *output) Write(text []byte) (int, error) {
	n, err := o.stdout.Write(text)
	if err != nil {
		o.failed = fmt.Errorf("stdout: %w", err)
	}
	return n, o.failed
}

// stdoutOf is the standard output of a command that writes to it itself.
func stdoutOf(c *cobra.Command) io.Writer {
	if o, ok := c.OutOrStdout().(*output); ok {
		return o.stdout
	}
	return c.OutOrStdout()
}
