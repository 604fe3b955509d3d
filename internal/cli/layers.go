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
	return m.command(&cobra.Command{
		Use: "layers",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name the layers, left to right: files, directories or - for stdin")
			}
			return nil
		},
	})
}

// layerArguments are the layers: the first is what the others are merged into.
func layerArguments(names []string) (all []argument) {
	for i, name := range names {
		all = append(all, argument{role: fmt.Sprintf("layer %d", i+1), name: name})
	}
	return all
}
