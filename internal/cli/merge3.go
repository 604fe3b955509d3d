package cli

import (
	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/merge/resource"
)

// merge3Command is the 3-way merge of files and directories.
func merge3Command() *cobra.Command {
	m := merging{strategy: resource.ThreeWay, arguments: []argument{
		{role: "original"}, {role: "updated"}, {role: "dest"},
	}}
	c := &cobra.Command{
		Use:     "merge3 --original P --updated P --dest P [-o OUT | --in-place]",
		Short:   merge3Short,
		Long:    merge3Long,
		Example: merge3Examples,
		Args:    onlyFlags("--original, --updated and --dest"),
		RunE:    func(c *cobra.Command, _ []string) error { return m.start(c) },
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&m.arguments[0].name, "original", "", "upstream's version that dest was made from: file, directory or -")
	f.StringVar(&m.arguments[1].name, "updated", "", "upstream's new version: file, directory or -")
	f.StringVar(&m.arguments[2].name, "dest", "", "the local version: file, directory or -")
	m.outputFlags(c)
	return c
}
