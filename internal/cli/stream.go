package cli

import (
	"bytes"
	"io"
	"regexp"

	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/files"
)

// writeStream writes the resources of a directory as one YAML stream. Each
// file begins with a comment that names it, in the form helm template has.
func writeStream(w io.Writer, results []files.Merged) error {
	// A directive such as %YAML stands behind comments and blank lines alone.
	directive, marker := regexp.MustCompile(`\A([ \t]*(#.*)?\r?\n)*[ \t]*%`), regexp.MustCompile(`\A---[ \t\r]*(\n|\z)`)
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
		if directive.Match(text) {
			// A directive belongs to the document that follows, which the
			// end of the last one has to make clear.
			if b.Len() > 0 {
				b.WriteString("...\n")
			}
			b.WriteString("# Source: " + printable.Line(r.Path) + "\n")
		} else {
			b.WriteString("---\n# Source: " + printable.Line(r.Path) + "\n")
			text = text[len(marker.Find(text)):] // The stream has one already.
		}
		b.Write(text)
		if text := b.Bytes(); text[len(text)-1] != '\n' {
			b.WriteByte('\n')
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}
