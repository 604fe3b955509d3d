package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/kptfile"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/upgrade"
	"github.com/krm-merge/krm-merge/internal/upstream"
)

// getCommand takes a package.
func getCommand() *cobra.Command {
	var f fetching
	c := &cobra.Command{
		Use:  "get",
		Args: arguments(1, 2),
		RunE: func(c *cobra.Command, args []string) error {
			dest := ""
			if len(args) > 1 {
				dest = args[1]
			}
			ctx, cache, err := f.begin(false)
			if err != nil {
				return err
			}
			at, err := cache.Locate(args[0])
			if err != nil && strings.HasPrefix(args[0], "http") && strings.Contains(dest, "@") {
				at, err = upstream.Parse(kptfile.OverHTTP + args[0] + "/" + dest) // A repository of charts, and a chart.
				dest = ""
			}
			if err != nil {
				return err
			}
			got, err := (&upgrade.Upgrader{Cache: cache}).Get(ctx, at, dest)
			if err != nil {
				return err
			}
			for _, note := range got.Notes {
				fmt.Fprintln(c.ErrOrStderr(), printable.Line(note))
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), printable.Line(fmt.Sprintf("%s: %s, %s", got.Dir, got.Version, report.Counted(got.Files, "file"))))
			return err
		},
	}
	f.declare(c)
	return c
}
