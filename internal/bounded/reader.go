// Package bounded reads what a run is given, up to a bound. In go readers and file
// systems, out come the same that fail beyond the bound, and errors that tell the size.
// It must not know what the bytes are.
package bounded

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// Most is how many bytes a run reads, all its inputs together: a program that writes
// without end is found out by then.
const Most = 256 << 20

// memory is how much a run may need to merge what it reads, by an estimate.
const memory = 16 << 30

// needed estimates the memory that merging a text takes, by its length and by the
// characters that fields, elements, documents and lines mostly have one of. Measured
// with files of one kind of value each.
func needed(text []byte) int64 {
	count := func(c byte) int { return bytes.Count(text, []byte{c}) }
	return int64(20*len(text) + 600*count(':') + 300*count(',') + 150*count('-') + 150*count('\n'))
}

// Input counts what a run has read. It is safe for concurrent use.
type Input struct{ read, needed atomic.Int64 }

// Take counts what was read. It is an error if that is more than a run takes.
func (in *Input) Take(text []byte) error {
	read, needed := in.read.Add(int64(len(text))), in.needed.Add(needed(text))
	if read > Most || needed > memory {
		return Error{needed > memory}
	}
	return nil
}

// Reader gives a reader of the same, which fails with an [Error] once all that
// was read through the input is more than Most, or needs too much memory.
func (in *Input) Reader(r io.Reader) io.Reader { return &reader{in, r} }

type reader struct {
	in *Input
	r  io.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	// A caller that got all it asked for may have ignored the error.
	if err := r.in.Take(nil); err != nil {
		return 0, err
	}
	n, err := r.r.Read(p)
	if much := r.in.Take(p[:n]); much != nil {
		return n, much
	}
	return n, err
}

// Error is input beyond the bound.
type Error struct{ memory bool }

func (e Error) Error() string {
	what := fmt.Sprintf("more than %d MiB in all, the most that is merged in one run", Most>>20)
	if e.memory {
		what = fmt.Sprintf("so many fields and documents in all that merging them may take more than %d GiB of memory", memory>>30)
	}
	return what + "; merge parts of it, one directory after the other"
}

// ReadText reads all of a run's only input, up to the bound, into one piece of memory.
func ReadText(in io.Reader) (string, error) {
	text, err := io.ReadAll(new(Input).Reader(in))
	return unsafe.String(unsafe.SliceData(text), len(text)), err // Nobody else has it to change.
}

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
	return io.ReadAll(in.Reader(f))
}

// FS gives the same files, bounded as by Reader.
func (in *Input) FS(files fs.FS) fs.FS { return boundedFS{in, files} }

type boundedFS struct {
	in    *Input
	files fs.FS
}

func (b boundedFS) Open(name string) (fs.File, error) {
	// Opening a pipe would wait for who writes to it.
	if info, err := b.Stat(name); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errIrregular}
	}
	f, err := b.files.Open(name)
	if err != nil {
		return nil, err
	}
	return file{f, reader{b.in, f}}, nil
}

// ReadDir reads a directory, which does not count.
func (b boundedFS) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(b.files, name) }

// ReadLink gives where a symbolic link leads to, which does not count.
func (b boundedFS) ReadLink(name string) (string, error) { return fs.ReadLink(b.files, name) }

// Stat describes a file, or what a symbolic link leads to.
func (b boundedFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(b.files, name) }

// Lstat describes a file, or a symbolic link itself.
func (b boundedFS) Lstat(name string) (fs.FileInfo, error) { return fs.Lstat(b.files, name) }

type file struct {
	fs.File
	bounded reader
}

func (f file) Read(p []byte) (int, error) { return f.bounded.Read(p) }
