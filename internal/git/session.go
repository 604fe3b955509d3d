package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Session is a repository in which git may talk to servers, and may take long. Unlike
// Repository it sees the settings of git -c and of the variables GIT_CONFIG_*, as
// credentials in CI are given; its messages are in English.
type Session struct {
	Repository
	// Terminal: people can be asked for credentials. Without it git and what it starts
	// have no terminal to ask on.
	Terminal bool
	// Timeout is how long one run of git may take, 0 for any time.
	Timeout time.Duration
	// Most is how much git may write to stdout, 0 for what it always may.
	Most int
	// Env are variables, NAME=VALUE, that git gets besides.
	Env []string
}

// patience is how long git has to end once it was told to.
const patience = 2 * time.Second

// Run runs git with a text as its stdin and gives what it wrote to stdout. Where the
// context ends, or the time of the session, git is ended with all that it started, and
// the error wraps that of the context. An *Error is that git failed.
func (s Session) Run(ctx context.Context, stdin string, args ...string) (string, error) {
	if s.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Timeout)
		defer cancel()
	}
	c := exec.CommandContext(ctx, "git", append(guards(), args...)...)
	c.Dir, c.Env, c.WaitDelay = s.Dir, s.environment(), patience
	c.Stdin = strings.NewReader(stdin)
	kill := endTogether(c, s.Terminal)
	out, err := output(c, cmp.Or(s.Most, most))
	if ctx.Err() == nil {
		return out, err
	}
	kill()
	if s.Timeout > 0 && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return "", &endedError{fmt.Sprintf("git %s took longer than %s", subcommand(args), s.Timeout), ctx.Err()}
	}
	return "", &endedError{fmt.Sprintf("git %s was ended", subcommand(args)), ctx.Err()}
}

// endedError is that git was ended because a context was.
type endedError struct {
	text string
	err  error
}

func (e *endedError) Error() string { return e.text }

func (e *endedError) Unwrap() error { return e.err }

// environment is that of git in the session.
func (s Session) environment() []string {
	env := append(append(unbound(), "LC_ALL=C"), s.Env...)
	if s.Terminal {
		return env
	}
	env = slices.DeleteFunc(env, func(entry string) bool {
		// A window of ssh's own; what git was told to ask with is kept.
		return strings.HasPrefix(entry, "SSH_ASKPASS=")
	})
	env = append(env, "GIT_TERMINAL_PROMPT=0", "GCM_INTERACTIVE=never")
	if command := s.batchSSH(); command != "" {
		env = append(env, "GIT_SSH_COMMAND="+command)
	}
	return env
}

// batchSSH is the command that git is to run for ssh so that it asks nothing, "" to leave
// what is set: another program than OpenSSH.
func (s Session) batchSSH() string {
	command := os.Getenv("GIT_SSH_COMMAND")
	if command == "" {
		command, _ = s.run(unbound(), "config", "--get", "core.sshCommand")
		command = strings.TrimSpace(command)
	}
	if command == "" && os.Getenv("GIT_SSH") == "" {
		command = "ssh"
	}
	program, _, _ := strings.Cut(command, " ")
	if name := filepath.Base(program); name != "ssh" && name != "ssh.exe" {
		return ""
	}
	return command + " -o BatchMode=yes"
}
