package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/upgrade"
)

// adoptCommand gives a package an upstream.
func adoptCommand() *cobra.Command {
	var f fetching
	var force bool
	c := &cobra.Command{
		Use:  "adopt",
		Args: arguments(2, 2),
		RunE: func(c *cobra.Command, args []string) error {
			ctx, cache, err := f.begin(false)
			if err != nil {
				return err
			}
			at, err := cache.Locate(args[1])
			if err != nil {
				return err
			}
			if at.Ref == "" {
				return fmt.Errorf("%s: names no version; add the one that the package was copied from: @REF", at)
			}
			version, err := (&upgrade.Upgrader{Cache: cache}).Adopt(ctx, args[0], at, force)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), printable.Line(fmt.Sprintf("%s: %s; krm-merge diff %s shows what is changed", args[0], version, printable.Word(args[0]))))
			return err
		},
	}
	c.Flags().BoolVar(&force, "force", false, "write another place than the Kptfile has, or one with which the package has no file in common")
	f.declare(c)
	return c
}
