// Package bounded reads what a run is given, up to a bound. In go readers and file
// systems, out come the same that fail beyond the bound, and errors that tell the size.
// It must not know what the bytes are.
package bounded

import (
	"bytes"
	"fmt"
	"io"
	"sync/atomic"
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

// Size is how much was read.
func (in *Input) Size() int64 { return in.read.Load() }

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
