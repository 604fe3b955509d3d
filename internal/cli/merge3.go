package cli

import (
	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/merge/resource"
)

// merge3Command is the 3-way merge of files and directories.
func merge3Command() *cobra.Command {
	m := merging{strategy: resource.ThreeWay, arguments: threeVersions()}
	return m.command(&cobra.Command{
		Use:  "merge3",
		Args: onlyFlags("original", "updated", "dest"),
	})
}
