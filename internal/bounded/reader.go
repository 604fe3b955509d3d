// Package bounded reads what a run is given, up to a bound.
package bounded

import (
	"bytes"
	"fmt"
	"io"
	"sync/atomic"
)

// Most is how many bytes a run reads, all its inputs together. Merging takes
// up to 60 times the memory of what is read, so this is what a machine with
// 16 GB can merge; a program that writes without end is found out by then.
const Most = 256 << 20

// Input counts what a run has read. It is safe for concurrent use.
type Input struct{ read atomic.Int64 }

// Reader gives a reader of the same, which fails with an [Error] once all that
// was read through the input is more than Most.
func (in *Input) Reader(r io.Reader) io.Reader { return &reader{in, r} }

// ReadAll reads to the end. size is how much that will probably be, 0 if nobody
// knows.
func (in *Input) ReadAll(r io.Reader, size int64) ([]byte, error) {
	var b bytes.Buffer
	if 0 < size && size <= Most {
		b.Grow(int(size) + bytes.MinRead)
	}
	_, err := b.ReadFrom(in.Reader(r))
	return b.Bytes(), err
}

type reader struct {
	in *Input
	r  io.Reader
}

func (r *reader) Read(p []byte) (int, error) {
	if r.in.read.Load() > Most {
		// Who got all that was asked for may not have looked at the error.
		return 0, Error{}
	}
	n, err := r.r.Read(p)
	if r.in.read.Add(int64(n)) > Most {
		return n, Error{}
	}
	return n, err
}

// Error says that there is more than is read.
type Error struct{}

func (Error) Error() string {
	return fmt.Sprintf("more than %d MiB in all, the most that is merged in one run; merge parts of it, one directory after the other", Most>>20)
}
