package cli

import (
	"cmp"
	_ "embed" // The texts of the help.
	"strings"

	"github.com/spf13/cobra"
)

//go:embed help.txt
var help string

// helpOf is a page of the help, or a text that pages share.
func helpOf(name string) string {
	_, behind, found := strings.Cut(help, "\n== "+name+"\n")
	if !found {
		panic("the help has no page " + name)
	}
	text, _, _ := strings.Cut(behind, "\n== ")
	return strings.TrimSuffix(text, "\n")
}

// addHelp gives a command, and those below it, their pages: how they are used, what they do, in a line and
// in full, and examples.
func addHelp(c *cobra.Command) {
	_, path, _ := strings.Cut(c.CommandPath(), " ")
	text := helpOf(cmp.Or(path, c.Name()))
	c.Use, text, _ = strings.Cut(text, "\n")
	text = strings.NewReplacer("<places>", helpOf("places"), "<files>", helpOf("files"), "<settings>", configuration).Replace(text)
	c.Long, c.Example, _ = strings.Cut(text, "\n\nExamples:\n")
	first, _, _ := strings.Cut(c.Long, "\n")
	c.Short = strings.TrimSuffix(first, ".")
	for _, sub := range c.Commands() {
		addHelp(sub)
	}
}
