package git

import (
	"context"

	"github.com/krm-merge/krm-merge/internal/program"
)

// Talk runs git, with the arguments and the rest of a command, where it may talk to servers, and may take
// long. Unlike Repository it sees the settings of git -c and of the variables GIT_CONFIG_*, as
// credentials in CI are given; its messages are in English. Where people cannot be asked for
// credentials on a terminal, neither git nor ssh asks anybody: there is no terminal, nor a window.
func Talk(ctx context.Context, c program.Command) (string, error) {
	env := append(append(unbound(), "LC_ALL=C"), c.Env...)
	if !c.Terminal {
		// What git was told to ask with is kept.
		env = append(withoutVariables(env, "SSH_ASKPASS"), "SSH_ASKPASS_REQUIRE=never", "GIT_TERMINAL_PROMPT=0", "GCM_INTERACTIVE=never")
	}
	c.Name, c.Called, c.Args, c.Env = "git", called(c.Args), append(guards(false), c.Args...), env
	return c.Run(ctx)
}
