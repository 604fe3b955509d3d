package cli

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/merge/resource"
)

// merge3Command is the 3-way merge of files and directories.
func merge3Command() *cobra.Command {
	m := merging{settings: settings{strategy: resource.ThreeWay}, arguments: threeVersions()}
	return m.command(&cobra.Command{Use: "merge3", Args: m.onlyFlags})
}

// merge2Command is the 2-way merge of files and directories.
func merge2Command() *cobra.Command {
	m := merging{settings: settings{strategy: resource.TwoWay}, arguments: []argument{
		{role: "source", usage: "what is applied to dest, patches or resources: file, directory or -"},
		{role: "dest", usage: "what it is applied to: file, directory or -"},
	}}
	return m.command(&cobra.Command{Use: "merge2", Args: m.onlyFlags})
}

// onlyFlags refuses arguments of a command whose versions are named by flags. As many as there
// are versions are most likely those.
func (m *merging) onlyFlags(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	written := c.CommandPath()
	for i, a := range m.arguments {
		name := strings.ToUpper(a.role)
		if len(args) == len(m.arguments) {
			name = args[i]
		}
		written += " " + a.String() + " " + name
	}
	return fmt.Errorf("unexpected argument %q: versions are given with flags: %s", args[0], written)
}

// layersCommand folds files and directories from left to right.
func layersCommand() *cobra.Command {
	m := merging{settings: settings{strategy: resource.Layers}}
	return m.command(&cobra.Command{Use: "layers", Args: arguments(1, math.MaxInt)})
}
