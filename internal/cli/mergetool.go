package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/configfile"
	"github.com/krm-merge/krm-merge/internal/driver"
	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/marks"
)

// mergetoolCommand is the tool that git mergetool starts.
func mergetoolCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "mergetool BASE LOCAL REMOTE MERGED",
		Short: "What git mergetool runs: merge a file that is not merged yet",
		Long:  mergetoolLong,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 4 {
				return errors.New("mergetool takes four files: BASE LOCAL REMOTE MERGED; krm-merge git install sets it up for git mergetool")
			}
			return mergeTool(c, args)
		},
	}
}

// mergeTool merges a file, and asks about it on a terminal.
func mergeTool(c *cobra.Command, args []string) error {
	to := args[3]
	dir := configfile.Root(realPath(to))
	name, err := filepath.Rel(dir, realPath(to))
	if err != nil {
		return err
	}
	f := driver.File{Path: filepath.ToSlash(name), MarkSize: marks.Size, Style: marks.Diff3}
	repository := git.Repository{Dir: dir}
	settings, said := settingsAfter(repository, f.Path, to)
	f.Settings = settings
	said = append(said, f.Decide(repository)...)
	r, err := mergeFiles(f, args[0], args[1], args[2])
	if err != nil {
		return err
	}
	for _, line := range append(said, r.Answers...) {
		fmt.Fprintln(c.ErrOrStderr(), "krm-merge: "+printable.Lines(line))
	}
	if err = writeMerged(to, r); err != nil || r.Clean {
		return err
	}
	w, err := openWorkspace([]string{to})
	if err != nil {
		return err
	}
	defer w.root.Close()
	asking := resolving{colour: autoColour, stdout: c.OutOrStdout(), stderr: c.ErrOrStderr()}
	d := asking.dialog(c, w)
	if d == nil || marks.Refuse(r.Text) == nil {
		return &unsettledError{fmt.Sprintf("%s\n%s: choose between the marks in it", strings.Join(r.Said, "\n"), to)}
	}
	s, err := asking.open(w)
	if err != nil {
		return err
	}
	return asking.interactive(d, w, s)
}
