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
			ctx, cache, stop, err := f.begin(false)
			if err != nil {
				return err
			}
			defer stop()
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

// adoptCommand gives a package an upstream.
func adoptCommand() *cobra.Command {
	var f fetching
	var force bool
	c := &cobra.Command{
		Use:  "adopt",
		Args: arguments(2, 2),
		RunE: func(c *cobra.Command, args []string) error {
			ctx, cache, stop, err := f.begin(false)
			if err != nil {
				return err
			}
			defer stop()
			at, err := cache.Locate(args[1])
			if err != nil {
				return err
			}
			if at.Ref == "" {
				return fmt.Errorf("%s: names no version; add the one that the package was copied from: @REF", at)
			}
			a, err := (&upgrade.Upgrader{Cache: cache}).Adopt(ctx, args[0], at, force)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), printable.Line(fmt.Sprintf("%s: %s; of upstream's %d files it has %d as they are, %d changed, %d not",
				args[0], a.Version, a.Files, a.Same, a.Edited, a.Files-a.Same-a.Edited)))
			return err
		},
	}
	c.Flags().BoolVar(&force, "force", false, "write another place than the Kptfile has, or one with which the package has no file in common")
	f.declare(c)
	return c
}
