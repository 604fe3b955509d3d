// Package git runs the user's git. In go directories, texts and settings, out come what
// git says of them and what was changed: configuration, attributes, versions of files in
// the middle of a merge, merges by lines. It must not know what the files hold, nor how
// krm-merge merges them.
package git

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Repository is a directory in which git is run: of a work tree, or any other for what
// needs no repository.
type Repository struct {
	// Dir is "" for the working directory.
	Dir string
}

// Error is that git failed.
type Error struct {
	// Command is the subcommand.
	Command string
	// Code is its exit code, below 0 if it did not end by itself.
	Code int
	// Said is what it wrote to stderr.
	Said string
}

func (e *Error) Error() string {
	if e.Said == "" {
		return fmt.Sprintf("git %s: exit code %d", e.Command, e.Code)
	}
	return fmt.Sprintf("git %s: %s", e.Command, e.Said)
}

// Code is the exit code that git failed with; 0 for no error, -1 for any other.
func Code(err error) int {
	var failed *Error
	switch {
	case err == nil:
		return 0
	case errors.As(err, &failed):
		return failed.Code
	}
	return -1
}

// Run runs git and gives what it wrote to stdout. The environment says nothing of another
// repository, as it does in hooks: the directory alone counts. The error is an *Error
// where git ran.
func (r Repository) Run(args ...string) (string, error) {
	return r.run(environment(), args...)
}

// Line is like Run for what is one line.
func (r Repository) Line(args ...string) (string, error) {
	out, err := r.Run(args...)
	return strings.TrimSuffix(out, "\n"), err
}

func (r Repository) run(env []string, args ...string) (string, error) {
	return r.runWith(env, "", args...)
}

func (r Repository) runWith(env []string, stdin string, args ...string) (string, error) {
	c := exec.Command("git", args...)
	c.Dir, c.Env, c.Stdin = r.Dir, env, strings.NewReader(stdin)
	return output(c)
}

// output runs git and gives what it wrote to stdout.
func output(c *exec.Cmd) (string, error) {
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		err = &Error{Command: subcommand(c.Args[1:]), Code: exit.ExitCode(), Said: strings.TrimSpace(said.String())}
	case errors.Is(err, exec.ErrNotFound):
		err = errors.New("git is not installed, or not in the path; install it")
	}
	return string(out), err
}

// subcommand is the first argument that is not an option of git itself.
func subcommand(args []string) string {
	for len(args) > 1 && strings.HasPrefix(args[0], "-") {
		if args[0] == "-c" {
			args = args[1:]
		}
		args = args[1:]
	}
	return args[0]
}

// environment is that of this process without the variables that bind git to one
// repository: git rev-parse --local-env-vars lists them.
func environment() []string {
	return slices.DeleteFunc(unbound(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return name == "GIT_CONFIG_COUNT" || name == "GIT_CONFIG_PARAMETERS"
	})
}

// unbound is environment with the settings that git was told on its command line.
func unbound() []string {
	return slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		switch name {
		case "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG",
			"GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX",
			"GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE":
			return true
		}
		return false
	})
}
