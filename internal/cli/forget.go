package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/resolve"
)

const forgetShort = "Drop remembered decisions, so that the conflicts are asked again"

const forgetLong = forgetShort + `.

PATH is the place that was decided, as the report spells it, with * for any field and [*] for any element; what is below it
is meant too, and a dot is every place. It looks into merge-decisions.yaml of the package or repository around the working
directory, or of --dir.

Exit code: 0 some were dropped; 2 there are none, or bad usage or bad input, and nothing is written.`

const forgetExamples = `  krm-merge forget spec.replicas --resource Deployment/web
  krm-merge forget . --resource prod/web`

// forgetCommand drops remembered decisions.
func forgetCommand() *cobra.Command {
	var filter resolve.Filter
	var dir string
	c := &cobra.Command{
		Use:     "forget PATH [--resource R] [--dir DIR]",
		Short:   forgetShort,
		Long:    forgetLong,
		Example: forgetExamples,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if filter.Path = args[0]; filter.Path == "." {
				filter.Path = ""
			}
			var in []string
			if dir != "" {
				in = []string{dir}
			}
			w, err := openWorkspace(in)
			if err != nil {
				return err
			}
			defer w.root.Close()
			s, err := w.session()
			if err != nil {
				return err
			}
			dropped := s.Forget(filter)
			if len(dropped) == 0 {
				return fmt.Errorf("no decision about %s is remembered in %s; merge-decisions.yaml lists them", args[0], w.dir)
			}
			if err = w.save(s); err != nil {
				return err
			}
			for _, d := range dropped {
				fmt.Fprintln(c.OutOrStdout(), printable.Line("forgot "+d))
			}
			return nil
		},
	}
	c.Flags().StringVar((*string)(&filter.Resource), "resource", "", "only decisions about this resource: KIND/NAME, NAMESPACE/NAME or FILE")
	c.Flags().StringVar(&dir, "dir", "", "the package, instead of the one around the working directory")
	return c
}
