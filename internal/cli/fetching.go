package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/upstream"
)

// fetching are the flags of commands that read packages from git repositories, and charts.
type fetching struct{ offline bool }

// defaultTimeout is how long one run of git or helm may take, where KRM_MERGE_TIMEOUT does not say.
const defaultTimeout = 5 * time.Minute

func (f *fetching) declare(c *cobra.Command) {
	c.Flags().BoolVar(&f.offline, "offline", false, "use what was fetched before, and fetch nothing")
}

// cache is what repositories are read through. On a terminal it says what takes its time,
// above how far the command is.
func (f *fetching) cache(t *telling) (*upstream.Cache, error) {
	timeout := defaultTimeout
	if text := os.Getenv("KRM_MERGE_TIMEOUT"); text != "" {
		var err error
		if timeout, err = time.ParseDuration(text); err != nil {
			return nil, fmt.Errorf("KRM_MERGE_TIMEOUT: %w; write 5m, or 0 for any time", err)
		}
	}
	terminal := isTerminal(t.stderr)
	o := upstream.Options{Offline: f.offline, Timeout: timeout, Terminal: terminal && isTerminal(os.Stdin)}
	if terminal && !t.quiet {
		o.Progress = func(what string) {
			fmt.Fprintln(t.stderr, printable.Line(what))
		}
	}
	return upstream.Open(o)
}

// interruptible is the context of a command that the user may interrupt.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), interruptions()...)
}
