package cli

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"
)

// colouring is the value of --color.
type colouring string

// Colours, as --color names them.
const (
	autoColour   colouring = "auto"
	alwaysColour colouring = "always"
	neverColour  colouring = "never"
)

// declare declares the flag; of is what has colours.
func (c *colouring) declare(to *cobra.Command, of string) {
	to.Flags().StringVar((*string)(c), "color", string(autoColour), "colour for "+of+": auto (on terminals, if NO_COLOR is not set), always or never")
	complete(to, "color", cobra.FixedCompletions([]string{string(autoColour), string(alwaysColour), string(neverColour)}, cobra.ShellCompDirectiveNoFileComp))
}

// check refuses what is not one of the values.
func (c colouring) check() error {
	if !slices.Contains([]colouring{autoColour, alwaysColour, neverColour}, c) {
		return fmt.Errorf("--color %s: use auto, always or never", c)
	}
	return nil
}

// on reports whether colours go to w.
func (c colouring) on(w io.Writer) bool {
	switch c {
	case alwaysColour:
		return true
	case neverColour:
		return false
	case autoColour:
	}
	return isTerminal(w) && os.Getenv("NO_COLOR") == ""
}
