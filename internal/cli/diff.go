package cli

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/merge/files"
)

// writeDiff writes what the merge changes in dest as a unified diff, which
// patch -p1 and git apply take. terminal: it is shown to somebody, without what would
// drive the terminal.
func writeDiff(w io.Writer, result *files.Result, terminal bool) error {
	for i := range result.Files {
		r := &result.Files[i]
		name := printable.Line(r.Path)
		from, to, old := "a/"+name, "b/"+name, []byte(nil)
		for _, f := range r.Versions[result.Dest] {
			old = f.Data
		}
		switch r.Status {
		case files.Unchanged:
			continue
		case files.Added:
			from = "/dev/null"
		case files.Deleted:
			to = "/dev/null"
		case files.Changed:
		}
		text := diff.Diff(from, old, to, r.Data)
		if bytes.IndexByte(old, 0) >= 0 || bytes.IndexByte(r.Data, 0) >= 0 {
			text = fmt.Appendf(nil, "Binary files %s and %s differ\n", from, to)
		}
		if terminal {
			text = []byte(printable.Text(string(text)))
		}
		if _, err := w.Write(text); err != nil {
			return fmt.Errorf("stdout: %w", err)
		}
	}
	return nil
}
