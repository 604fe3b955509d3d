package cli

import (
	"errors"
	"io"
	"os"
)

// errClosed is what is wrong with a standard output that takes nothing.
var errClosed = errors.New("standard output is closed, so the result would be lost; send it somewhere, to /dev/null if it is not needed")

// isClosed reports whether the program was started without standard output. The runtime
// opens the null device in its place, for reading and writing.
func isClosed(stdout io.Writer) bool {
	f, ok := stdout.(*os.File)
	if !ok || f.Fd() != 1 {
		return false
	}
	at, err := f.Stat()
	null, nullErr := os.Stat(os.DevNull)
	return err == nil && nullErr == nil && os.SameFile(at, null) && readable(f)
}
