package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/krm-merge/krm-merge/internal/similar"
)

// once is the value of a flag that is given once: of two the first would be forgotten.
// It is never another flag, which is taken for it where it is missing.
type once struct {
	pflag.Value
	given bool
}

// Set takes over what the flag is given.
func (o *once) Set(text string) error {
	switch {
	case o.given:
		return fmt.Errorf("it was %q before; give it once", o.Value)
	case text == "":
		return errors.New("the value is empty, most likely a variable that is not set; write one, or leave the flag out")
	case strings.HasPrefix(text, "--"):
		return errors.New("the value is missing, and the next flag stands in its place (write ./ in front of a name that is meant)")
	}
	o.given = true
	return o.Value.Set(text)
}

// unknownCommand names the command that was probably meant.
func unknownCommand(c *cobra.Command, name string) error {
	near := c.SuggestionsFor(name)
	if c.Flags().Lookup(name) != nil {
		near = []string{"--" + name}
	}
	if len(near) == 0 {
		return fmt.Errorf("unknown command %q; krm-merge --help lists the commands", name)
	}
	return fmt.Errorf("unknown command %q; did you mean %s?", name, strings.Join(near, " or "))
}

// flagError names the flag that was probably meant.
func flagError(c *cobra.Command, err error) error {
	hint := c.CommandPath() + " --help lists the flags"
	if !c.HasParent() && c.Flags().NArg() > 0 {
		return unknownCommand(c, c.Flags().Arg(0))
	}
	if invalid, is := errors.AsType[*pflag.InvalidValueError](err); is {
		if f := invalid.GetFlag(); f.Value.Type() == "bool" {
			return fmt.Errorf("--%s: %q is neither true nor false; leave it out", f.Name, invalid.GetValue())
		}
		return fmt.Errorf("--%s %s: %w", invalid.GetFlag().Name, cmp.Or(invalid.GetValue(), "''"), invalid.Unwrap())
	}
	unknown, is := errors.AsType[*pflag.NotExistError](err)
	if !is {
		return fmt.Errorf("%w; %s", err, hint)
	}
	if having := commandsWith(c, unknown.GetSpecifiedName()); len(having) > 0 {
		return fmt.Errorf("%w; it is one of %s", err, strings.Join(having, ", "))
	}
	var flags []string
	c.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
	if near := similar.Nearest(unknown.GetSpecifiedName(), flags); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return fmt.Errorf("%w; %s", err, hint)
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
