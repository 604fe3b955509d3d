package upgrade

import (
	"context"
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/internal/program"
)

// CheckError is that the package's own check failed.
type CheckError struct {
	// Command is what the settings say to run, Output what it printed, shortened.
	Command, Output string
	Err             error
}

func (e *CheckError) Error() string {
	said := ""
	if e.Output != "" {
		said = ":\n" + e.Output
	}
	return fmt.Sprintf("the check failed (%s, %v); the upgrade is written%s", e.Command, e.Err, said)
}

// mostOutput is how much of what a check prints is shown, from its end, in bytes.
const mostOutput = 4 << 10

// check runs the package's own check in its directory, nil if it passes.
func (m *merging) check(ctx context.Context, command string) *CheckError {
	// All that it says in the order in which it does.
	c := program.Command{Name: "sh", Args: []string{"-c", "exec 2>&1\n" + command}, Dir: m.dir, Terminal: true}
	text, _, err := c.Run(ctx)
	if err == nil {
		return nil
	}
	text = strings.TrimSpace(text)
	if len(text) > mostOutput {
		text = "…" + strings.ToValidUTF8(text[len(text)-mostOutput:], "")
	}
	return &CheckError{Command: command, Output: text, Err: err}
}
