package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/merge/resource"
)

// layersCommand folds files and directories from left to right.
func layersCommand() *cobra.Command {
	m := merging{strategy: resource.Layers}
	c := &cobra.Command{
		Use:     "layers P P... [-o OUT]",
		Short:   layersShort,
		Long:    layersLong,
		Example: layersExamples,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name the layers, left to right: files, directories or - for stdin")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			m.arguments = layerArguments(args)
			return m.start(c)
		},
	}
	c.Flags().SortFlags = false
	m.outputFlags(c)
	return c
}

// layerArguments are the layers: the first is what the others are merged into.
func layerArguments(names []string) []argument {
	all := make([]argument, len(names))
	for i, name := range names {
		all[i] = argument{role: fmt.Sprintf("layer %d", i+1), name: name}
	}
	return all
}
