//go:build !unix

package journal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// lockFile makes a file beside the one that is locked, until it is closed. Where a process
// is killed it stays, and has to be deleted.
func lockFile(f *os.File) error {
	held, err := os.OpenFile(heldName(f), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return &heldError{heldName(f)}
	}
	if err != nil {
		return err
	}
	return held.Close()
}

func unlockFile(f *os.File) error { return errors.Join(os.Remove(heldName(f)), f.Close()) }

func heldName(f *os.File) string { return filepath.Join(filepath.Dir(f.Name()), "held") }

// heldError is ErrBusy with the file that says so.
type heldError struct{ name string }

func (e *heldError) Error() string {
	return ErrBusy.Error() + " (if none is, delete " + e.name + ")"
}

func (e *heldError) Unwrap() error { return ErrBusy }

// syncDir does nothing where directories cannot be synced.
func syncDir(string) error { return nil }
