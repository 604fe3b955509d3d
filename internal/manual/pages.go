package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// pagesDirectory is where the pages are, in the repository.
const pagesDirectory = "docs/commands/"

const generated = "<!-- Made from the help by internal/manual; go generate ./internal/cli makes it anew. -->\n\n"

// pagesOf are the pages of the documentation about commands, made from their help, by their
// names in the repository: one for each command, and README.md with all flags and exit
// codes.
func pagesOf(root *cobra.Command) map[string]string {
	pages := map[string]string{}
	var index strings.Builder
	index.WriteString(generated + "# Commands\n\n" + root.Short + "\n")
	var all []*cobra.Command
	for _, g := range root.Groups() {
		index.WriteString("\n" + g.Title + ":\n\n| command | what it does |\n|---|---|\n")
		for _, c := range root.Commands() {
			if c.GroupID != g.ID || c.Name() == "help" || c.Name() == "completion" {
				continue
			}
			for _, c := range withSubcommands(c) {
				all = append(all, c)
				pages[pagesDirectory+pageName(c)] = page(c)
				fmt.Fprintf(&index, "| [%s](%s) | %s |\n", c.CommandPath(), pageName(c), cell(c.Short))
			}
		}
	}
	index.WriteString(exitCodes(all))
	index.WriteString(allFlags(all))
	pages[pagesDirectory+"README.md"] = index.String()
	return pages
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

// pageName is the file of a command: git-install.md.
func pageName(c *cobra.Command) string {
	_, name, _ := strings.Cut(c.CommandPath(), " ")
	return strings.ReplaceAll(name, " ", "-") + ".md"
}

// page is what the help of a command shows.
func page(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s# %s\n\n```\n%s\n```\n\n", generated, c.CommandPath(), c.UseLine())
	long := c.Long
	if long == "" {
		long = c.Short + "."
	}
	fmt.Fprintf(&b, "```text\n%s\n```\n", strings.TrimSpace(long))
	if flags := flagsOf(c); len(flags) > 0 {
		b.WriteString("\n## Flags\n\n| flag | what |\n|---|---|\n")
		for _, f := range flags {
			fmt.Fprintf(&b, "| %s | %s |\n", f.name, f.usage)
		}
	}
	if c.Example != "" {
		fmt.Fprintf(&b, "\n## Examples\n\n```sh\n%s\n```\n", strings.ReplaceAll(strings.TrimPrefix(c.Example, "  "), "\n  ", "\n"))
	}
	b.WriteString("\n[All commands](README.md)\n")
	return b.String()
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
		case "string":
			name += " VALUE"
		default:
			name += " " + kind
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
			usage += " (default " + f.DefValue + ")"
		}
		all = append(all, describedFlag{"`" + name + "`", cell(usage)})
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
			_, name, _ := strings.Cut(c.CommandPath(), " ")
			having[f] = append(having[f], name)
		}
	}
	var b strings.Builder
	b.WriteString("\n## Flags\n\n| flag | of | what |\n|---|---|---|\n")
	for _, f := range order {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", f.name, strings.Join(having[f], ", "), f.usage)
	}
	return b.String()
}

// exitCodes is one table of what the exit codes of commands mean: the paragraph of their
// help that begins so.
func exitCodes(commands []*cobra.Command) string {
	var b strings.Builder
	b.WriteString("\n## Exit codes\n\n0: done; 1: conflicts or questions are left to you; 2: bad usage or bad input; 3: fetching, or something around the\nprogram, failed.\n\n| command | exit code |\n|---|---|\n")
	for _, c := range commands {
		if _, text, has := strings.Cut(c.Long, "Exit code: "); has {
			text, _, _ = strings.Cut(text, "\n\n")
			fmt.Fprintf(&b, "| [%s](%s) | %s |\n", c.CommandPath(), pageName(c), cell(text))
		}
	}
	b.WriteString("| without arguments: [the function](../pipelines.md) | 0 merged; 1 failed, as the results say |\n")
	return b.String()
}

// cell is a text in a table of Markdown.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`).Replace(strings.Join(strings.Fields(text), " "))
}
