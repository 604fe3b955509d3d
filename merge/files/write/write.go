// Package write writes what a merge made of dest back to where dest is: all of it or
// nothing. In goes a result of package merge/files, out come files that have taken the
// places of the old ones. It must not know how anything is merged, or what is done with
// conflicts.
package write

import (
	"context"
	"fmt"
	"os"

	"github.com/krm-merge/krm-merge/internal/journal"
	"github.com/krm-merge/krm-merge/merge/files"
)

// Result writes what changed in dest to the file or directory that dest was read from. All
// new contents stand below the same directory before the first takes its place, each at once;
// below a directory nothing is written through a symbolic link or outside of it. If a file
// cannot be written, or was changed since it was read, or ctx is done before, none is.
//
// A result whose policy asks has marks in it, and is written with them.
func Result(ctx context.Context, to string, r *files.Result) error {
	if _, err := os.Stat(to); err != nil {
		return fmt.Errorf("%s: cannot be written to: %w", to, journal.Cause(err))
	}
	w := journal.Writer{Results: r.Files, Dest: r.Dest}
	if err := w.At(to); err != nil {
		return err
	}
	defer w.Root.Close()
	return w.Write(ctx)
}
