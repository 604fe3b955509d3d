package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// once is the value of a flag that is given once: of two the first would be forgotten.
// It is never another flag, which is taken for it where it is missing.
type once struct {
	pflag.Value
	given bool
}

// Set takes over what the flag is given.
func (o *once) Set(text string) error {
	if o.given {
		return fmt.Errorf("it was %q before; give it once", o.Value)
	}
	if strings.HasPrefix(text, "--") {
		return errors.New("the value is missing, and the next flag stands in its place (write ./ in front of a name that is meant)")
	}
	o.given = true
	return o.Value.Set(text)
}

// instead is what to write for a command that there was, or that other tools have.
func instead(command string) string {
	return map[string]string{
		"krm-merge version":       "krm-merge --version",
		"krm-merge git uninstall": "krm-merge git install --remove",
		"krm-merge git status":    "krm-merge git install --status",
		"krm-merge forget":        "krm-merge resolve --forget",
		"krm-merge mergetool":     "krm-merge resolve, or krm-merge git install for git mergetool",
	}[command]
}

// unknownCommand names the command that was probably meant.
func unknownCommand(c *cobra.Command, name string) error {
	if now := instead(c.CommandPath() + " " + name); now != "" {
		return fmt.Errorf("there is no command %s; write: %s", name, now)
	}
	near := c.SuggestionsFor(name)
	if c.Flags().Lookup(name) != nil {
		near = []string{"--" + name}
	}
	return fmt.Errorf("unknown command %q%s", name, didYouMean(near, "krm-merge --help lists the commands"))
}

// flagError names the flag that was probably meant.
func flagError(c *cobra.Command, err error) error {
	hint := c.CommandPath() + " --help lists the flags"
	if !c.HasParent() && c.Flags().NArg() > 0 {
		return unknownCommand(c, c.Flags().Arg(0))
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if f := invalid.GetFlag(); f.Value.Type() == "bool" {
			return fmt.Errorf("--%s: %q is neither true nor false; leave it out", f.Name, invalid.GetValue())
		}
		return fmt.Errorf("--%s %s: %w", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return fmt.Errorf("%w; %s", err, hint)
	}
	if use := insteadOfFlag(unknown.GetSpecifiedName()); use != "" {
		return fmt.Errorf("there is no flag --%s any more; use %s", unknown.GetSpecifiedName(), use)
	}
	if having := commandsWith(c, unknown.GetSpecifiedName()); len(having) > 0 {
		return fmt.Errorf("%w; it is one of %s", err, strings.Join(having, ", "))
	}
	if instead := flagElsewhere(unknown.GetSpecifiedName()); c.Flags().Lookup(instead) != nil {
		return fmt.Errorf("%w; here it is --%s", err, instead)
	}
	// cobra knows how near names are, but only those of commands.
	names := &cobra.Command{SuggestionsMinimumDistance: 2}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		names.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	near := names.SuggestionsFor(unknown.GetSpecifiedName())
	for i := range near {
		near[i] = "--" + near[i]
	}
	return fmt.Errorf("%w%s", err, didYouMean(near, hint))
}

// insteadOfFlag is what to use for a flag that there was.
func insteadOfFlag(name string) string {
	return map[string]string{
		"accept":      "--take file",
		"check":       "--set check='COMMAND'",
		"color":       "NO_COLOR=1 or CLICOLOR_FORCE=1 in the environment",
		"list":        "krm-merge check, or krm-merge resolve without a terminal",
		"marks":       "--set marks=Lines, Decisions or None",
		"marks-style": "git config merge.conflictStyle",
		"no-remember": "resolve --forget, which drops remembered answers",
		"on-conflict": "--set onConflict=Updated, Dest, Newest, NewestOrDest, NewestOrAsk, Ask or Fail",
		"pre":         "upgrade --latest=pre",
		"recursive":   "upgrade --all, or --set subpackages=Merge to merge them along",
		"remerge":     "git checkout --merge FILE, then krm-merge resolve",
		"shared":      "git install in each clone, which gives it the attributes as well",
		"stat":        "--diff=stat",
		"timeout":     "KRM_MERGE_TIMEOUT=10m in the environment",
		"unified":     "--diff",
		"upstream":    "diff --to REF, or adopt PKG REPO/DIR@REF",
	}[name]
}

// flagElsewhere is our name for what other tools' flags do, "" if we know none: git's, those
// of kustomize cfg merge3, kubectl's, diff3's.
func flagElsewhere(name string) string {
	return map[string]string{
		"dry-run": "diff", "patch": "source", "output-dir": "output", "out": "output", "silent": "quiet",
		"base": "original", "ancestor": "original", "old": "original",
		"theirs": "updated", "remote": "updated", "upstream": "updated", "from": "updated", "new": "updated",
		"ours": "dest", "local": "dest", "mine": "dest", "to": "dest",
	}[name]
}

// commandsWith are the commands below one that have a flag.
func commandsWith(c *cobra.Command, flag string) (names []string) {
	for _, sub := range c.Commands() {
		if sub.Flags().Lookup(flag) != nil {
			names = append(names, sub.CommandPath())
		}
	}
	return names
}

// oneDash refuses -original in place of --original, which would be read as -o riginal.
func oneDash(root *cobra.Command, args []string) error {
	command, _, err := root.Find(args)
	if err != nil {
		return nil //nolint:nilerror // Execute reports it with suggestions.
	}
	command.InitDefaultHelpFlag()
	command.InitDefaultVersionFlag()
	for _, arg := range args {
		if arg == "--" {
			break
		}
		name, single := strings.CutPrefix(arg, "-")
		name, _, _ = strings.Cut(name, "=")
		if single && len(name) > 1 && command.Flags().Lookup(name) != nil {
			return fmt.Errorf("unknown flag: -%s; did you mean --%s?", name, name)
		}
	}
	return nil
}

func didYouMean(near []string, otherwise string) string {
	if len(near) == 0 {
		return "; " + otherwise
	}
	return "; did you mean " + strings.Join(near, " or ") + "?"
}
