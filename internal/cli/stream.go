package cli

import (
	"bytes"
	"fmt"
	"io"

	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/files"
)

// writeStream writes the resources of a directory as one YAML stream. Each
// file begins with a comment that names it, in the form helm template has.
func writeStream(w io.Writer, results []files.Merged) error {
	var b bytes.Buffer
	for i := range results {
		r := &results[i]
		if r.Whole || r.Status == files.Deleted {
			continue
		}
		text := bytes.TrimPrefix(r.Data, []byte("\xef\xbb\xbf"))
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if hasDirective(text) {
			// A directive belongs to the document that follows, which the
			// end of the last one has to make clear.
			if b.Len() > 0 {
				b.WriteString("...\n")
			}
			b.WriteString("# Source: " + printable.Line(r.Path) + "\n")
		} else {
			b.WriteString("---\n# Source: " + printable.Line(r.Path) + "\n")
			text = withoutMarker(text)
		}
		b.Write(text)
		if text := b.Bytes(); text[len(text)-1] != '\n' {
			b.WriteByte('\n')
		}
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("stdout: %w", err)
	}
	return nil
}

// withoutMarker removes the --- that a file begins with, if nothing else is on its
// line: the stream has one already.
func withoutMarker(text []byte) []byte {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	if string(bytes.TrimRight(first, " \t\r")) == "---" {
		return rest
	}
	return text
}

// hasDirective reports whether a text begins with a line such as %YAML, comments
// and blank lines aside.
func hasDirective(text []byte) bool {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '#' {
			return line[0] == '%'
		}
		text = rest
	}
	return false
}
