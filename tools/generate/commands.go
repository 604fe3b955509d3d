package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commandsPage is what the help of the commands says, in tables: what each does, its exit codes,
// and all flags.
func commandsPage(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString(note("the help of the commands") + "# Commands\n\n`krm-merge COMMAND --help` says more about a command, with examples.\n")
	var all []*cobra.Command
	for _, g := range root.Groups() {
		var rows strings.Builder
		for _, c := range root.Commands() {
			if c.GroupID != g.ID || !c.Runnable() || c.Name() == "help" || c.Name() == "completion" {
				continue
			}
			for _, c := range withSubcommands(c) {
				all = append(all, c)
				fmt.Fprintf(&rows, "| `%s` | %s |\n", strings.ReplaceAll(strings.TrimSuffix(c.UseLine(), " [flags]"), "|", `\|`), escaped(c.Short))
			}
		}
		if rows.Len() > 0 {
			fmt.Fprintf(&b, "\n| %s | |\n|---|---|\n%s", strings.TrimSuffix(g.Title, ":"), rows.String())
		}
	}
	b.WriteString(exitCodes(all))
	b.WriteString(allFlags(all))
	return b.String()
}

// withSubcommands is a command with those below it.
func withSubcommands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			all = append(all, withSubcommands(sub)...)
		}
	}
	return all
}

// describedFlag is a flag as a table has it.
type describedFlag struct{ name, usage string }

// flagsOf are the flags of a command, in the order of its help.
func flagsOf(c *cobra.Command) (all []describedFlag) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		kind, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		switch kind {
		case "":
		case "string", "value":
			name += " VALUE"
		default:
			name += " " + kind
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
			usage += " (default " + f.DefValue + ")"
		}
		all = append(all, describedFlag{"`" + name + "`", escaped(usage)})
	})
	return all
}

// allFlags is one table of the flags of all commands.
func allFlags(commands []*cobra.Command) string {
	var order []describedFlag
	having := map[describedFlag][]string{}
	for _, c := range commands {
		for _, f := range flagsOf(c) {
			if having[f] == nil {
				order = append(order, f)
			}
			having[f] = append(having[f], nameOf(c))
		}
	}
	var b strings.Builder
	b.WriteString("\n## Flags\n\n| flag | of | what |\n|---|---|---|\n")
	for _, f := range order {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", f.name, strings.Join(having[f], ", "), f.usage)
	}
	return b.String()
}

// sameForAll is what the table of exit codes need not repeat, as the text above it says so.
var sameForAll = regexp.MustCompile(`; 2 bad usage or bad input([;.])`)

// exitCodes is one table of what the exit codes of commands mean: the paragraph of their help that
// begins so.
func exitCodes(commands []*cobra.Command) string {
	var b strings.Builder
	b.WriteString("\n## Exit codes\n\n0: done; 1: conflicts or questions are left to you; 2: bad usage or bad input, of all commands; 3: fetching, or\nsomething around the program, failed.\n\n| command | exit code |\n|---|---|\n")
	for _, c := range commands {
		if _, text, has := strings.Cut(c.Long, "Exit code: "); has {
			text, _, _ = strings.Cut(text, "\n\n")
			text = sameForAll.ReplaceAllString(text, "$1")
			fmt.Fprintf(&b, "| %s | %s |\n", nameOf(c), escaped(text))
		}
	}
	b.WriteString("| without arguments: [the function](pipelines.md) | 0 merged; 1 failed, as the results say |\n")
	return b.String()
}

// nameOf is the name of a command without that of the program.
func nameOf(c *cobra.Command) string {
	_, name, _ := strings.Cut(c.CommandPath(), " ")
	return name
}

// escaped is a text in a table of Markdown that is none itself.
func escaped(text string) string {
	return strings.NewReplacer("<", "&lt;", "*", `\*`).Replace(cell(text))
}
