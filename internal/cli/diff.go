package cli

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rogpeppe/go-internal/diff"
)

// writeDiff writes what the merge changes in dest as a unified diff, which
// patch -p1 and git apply take.
func writeDiff(w io.Writer, results []*result) error {
	for _, r := range results {
		if !r.changed() {
			continue
		}
		from, to, old := "a/"+r.path, "b/"+r.path, []byte(nil)
		if r.dest != nil {
			old = r.dest.data
		} else {
			from = "/dev/null"
		}
		if r.deleted {
			to = "/dev/null"
		}
		text := diff.Diff(from, old, to, r.data)
		if bytes.IndexByte(old, 0) >= 0 || bytes.IndexByte(r.data, 0) >= 0 {
			text = fmt.Appendf(nil, "Binary files %s and %s differ\n", from, to)
		}
		if _, err := w.Write(text); err != nil {
			return fmt.Errorf("stdout: %w", err)
		}
	}
	return nil
}
