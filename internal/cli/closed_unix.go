//go:build unix

package cli

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// isClosed says that what is written to w gets lost because the program was
// started with it closed (>&-). Go's runtime then opens the null device for reading
// and writing in its place, and nothing else tells the two apart; a shell's
// >/dev/null opens it for writing only.
func isClosed(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	if err != nil {
		return true
	}
	info, err := f.Stat()
	if err != nil {
		return true
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null) && flags&unix.O_ACCMODE == unix.O_RDWR
}
