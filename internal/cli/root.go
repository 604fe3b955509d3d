package cli

import (
	"cmp"
	_ "embed" // The texts of the help.
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
)

// group are commands that stand together in the help.
type group struct {
	title    string
	commands []*cobra.Command
}

// groups are all commands, in the order of the help.
func groups() []group {
	return []group{
		{"Packages from upstream", []*cobra.Command{getCommand(), upgradeCommand(), outdatedCommand(), changesCommand(), adoptCommand()}},
		{"Merge files and directories", []*cobra.Command{merge3Command(), merge2Command(), layersCommand(), explainCommand()}},
		{"Answer what a merge leaves to you", []*cobra.Command{resolveCommand(), checkCommand()}},
		{"Merge in git", []*cobra.Command{gitCommand()}},
		{"Other commands", nil},
	}
}

// Command is the command with all others below it, for the pages about them.
func Command() *cobra.Command { return rootCommand(About{}, false) }

// rootCommand is the command with all others below it. Without arguments it is the
// function, which needs no command. completing: a shell asks how an argument may go on, and
// each flag is read several times.
func rootCommand(about About, completing bool) *cobra.Command {
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
	}
	root.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return unknownCommand(c, args[0])
	}
	root.SuggestionsMinimumDistance = 2
	root.Flags().BoolVar(&doc, "doc", false, "print a description of the function as JSON")
	root.Flags().Lookup("doc").Hidden = true // It is for catalogs of functions.
	root.SetFlagErrorFunc(flagError)
	all := groups()
	for _, g := range all {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
			explainArguments(c)
			c.Flags().SortFlags = false
			if !completing {
				givenOnce(c.Flags())
			}
		}
	}
	topics := group{"Pages of help", []*cobra.Command{
		{Use: "configuration"}, {Use: "function"},
	}}
	root.AddCommand(topics.commands...)
	addHelp(root, strings.NewReplacer("<places>", helpOf("places"), "<files>", helpOf("files"), "<settings>", configuration))
	other := &all[len(all)-1]
	other.commands = append(other.commands, ownCommands(root, other.title)...)
	usual := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if c.HasParent() {
			usual(c, args)
			return
		}
		fmt.Fprint(c.OutOrStdout(), overview(c.Long, append(all, topics)))
	})
	return root
}

// ownCommands are those that the library has, for shells and help.
func ownCommands(root *cobra.Command, group string) (own []*cobra.Command) {
	root.SetHelpCommandGroupID(group)
	root.SetCompletionCommandGroupID(group)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for name, short := range map[string]string{
		"completion": "Complete commands, flags and values in your shell: bash, zsh, fish, powershell",
		"help":       "Show the help of a command, or one of the pages below",
	} {
		if c, _, err := root.Find([]string{name}); err == nil {
			c.Short = short
			if name == "help" {
				c.Args = knownTopic
			}
			own = append(own, c)
		}
	}
	slices.SortFunc(own, func(a, b *cobra.Command) int { return strings.Compare(a.Name(), b.Name()) })
	return own
}

// knownTopic refuses to help with a command that is not there.
func knownTopic(c *cobra.Command, args []string) error {
	of := c.Root()
	for _, arg := range args {
		found, rest, err := of.Find([]string{arg})
		if err != nil || len(rest) > 0 || found == of {
			return unknownCommand(of, arg)
		}
		of = found
	}
	return nil
}

// explainArguments has a command, and those below it, show how they are used where they are
// given too few arguments or too many.
func explainArguments(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			err := check(c, args)
			if err != nil && (strings.HasPrefix(err.Error(), "accepts ") || strings.HasPrefix(err.Error(), "requires ")) {
				return fmt.Errorf("it does not work with %s; write: %s", reports.Counted(len(args), "argument"), c.UseLine())
			}
			return err
		}
	}
	for _, sub := range c.Commands() {
		explainArguments(sub)
	}
}

// completes reports whether a shell asks how an argument may go on.
func completes(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// overview is the help without a command: what there is, on half a screen.
func overview(text string, all []group) string {
	var b strings.Builder
	first, end, _ := strings.Cut(text, "\n\n")
	b.WriteString(first + "\n\n")
	for _, g := range all {
		b.WriteString(g.title + ":\n")
		for _, c := range g.commands {
			fmt.Fprintf(&b, "  %-14s %s\n", c.Name(), printable.Line(c.Short))
		}
	}
	b.WriteString("\n" + end + "\n")
	return b.String()
}

// givenOnce refuses a second value of flags that take one.
func givenOnce(flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() == "string" {
			f.Value = &once{Value: f.Value}
		}
	})
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
