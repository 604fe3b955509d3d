package cli

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/krm-merge/krm-merge/merge/files"
)

// writeDiff writes what the merge changes in dest as a unified diff, which
// patch -p1 and git apply take.
func writeDiff(w io.Writer, result *files.Result) error {
	for i := range result.Files {
		r := &result.Files[i]
		from, to, old := "a/"+r.Path, "b/"+r.Path, []byte(nil)
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
		if _, err := w.Write(text); err != nil {
			return fmt.Errorf("stdout: %w", err)
		}
	}
	return nil
}
