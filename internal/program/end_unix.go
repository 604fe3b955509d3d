//go:build unix

package program

import (
	"os/exec"
	"syscall"
)

// endTogether sets up that a program is asked to end with all that it started when its
// context ends. What it gives ends by force what is left then. On a terminal the program
// stays in the foreground, where Ctrl-C reaches it; without, it gets a session of its own,
// and with that no terminal.
func endTogether(c *exec.Cmd, terminal bool) (kill func()) {
	group := -1
	if terminal {
		group = 1
	} else {
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	}
	send := func(signal syscall.Signal) error {
		if c.Process == nil {
			return nil
		}
		return syscall.Kill(group*c.Process.Pid, signal)
	}
	c.Cancel = func() error { return send(syscall.SIGTERM) }
	return func() {
		if !terminal {
			_ = send(syscall.SIGKILL)
		}
	}
}
