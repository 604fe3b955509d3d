// Package git runs the user's git. In go directories, texts and settings, out come what
// git says of them and what was changed: configuration, attributes, versions of files in
// the middle of a merge, merges by lines. It must not know what the files hold, nor how
// krm-merge merges them.
package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/program"
)

// Repository is the one that a directory lies in, or none for what needs none.
type Repository struct {
	// Dir is "" for the working directory.
	Dir string
	// env is the environment of git, nil for the usual one. hooked: it knows its hooks, and runs them.
	env    []string
	hooked bool
}

// Code is the exit code that git failed with; 0 for no error, -1 for any other.
func Code(err error) int {
	if failed, is := errors.AsType[*program.Error](err); is {
		return failed.Code
	}
	if err != nil {
		return -1
	}
	return 0
}

// fatal is the exit code of git where it cannot do anything, as without a repository.
const fatal = 128

// Run runs git and gives what it wrote to stdout. The environment says nothing of another
// repository, as it does in hooks: the directory alone counts. The error is a *program.Error.
func (r Repository) Run(args ...string) (string, error) {
	return r.runWith("", args...)
}

// Line is like Run for what is one line.
func (r Repository) Line(args ...string) (string, error) {
	out, err := r.Run(args...)
	return strings.TrimSuffix(out, "\n"), err
}

// in is the repository for git in another environment.
func (r Repository) in(env []string) Repository {
	r.env = env
	return r
}

// runWith runs git with a text as its stdin.
func (r Repository) runWith(stdin string, args ...string) (string, error) {
	env := r.env
	if env == nil {
		env = environment()
	}
	// In the foreground, where Ctrl-C reaches it.
	c := program.Command{Name: "git", Called: called(args), Args: append(guards(r.hooked), args...), Dir: r.Dir, Env: slices.Clip(env), Stdin: stdin, Terminal: true}
	nowhere := false
	if !slices.ContainsFunc(env, func(entry string) bool { return strings.HasPrefix(entry, "GIT_DIR=") }) {
		if root := Root(r.Dir); root != "" {
			c.Dir = root
		} else {
			c.Env, nowhere = append(c.Env, "GIT_DIR="+os.DevNull), true
		}
	}
	out, err := c.Run(context.Background())
	if nowhere && Code(err) == fatal {
		err = fmt.Errorf("%w; run it in a work tree of git", err)
	}
	return out, err
}

// Root is the top of the work tree that a directory lies in, by git's own directory or file in
// it, which no package can bring; "" for none. Git itself would stop at a directory that looks
// like a repository without a work tree, also at one that is a part of a package, and run what
// its configuration names. So git looks for a repository here alone, and not below.
func Root(dir string) string {
	for dir = RealPath(dir); ; dir = filepath.Dir(dir) {
		if _, missing := os.Lstat(filepath.Join(dir, ".git")); missing == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// RealPath is the absolute path without symbolic links, of what need not be there.
func RealPath(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	if linked, err := filepath.EvalSymlinks(name); err == nil || filepath.Dir(name) == name {
		return cmp.Or(linked, name)
	}
	return filepath.Join(RealPath(filepath.Dir(name)), filepath.Base(name))
}

// path is where a path lies that git gave, which counts from the directory that git ran in.
func (r Repository) path(name string) string {
	if !filepath.IsAbs(name) {
		if above, err := filepath.Rel(RealPath(r.Dir), Root(r.Dir)); err == nil {
			name = filepath.Join(above, name)
		}
		name = filepath.Join(r.Dir, name)
	}
	return name
}

// guards are options for every run of git: what lies in a work tree is no repository, and git
// starts no program that only a configuration names, nor a hook where these are not meant.
func guards(hooked bool) []string {
	options := []string{"-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false"}
	if hooked {
		return options
	}
	return append(options, "-c", "core.hooksPath="+os.DevNull)
}

// called is what errors call a run of git: by the first argument that is not an option of git itself.
func called(args []string) string {
	for len(args) > 1 && strings.HasPrefix(args[0], "-") {
		if args[0] == "-c" {
			args = args[1:]
		}
		args = args[1:]
	}
	return "git " + args[0]
}

// environment is that of this process without the variables that bind git to one
// repository: git rev-parse --local-env-vars lists them.
func environment() []string {
	return withoutVariables(unbound(), "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS")
}

// unbound is environment with the settings that git was told on its command line.
func unbound() []string {
	return withoutVariables(os.Environ(), "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG",
		"GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX",
		"GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE")
}

func withoutVariables(env []string, names ...string) []string {
	return slices.DeleteFunc(env, func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(names, name)
	})
}
