package fn_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/golden"
)

// FuzzFunction: whatever comes in, the function does not panic; what it emits
// is a list that it takes again; a failure gives back what came in; and the
// same input gives the same bytes.
func FuzzFunction(f *testing.F) {
	for _, in := range golden.Sections(f, "testdata/run/*.txtar", "in") {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		run := func(in []byte) (string, string, int) {
			var out, errs bytes.Buffer
			exit := fn.Run(bytes.NewReader(in), &out, &errs)
			return out.String(), errs.String(), exit
		}
		out, errs, exit := run(in)
		if strings.Contains(errs, "a bug in krm-merge") {
			t.Fatal(errs)
		}
		if again, _, _ := run(in); again != out {
			t.Errorf("the same input gives\n%s\nand\n%s", out, again)
		}
		if exit != 0 {
			if errs == "" {
				t.Error("a failure without a word")
			}
			return
		}
		if _, errs, exit := run([]byte(out)); exit != 0 {
			t.Errorf("the output is refused: %s\n%s", errs, out)
		}
	})
}
