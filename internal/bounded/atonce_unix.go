//go:build unix

package bounded

import "syscall"

// atOnce has a pipe open without anybody at its other end.
const atOnce = syscall.O_NONBLOCK
