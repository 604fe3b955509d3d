package wire

import (
	"bufio"
	"io"
	"strings"
)

// Text is the text of a list, in pieces: most of them are parts of the text that
// was read, so that it takes no memory of its own.
type Text []string

// Write writes the text.
func (t Text) Write(w io.Writer) error {
	size := 0
	for _, piece := range t {
		size += len(piece)
	}
	out := bufio.NewWriterSize(w, min(size, 1<<16))
	for _, piece := range t {
		if _, err := out.WriteString(piece); err != nil {
			return err
		}
	}
	return out.Flush()
}

// String is the text in one piece.
func (t Text) String() string { return strings.Join(t, "") }
