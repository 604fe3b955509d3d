//go:build !unix

package program

import "os/exec"

// endTogether: where there are no process groups, a program ends alone.
func endTogether(*exec.Cmd, bool) (kill func()) { return func() {} }
