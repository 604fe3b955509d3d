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
type fetching struct {
	command *cobra.Command
	offline bool
}

// defaultTimeout is how long one run of git or helm may take, where KRM_MERGE_TIMEOUT does not say.
const defaultTimeout = 5 * time.Minute

func (f *fetching) declare(c *cobra.Command) {
	f.command = c
	c.Flags().BoolVar(&f.offline, "offline", false, "use what was fetched before, and fetch nothing")
}

// begin gives what repositories are read through, and the context of a command that the user may interrupt.
// On a terminal the cache says what takes its time, above how far the command is, unless that is quiet.
func (f *fetching) begin(quiet bool) (ctx context.Context, cache *upstream.Cache, err error) {
	timeout := defaultTimeout
	if text := os.Getenv("KRM_MERGE_TIMEOUT"); text != "" {
		if timeout, err = time.ParseDuration(text); err != nil {
			return nil, nil, fmt.Errorf("KRM_MERGE_TIMEOUT: %w; write 5m, or 0 for any time", err)
		}
	}
	stderr := f.command.ErrOrStderr()
	terminal := isTerminal(stderr)
	o := upstream.Options{Offline: f.offline, Timeout: timeout, Terminal: terminal && isTerminal(os.Stdin)}
	if terminal && !quiet {
		o.Progress = func(what string) { fmt.Fprintln(stderr, printable.Line(what)) }
	}
	if cache, err = upstream.Open(o); err != nil {
		return nil, nil, err
	}
	ctx, _ = signal.NotifyContext(context.Background(), interruptions()...) // Until the process ends.
	return ctx, cache, nil
}
