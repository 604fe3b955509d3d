//go:build unix

package journal

import (
	"errors"
	"os"
	"syscall"
)

// syncDir makes sure that the names in a directory are on the disk. Not every file system
// can; what that means is its own.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, f.Close())
}
