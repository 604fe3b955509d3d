package bounded

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// errIrregular is that what is to be read is no file.
var errIrregular = errors.New("is not a regular file")

// ReadFile reads a regular file, up to the bound. What is anything else, such as a pipe that
// nobody writes to, is an error: nothing waits for it. open is os.OpenFile, or that of an
// *os.Root.
func ReadFile(open func(name string, flag int, perm fs.FileMode) (*os.File, error), name string) ([]byte, error) {
	return new(Input).ReadFile(open, name)
}

// ReadFile is like the function, and what is read counts.
func (in *Input) ReadFile(open func(name string, flag int, perm fs.FileMode) (*os.File, error), name string) ([]byte, error) {
	f, err := open(name, os.O_RDONLY|atOnce, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &fs.PathError{Op: "read", Path: name, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: name, Err: errIrregular}
	}
	return in.ReadAll(f, info.Size())
}
