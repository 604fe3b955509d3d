package git

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/krm-merge/krm-merge/internal/program"
)

// Talk runs git, with the arguments and the rest of a command, where it may talk to servers, and may take
// long. Unlike Repository it sees the settings of git -c and of the variables GIT_CONFIG_*, as
// credentials in CI are given; its messages are in English. Where people cannot be asked for
// credentials on a terminal, ssh gives BatchSSH.
func Talk(ctx context.Context, c program.Command, ssh func() string) (string, error) {
	env := append(append(unbound(), "LC_ALL=C"), c.Env...)
	if !c.Terminal {
		// No window of ssh's own; what git was told to ask with is kept.
		env = append(withoutVariables(env, "SSH_ASKPASS"), "GIT_TERMINAL_PROMPT=0", "GCM_INTERACTIVE=never")
		if command := ssh(); command != "" {
			env = append(env, "GIT_SSH_COMMAND="+command)
		}
	}
	c.Name, c.Args, c.Env = "git", append(guards(false), c.Args...), env
	return output(ctx, c)
}

// BatchSSH is the command that git is to run for ssh so that it asks nothing, "" to leave
// what is set: another program than OpenSSH. No repository is asked, only the user's settings.
func BatchSSH() string {
	command := os.Getenv("GIT_SSH_COMMAND")
	if command == "" {
		command, _, _ = Repository{env: append(unbound(), "GIT_DIR="+os.DevNull)}.Config("core.sshCommand")
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
