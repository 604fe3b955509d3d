package fn_test

import (
	"bytes"
	"flag"
	"fmt"
	"runtime/metrics"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/golden"
)

var update = flag.Bool("update", false, "rewrite what the cases in testdata/run expect")

// TestRun runs testdata/run: each case is a ResourceList in, and out of it the list,
// standard error, and the exit code if it is not 0. The out "same" stands for the bytes
// of the input. A second run over the result of a merge must give that result again.
func TestRun(t *testing.T) {
	golden.Each(t, "testdata/run/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		var in []byte
		for _, f := range archive.Files {
			if f.Name == "in" {
				in = f.Data
			}
		}
		var out, errs bytes.Buffer
		exit := fn.Run(bytes.NewReader(in), &out, &errs)
		got := map[string]string{"out": out.String(), "stderr": errs.String(), "exit": ""}
		if bytes.Equal(in, out.Bytes()) && len(in) > 0 {
			got["out"] = "same\n"
		}
		if exit != 0 {
			got["exit"] = fmt.Sprintln(exit)
		}
		golden.Compare(t, file, archive, got, *update)
		if exit != 0 {
			return
		}
		var again bytes.Buffer
		if fn.Run(bytes.NewReader(withoutResults(out.String())), &again, &errs) != 0 {
			t.Fatalf("second run: %s", errs.String())
		}
		if diff := cmp.Diff(string(withoutResults(out.String())), string(withoutResults(again.String()))); diff != "" {
			t.Errorf("a second run changes the result:\n%s", diff)
		}
	})
}

// withoutResults cuts off the results, which tools take away between runs.
func withoutResults(list string) []byte {
	before, _, _ := strings.Cut(list, "\nresults:\n")
	return []byte(strings.TrimSuffix(before, "\n") + "\n")
}

// TestRunAlone: while it runs, the process of others is as it was.
func TestRunAlone(t *testing.T) {
	list := "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n" +
		strings.Repeat("- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n", 1<<12)
	want := collection()
	out := writer(func(p []byte) (int, error) {
		if got := collection(); got != want {
			t.Errorf("the garbage is collected at %d percent, not %d", got, want)
		}
		return len(p), nil
	})
	if exit := fn.Run(strings.NewReader(list), out, &bytes.Buffer{}); exit != 0 {
		t.Errorf("exit code %d", exit)
	}
}

// collection is what debug.SetGCPercent was given.
func collection() uint64 {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

type writer func(p []byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }
