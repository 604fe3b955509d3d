package upgrade

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
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

// patience is how long what a check has started may go on when that has ended.
const patience = 2 * time.Second

// mostOutput is how much of what a check prints is shown, from its end, in bytes.
const mostOutput = 4 << 10

// check runs the package's own check in its directory, nil if it passes.
func (m *merging) check(ctx context.Context, command string) *CheckError {
	c := exec.CommandContext(ctx, "sh", "-c", command)
	c.Dir, c.WaitDelay = m.dir, patience
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	if err == nil {
		return nil
	}
	text := strings.TrimSpace(out.String())
	if len(text) > mostOutput {
		text = "…" + strings.ToValidUTF8(text[len(text)-mostOutput:], "")
	}
	return &CheckError{Command: command, Output: text, Err: err}
}
