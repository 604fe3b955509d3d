package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/merge/resource"
)

// merge2Command is the 2-way merge of files and directories.
func merge2Command() *cobra.Command {
	m := merging{strategy: resource.TwoWay, arguments: []argument{
		{role: "source"}, {role: "dest"},
	}}
	c := &cobra.Command{
		Use:     "merge2 --source P --dest P [-o OUT | --in-place]",
		Short:   merge2Short,
		Long:    merge2Long,
		Example: merge2Examples,
		Args:    onlyFlags("--source and --dest"),
		RunE:    func(c *cobra.Command, _ []string) error { return m.start(c) },
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&m.arguments[0].name, "source", "", "what is applied to dest, patches or resources: file, directory or -")
	f.StringVar(&m.arguments[1].name, "dest", "", "what it is applied to: file, directory or -")
	m.outputFlags(c)
	return c
}

// onlyFlags refuses arguments of a command whose versions are named by flags.
func onlyFlags(flags string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("unexpected argument %q: versions are given with %s", args[0], flags)
		}
		return nil
	}
}
