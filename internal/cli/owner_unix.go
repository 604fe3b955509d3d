//go:build unix

package cli

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// readable reports whether a file is open for reading as well as for writing.
func readable(f *os.File) bool {
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR
}

// keepOwner gives a new file the owner and group of the one it will replace: root in a
// container must not take a package away from its user. Where only root could do so, the
// new file is the user's own.
func keepOwner(f *os.File, old fs.FileInfo) {
	if stat, ok := old.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(stat.Uid), int(stat.Gid))
	}
}
