package main

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/bench/input"
)

// growth prints how the function's allocations grow when its input doubles: 2
// is linear, 4 quadratic.
func growth(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "\ninput\tallocations\ttwice the input\tgrowth\t")
	for _, c := range []struct {
		name string
		list func(n int) []byte
		n    int
	}{
		{"500 resources, sparse", func(n int) []byte { return input.List(n, input.Sparse) }, 500},
		{"500 resources, dense", func(n int) []byte { return input.List(n, input.Dense) }, 500},
		{"1000 env entries", input.Environment, 1000},
	} {
		once, err := allocations(c.list(c.n))
		if err != nil {
			return err
		}
		twice, err := allocations(c.list(2 * c.n))
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\t%d\t%d\t%.2f\t\n", c.name, once, twice, float64(twice)/float64(once))
	}
	return out.Flush()
}

// allocations counts the objects that one run of the function allocates.
func allocations(list []byte) (uint64, error) {
	var before, after runtime.MemStats
	var errs bytes.Buffer
	runtime.ReadMemStats(&before)
	code := fn.Run(bytes.NewReader(list), io.Discard, &errs)
	runtime.ReadMemStats(&after)
	if code != 0 {
		return 0, fmt.Errorf("function: exit code %d: %s", code, errs.String())
	}
	return after.Mallocs - before.Mallocs, nil
}
