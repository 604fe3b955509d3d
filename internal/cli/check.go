package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

const checkShort = "Fail while questions of a merge are open"

const checkLong = checkShort + `.

It looks at the files and directories that are named, or at the package or repository around the working directory, and
shows the questions that krm-merge resolve would ask. Nothing is written.

Exit code: 0 no question is open; 1 some are; 2 bad usage or bad input, a damaged mark among it.`

// checkCommand fails while questions are open.
func checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "check [FILE|DIR…]",
		Short:   checkShort,
		Long:    checkLong,
		Example: "  krm-merge check my-package",
		RunE: func(c *cobra.Command, args []string) error {
			w, err := openWorkspace(args)
			if err != nil {
				return err
			}
			defer w.root.Close()
			s, err := w.session()
			if err != nil {
				return err
			}
			for _, q := range s.Questions() {
				fmt.Fprintln(c.OutOrStdout(), q)
			}
			if open := len(s.Questions()); open > 0 {
				return &questionsError{open}
			}
			return nil
		},
	}
}
