package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/internal/similar"
)

// given is the value of a flag that takes a text. It is never empty, nor another flag, which is taken for it where it
// is missing.
type given struct{ pflag.Value }

// Set takes over what the flag is given.
func (g given) Set(text string) error {
	switch {
	case text == "":
		return errors.New("the value is empty, most likely a variable that is not set; write one, or leave the flag out")
	case strings.HasPrefix(text, "--"):
		return errors.New("the value is missing, and the next flag stands in its place (write ./ in front of a name that is meant)")
	}
	return g.Value.Set(text)
}

// arguments refuses fewer arguments than that, and more, and shows how the command is used.
func arguments(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("it does not work with %s; write: %s", reports.Counted(len(args), "argument"), c.UseLine())
		}
		return nil
	}
}

// flagError names the flag that was probably meant.
func flagError(c *cobra.Command, err error) error {
	hint := c.CommandPath() + " --help lists the flags"
	if invalid, is := errors.AsType[*pflag.InvalidValueError](err); is {
		return fmt.Errorf("--%s %s: %w", invalid.GetFlag().Name, cmp.Or(invalid.GetValue(), "''"), invalid.Unwrap())
	}
	if unknown, is := errors.AsType[*pflag.NotExistError](err); is {
		var flags []string
		c.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
		// What is written with one dash is read as letters.
		name, _, _ := strings.Cut(cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName()), "=")
		if near := similar.Nearest(name, flags); near != "" {
			hint = "did you mean --" + near + "?"
		}
	}
	return fmt.Errorf("%w; %s", err, hint)
}
