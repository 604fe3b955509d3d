package git

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/krm-merge/krm-merge/internal/program"
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
	// SSH gives BatchSSH, which asks git; it is asked where there is no terminal.
	SSH func() string
}

// Run runs git with a text as its stdin and gives what it wrote to stdout. Where the
// context ends, or the time of the session, git is ended with all that it started, and
// the error wraps that of the context. An *Error is that git failed.
func (s Session) Run(ctx context.Context, stdin string, args ...string) (string, error) {
	return output(ctx, program.Command{
		Name: "git", Args: append(guards(), args...), Dir: s.Dir, Env: s.environment(), Stdin: stdin,
		Terminal: s.Terminal, Timeout: s.Timeout, Most: s.Most,
	})
}

// environment is that of git in the session.
func (s Session) environment() []string {
	env := append(append(unbound(), "LC_ALL=C"), s.Env...)
	if s.Terminal {
		return env
	}
	// No window of ssh's own; what git was told to ask with is kept.
	env = append(withoutVariables(env, "SSH_ASKPASS"), "GIT_TERMINAL_PROMPT=0", "GCM_INTERACTIVE=never")
	if command := s.SSH(); command != "" {
		env = append(env, "GIT_SSH_COMMAND="+command)
	}
	return env
}

// BatchSSH is the command that git is to run for ssh so that it asks nothing, "" to leave
// what is set: another program than OpenSSH. No repository is asked, only the user's settings.
func BatchSSH() string {
	command := os.Getenv("GIT_SSH_COMMAND")
	if command == "" {
		command, _ = Repository{env: append(unbound(), "GIT_DIR="+os.DevNull)}.Run("config", "--get", "core.sshCommand")
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
