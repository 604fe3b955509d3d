package bounded

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
)

// ReadText reads all of a run's only input, up to the bound, into one piece of memory.
func ReadText(in io.Reader) (string, error) {
	bound := new(Input).Reader(in)
	var text strings.Builder
	if file, ok := in.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() && info.Size() <= Most {
			text.Grow(int(info.Size()))
			_, err = io.CopyBuffer(&text, bound, make([]byte, min(max(info.Size(), bytes.MinRead), 1<<16)))
			return text.String(), err
		}
	}
	// The size is unknown. Holding the parts and the whole for a moment takes less
	// memory than growing the whole again and again.
	var parts [][]byte
	size := 0
	for end := false; !end; {
		part := make([]byte, min(max(size, 1<<14), 1<<22))
		n, err := io.ReadFull(bound, part)
		if end = errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF); err != nil && !end {
			return "", err
		}
		parts = append(parts, part[:n])
		size += n
	}
	text.Grow(size)
	for _, part := range parts {
		text.Write(part)
	}
	return text.String(), nil
}
