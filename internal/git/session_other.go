//go:build !unix

package git

import "os/exec"

// endTogether: where there are no process groups, git ends alone.
func endTogether(*exec.Cmd, bool) (kill func()) { return func() {} }
