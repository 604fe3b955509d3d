// Package cli is the command line: one file for each command. In go arguments and
// streams, out come files, reports and an exit code: it reads the versions, has package
// merge/files or fn merge them, and writes what they give; internal/resolve asks and
// answers what is open then. It must not know how anything is merged: no rule and no
// decision by a setting is here.
package cli

import (
	"errors"
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/krm-merge/krm-merge/internal/parallel"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/printable"
	reports "github.com/krm-merge/krm-merge/internal/report"
	"github.com/krm-merge/krm-merge/merge"
)

// The exit codes.
const (
	exitMerged = 0
	// exitConflicts: there are conflicts and onConflict is Fail or Ask.
	exitConflicts = 1
	// exitBad: bad usage or bad input; nothing was written.
	exitBad = 2
)

// About is what the build sets: the program's version and metadata.
type About struct {
	// Version is what the linker set, "" if nothing.
	Version string
	// Metadata is the metadata.yaml that catalogs of functions read.
	Metadata []byte
}

// Main is the program: without arguments the function, else the command line.
// It returns the exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, about About) (code int) {
	// kyaml logs each label that a selector compares and that is not a number, with the
	// time.
	log.SetOutput(io.Discard)
	if len(args) == 0 {
		return function(stdin, stdout, stderr)
	}
	defer func() {
		if r := recover(); r != nil {
			value, stack := parallel.Recovered(r)
			fmt.Fprintf(stderr, "krm-merge: a bug in krm-merge, please report it with the input: %s\n%s", printable.Lines(fmt.Sprint(value)), printable.Text(string(stack)))
			code = exitBad
		}
	}()
	root := command(about)
	root.SetArgs(args)
	root.SetIn(stdin)
	out := &output{stdout: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	err := oneDash(root, args)
	if err == nil {
		err = root.Execute()
	}
	if err == nil {
		err = out.failed
	}
	var conflicts *conflictsError
	var questions *questionsError
	var unsettled *unsettledError
	switch {
	case err == nil:
		return exitMerged
	case errors.As(err, &conflicts), errors.As(err, &questions), errors.As(err, &unsettled):
		code = exitConflicts
	default:
		code = exitBad
	}
	fmt.Fprintln(stderr, "krm-merge: "+printable.Lines(strings.TrimRight(err.Error(), "\n")))
	return code
}

// conflictsError is that a result has conflicts that nobody decided.
type conflictsError struct {
	count int
	// setting is Fail or Ask.
	setting merge.OnConflict
	// written: the result was, with the questions; unmarked is how many of them no file
	// shows.
	written  bool
	unmarked int
}

func (e *conflictsError) Error() string {
	if e.written {
		unmarked := ""
		if e.unmarked > 0 {
			unmarked = fmt.Sprintf(", but for %d of them, which no file can show: yours stands there", e.unmarked)
		}
		return fmt.Sprintf("%s left to you: the merge is written, with marks where you choose%s. %s", reports.Counted(e.count, "conflict"), unmarked, phrase.Marked)
	}
	return fmt.Sprintf("%s and onConflict is %s, so nothing was written. %s", reports.Counted(e.count, "conflict"), e.setting, phrase.Unresolved)
}

// questionsError is that questions are open, each of which is marked.
type questionsError struct{ count int }

func (e *questionsError) Error() string {
	verb := "are"
	if e.count == 1 {
		verb = "is"
	}
	return fmt.Sprintf("%s %s open; krm-merge resolve goes through them", reports.Counted(e.count, "question"), verb)
}

// command is the root command; run without arguments it is the function.
func command(about About) *cobra.Command {
	doc := false
	root := &cobra.Command{
		Use:           "krm-merge",
		Short:         short,
		Long:          short + "\n\n" + long,
		Example:       examples,
		Version:       versionText(about.Version),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if doc {
				return writeDoc(c.OutOrStdout(), about.Metadata)
			}
			return errors.New("say which command to run; krm-merge --help lists them, and without any argument krm-merge is the function")
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
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(flagError)
	for _, c := range []*cobra.Command{
		merge3Command(), merge2Command(), layersCommand(), explainCommand(),
		resolveCommand(), checkCommand(), forgetCommand(), gitCommand(), mergetoolCommand(),
	} {
		root.AddCommand(c)
		c.Flags().SortFlags = false
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "string" {
				f.Value = &once{Value: f.Value}
			}
		})
	}
	return root
}

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

// unknownCommand names the command that was probably meant.
func unknownCommand(c *cobra.Command, name string) error {
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
	if having := commandsWith(c, unknown.GetSpecifiedName()); len(having) > 0 {
		return fmt.Errorf("%w; it is one of %s", err, strings.Join(having, ", "))
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
