package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/krm-merge/krm-merge/internal/git"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/marks"
)

const checkShort = "Fail while questions of a merge are open"

const checkLong = checkShort + `.

It looks at the files and directories that are named, or at the package or repository around the working directory, and
shows the questions that krm-merge resolve would ask. Nothing is written. With --staged it looks at what the next commit
adds or changes, as git's index has it: krm-merge git install --hook has git do so before each commit.

Exit code: 0 no question is open; 1 some are; 2 bad usage or bad input, a damaged mark among it.`

// checkCommand fails while questions are open.
func checkCommand() *cobra.Command {
	staged, quiet := false, false
	c := &cobra.Command{
		Use:     "check [--staged] [FILE|DIR…]",
		Short:   checkShort,
		Long:    checkLong,
		Example: "  krm-merge check my-package",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := checked(staged, args)
			if err != nil {
				return err
			}
			for _, q := range s.Questions() {
				if !quiet {
					fmt.Fprintln(c.OutOrStdout(), q)
				}
			}
			if open := len(s.Questions()); open > 0 {
				return &questionsError{open}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&staged, "staged", false, "look at what the next commit adds or changes")
	quietFlag(c, &quiet, onlyErrors)
	return c
}

// checked finds the questions that check looks for.
func checked(staged bool, args []string) (*resolve.Session, error) {
	switch {
	case staged && len(args) > 0:
		return nil, errors.New("--staged is all that is staged; leave out the files and directories")
	case staged:
		files, err := git.Repository{}.Staged()
		if err != nil {
			return nil, err
		}
		return resolve.Open(index(files), index(files).names())
	}
	w, err := openWorkspace(args)
	if err != nil {
		return nil, err
	}
	defer w.root.Close()
	return w.session()
}

// index is the files of git's index as a session reads them.
type index map[string][]byte

// names are those of files that may hold questions.
func (x index) names() []string {
	var names []string
	for name, data := range x {
		if files.HoldsResources(name) || !bytes.Contains(data, []byte{0}) && marks.Refuse(data) != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Open opens a file.
func (x index) Open(name string) (fs.File, error) {
	data, is := x[name]
	if !is {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &staged{bytes.NewReader(data), name}, nil
}

// staged is a file of git's index.
type staged struct {
	*bytes.Reader
	name string
}

// Close does nothing.
func (f *staged) Close() error { return nil }

// Stat describes the file.
func (f *staged) Stat() (fs.FileInfo, error) { return f, nil }

// Name is the base name.
func (f *staged) Name() string { return path.Base(f.name) }

// Mode is that of a file that may be written.
func (f *staged) Mode() fs.FileMode { return 0o644 }

// ModTime is unknown.
func (f *staged) ModTime() time.Time { return time.Time{} }

// IsDir is false.
func (f *staged) IsDir() bool { return false }

// Sys is nothing.
func (f *staged) Sys() any { return nil }
