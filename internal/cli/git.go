package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/driver"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/files"
)

// gitCommand has the commands that have to do with git.
func gitCommand() *cobra.Command {
	c := &cobra.Command{
		Use:  "git",
		Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error { return writeStatus(c.OutOrStdout()) },
	}
	c.AddCommand(gitInstallCommand(), gitCheckCommand(), gitMergeCommand(), gitDriverCommand())
	return c
}

// gitInstallCommand sets git up, or takes that back.
func gitInstallCommand() *cobra.Command {
	var s git.Setup
	remove := false
	c := &cobra.Command{
		Use:  "install",
		Args: cobra.MatchAll(arguments(0, 1), cobra.OnlyValidArgs),
		RunE: func(c *cobra.Command, args []string) error {
			s.Program, s.Hook = ownName(), len(args) > 0
			changes, err := s.Change(remove)
			switch {
			case err != nil || len(changes) > 0:
			case remove:
				changes = []string{"nothing was set up; nothing was changed"}
			default:
				changes = []string{"everything is set up; nothing was changed"}
			}
			for _, line := range changes {
				fmt.Fprintln(c.OutOrStdout(), printable.Line(line))
			}
			return err
		},
		ValidArgs: []cobra.Completion{cobra.CompletionWithDesc("hook", "a pre-commit hook, too, which runs krm-merge check")},
	}
	f := c.Flags()
	f.BoolVar(&remove, "remove", false, "take back what the same without --remove set up")
	f.BoolVar(&s.Global, "global", false, "for all your repositories: your own configuration and attributes")
	return c
}

// ownName is how a shell calls this program: by its name, if that finds it in the path.
func ownName() string {
	const name = "krm-merge"
	own, err := os.Executable()
	if err != nil {
		return name
	}
	if found, err := exec.LookPath(name); err == nil {
		at, _ := os.Stat(found)
		if to, _ := os.Stat(own); os.SameFile(at, to) {
			return name
		}
	}
	return printable.Word(filepath.ToSlash(own))
}

// writeStatus says what is set up. It is an error if git does not merge with krm-merge.
func writeStatus(w io.Writer) error {
	said, works, err := git.Repository{}.Status()
	for _, line := range said {
		fmt.Fprintln(w, printable.Text(line))
	}
	if err == nil && !works {
		err = unsettled("git does not merge with krm-merge here; krm-merge git install sets it up")
	}
	return err
}

// driverArguments are how many git gives at least; it knows the names of the versions
// since 2.44.
const driverArguments = 5

func gitDriverCommand() *cobra.Command {
	return &cobra.Command{
		Use: "driver",
		// A path may begin with a dash.
		DisableFlagParsing: true,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
				return c.Help()
			}
			if len(args) < driverArguments {
				return fmt.Errorf("git gives a merge driver %d arguments at least, not %d; krm-merge git install sets it up", driverArguments, len(args))
			}
			return drive(args, c.ErrOrStderr())
		},
	}
}

// drive merges a file for git.
func drive(args []string, stderr io.Writer) error {
	name := func(i int) string {
		if i >= len(args) || strings.HasPrefix(args[i], "%") {
			return ""
		}
		return args[i]
	}
	size, err := strconv.Atoi(args[3])
	if err != nil {
		return fmt.Errorf("the size of marks (%%L) is %q, not a number", args[3])
	}
	f := driver.File{Path: args[4], MarkSize: size, Style: gitStyle("."), Names: git.Names{Original: name(5), Ours: name(6), Theirs: name(7)}}
	var said []string
	if !f.IsInner() {
		ours := driver.Ours(git.Repository{}, f.Names.Ours)
		said = append(configure(&f, ours), f.Decide(ours, driver.Shipped(git.Repository{})...)...)
	}
	for i, text := range f.All() {
		if *text, err = os.ReadFile(args[i]); err != nil {
			return fmt.Errorf("%s: cannot be read: %w", args[i], journal.Cause(err))
		}
	}
	r, err := driver.Merge(f)
	if err == nil {
		err = target{name: args[1], all: true}.write(&files.Result{Files: []files.Merged{{File: files.File{Data: r.Text}, Status: files.Changed}}})
	}
	if err == nil {
		if said = append(said, r.Told...); r.Clean {
			said = append(said, r.Said...)
		} else {
			err = unsettled("%s", strings.Join(r.Said, "\n"))
		}
	}
	tell(stderr, said...)
	return err
}
