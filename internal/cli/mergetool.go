package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/driver"
	"github.com/krm-merge/krm-merge/merge/marks"
)

// mergetoolCommand is the tool that git mergetool starts.
func mergetoolCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "mergetool BASE LOCAL REMOTE MERGED",
		Short: "What git mergetool runs: merge a file that is not merged yet",
		Long:  mergetoolLong,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 4 {
				return errors.New("mergetool takes four files: BASE LOCAL REMOTE MERGED; krm-merge git install sets it up for git mergetool")
			}
			r, err := mergeFiles(driver.File{Path: args[3], MarkSize: marks.Size}, args[0], args[1], args[2])
			switch {
			case err != nil:
				return err
			case !r.Clean:
				return &unsettledError{fmt.Sprintf("%s\n%s is left as it is; choose in it", strings.Join(r.Said, "\n"), args[3])}
			}
			return writeMerged(args[3], r)
		},
	}
}
