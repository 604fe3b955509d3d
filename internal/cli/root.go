package cli

import (
	"cmp"
	_ "embed" // The texts of the help.
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	reports "github.com/krm-merge/krm-merge/internal/report"
)

// group are commands that stand together in the help.
type group struct {
	title    string
	commands []*cobra.Command
}

// groups are the commands, in the order of the help.
func groups() []group {
	return []group{
		{"Packages from upstream", []*cobra.Command{getCommand(), upgradeCommand(), outdatedCommand(), changesCommand(), adoptCommand()}},
		{"Merge files and directories", []*cobra.Command{merge3Command(), merge2Command(), layersCommand()}},
		{"Answer what a merge leaves to you", []*cobra.Command{resolveCommand(), checkCommand()}},
		{"Merge in git", []*cobra.Command{gitCommand()}},
	}
}

// Command is the command with all others below it, for the pages about them.
func Command() *cobra.Command { return rootCommand(About{}) }

// unsorted has commands listed in the order in which they are added.
//
//nolint:gochecknoglobals // It is one setting for all.
var unsorted = sync.OnceFunc(func() { cobra.EnableCommandSorting = false })

// rootCommand is the command with all others below it. Without arguments it is the
// function, which needs no command.
func rootCommand(about About) *cobra.Command {
	unsorted()
	doc := false
	root := &cobra.Command{
		Use:           "krm-merge",
		Version:       versionText(about.Version),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(c *cobra.Command, _ []string) error {
			if doc {
				return writeDoc(c.OutOrStdout(), c, about.Metadata)
			}
			return errors.New("say which command to run; krm-merge --help lists them. Without any argument krm-merge is a KRM function, which reads a ResourceList from stdin")
		},
		SuggestionsMinimumDistance: 2,
	}
	root.Flags().BoolVar(&doc, "doc", false, "print a description of the function as JSON")
	root.Flags().Lookup("doc").Hidden = true // It is for catalogs of functions.
	root.SetFlagErrorFunc(flagError)
	for _, g := range groups() {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
			c.Flags().SortFlags = false
			c.Flags().VisitAll(func(f *pflag.Flag) {
				if f.Value.Type() == "string" || f.Value.Type() == "func" {
					f.Value = given{f.Value}
				}
			})
		}
	}
	root.AddCommand(&cobra.Command{Use: "configuration"}, &cobra.Command{Use: "function"}) // Pages of help.
	addHelp(root, strings.NewReplacer("<places>", helpOf("places"), "<files>", helpOf("files"), "<settings>", configuration))
	root.InitDefaultHelpCmd()
	if c, _, err := root.Find([]string{"help"}); err == nil {
		c.Args = func(_ *cobra.Command, args []string) error {
			_, _, err := root.Find(args)
			return err
		}
	}
	return root
}

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
func addHelp(c *cobra.Command, shared *strings.Replacer) {
	_, path, _ := strings.Cut(c.CommandPath(), " ")
	text := helpOf(cmp.Or(path, c.Name()))
	c.Use, text, _ = strings.Cut(text, "\n")
	c.Long, c.Example, _ = strings.Cut(shared.Replace(text), "\n\nExamples:\n")
	first, _, _ := strings.Cut(c.Long, "\n")
	c.Short = strings.TrimSuffix(first, ".")
	for _, sub := range c.Commands() {
		addHelp(sub, shared)
	}
}

// writeDoc describes the function the way functions built on the SDK do, for
// catalogs: how it is used, by its pages below the root, and what metadata, their
// metadata.yaml, knows about it.
func writeDoc(w io.Writer, root *cobra.Command, metadata []byte) error {
	long, examples := "", ""
	for _, name := range []string{"function", "configuration"} {
		if c, _, err := root.Find([]string{name}); err == nil {
			long, examples = strings.TrimSpace(long+"\n\n"+c.Long), examples+c.Example
		}
	}
	out := map[string]any{"short": root.Short, "long": long, "examples": examples, "hidden": false}
	if err := yaml.Unmarshal(metadata, &out); err != nil {
		return fmt.Errorf("metadata.yaml: %w", err)
	}
	return reports.WriteJSON(w, out)
}
