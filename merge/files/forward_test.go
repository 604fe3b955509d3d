package files_test

import (
	"testing"

	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// The line break at the end of a file may be that of a string: a dest that has another one
// is not as original had it.
func TestForwardKeepsLastBreak(t *testing.T) {
	with, without := "a: 1\nt: |\n  x\n  y\n", "a: 1\nt: |\n  x\n  y"
	for _, c := range []struct{ original, updated, dest, want string }{
		{without, "a: 2\nt: |\n  x\n  y", with, "a: 2\nt: |\n  x\n  y\n"},
		{with, "a: 2\nt: |\n  x\n  y\n", without, "a: 2\nt: |\n  x\n  y"},
		{with, "a: 2\nt: |\n  x\n  y", with, "a: 2\nt: |\n  x\n  y"},
		{without, "a: 2\nt: |\n  x\n  y\n", without, "a: 2\nt: |\n  x\n  y\n"},
	} {
		got, r, err := files.Bytes([]byte(c.original), []byte(c.updated), []byte(c.dest), "a.yaml", files.Options{Options: resource.Careful()})
		if err != nil {
			t.Errorf("%q, %q, %q: %v", c.original, c.updated, c.dest, err)
			continue
		}
		if string(got) != c.want || len(r.Conflicts) > 0 {
			t.Errorf("%q, %q, %q gave %q and %d conflicts", c.original, c.updated, c.dest, got, len(r.Conflicts))
		}
	}
}
