package upgrade

import (
	"context"
	"fmt"
	"strings"

	"github.com/krm-merge/krm-merge/internal/program"
)

// mostOutput is how much of what a check prints is shown, from its end, in bytes.
const mostOutput = 4 << 10

// check runs the package's own check in its directory, nil if it passes.
func (m *merging) check(ctx context.Context, command string) error {
	// All that it says in the order in which it does.
	c := program.Command{Name: "sh", Args: []string{"-c", "exec 2>&1\n" + command}, Dir: m.dir, Terminal: true}
	text, _, err := c.Run(ctx)
	if err == nil {
		return nil
	}
	if text = strings.TrimSpace(text); len(text) > mostOutput {
		text = "…" + strings.ToValidUTF8(text[len(text)-mostOutput:], "")
	}
	if text != "" {
		text = ":\n" + text
	}
	return fmt.Errorf("the check failed (%s, %w); the upgrade is written%s", command, err, text)
}
