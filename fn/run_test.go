package fn_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"
	"sigs.k8s.io/kustomize/kyaml/kio"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

var update = flag.Bool("update", false, "rewrite what the cases in testdata expect")

// TestRun runs testdata/run, and testdata/refused, where a list or its configuration is wrong: each case is a
// ResourceList in, and out of it the list, standard error, and the exit code if it is not 0. The out "same" stands for
// the bytes of the input. A second run over the result of a merge must give that result again. What else can be wrong
// with a configuration has TestErrors of internal/config.
func TestRun(t *testing.T) {
	golden.Each(t, "testdata/*/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		var in []byte
		for _, f := range archive.Files {
			if f.Name == "in" {
				in = f.Data
			}
		}
		out, errs, exit := run(in)
		got := map[string]string{"out": out, "stderr": errs, "exit": ""}
		if string(in) == out && len(in) > 0 {
			got["out"] = "same\n"
		}
		if exit != 0 {
			got["exit"] = fmt.Sprintln(exit)
		}
		golden.Compare(t, file, archive, got, *update)
		if exit != 0 {
			return
		}
		again, errs, exit := run(withoutResults(out))
		if exit != 0 {
			t.Fatalf("second run: %s", errs)
		}
		if diff := cmp.Diff(string(withoutResults(out)), string(withoutResults(again))); diff != "" {
			t.Errorf("a second run changes the result:\n%s", diff)
		}
	})
}

// run gives what the function writes to standard output and error, and its exit code.
func run(in []byte) (out, errs string, exit int) {
	var printed, said bytes.Buffer
	exit = fn.Run(bytes.NewReader(in), &printed, &said)
	return printed.String(), said.String(), exit
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

// FuzzFunction: whatever comes in, the function does not panic; what it emits
// is a list that it takes again; a failure gives back what came in; and the
// same input gives the same bytes.
func FuzzFunction(f *testing.F) {
	for _, in := range golden.Sections(f, "testdata/*/*.txtar", "in") {
		f.Add([]byte(in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
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

// TestProcessorUnderRun: under the SDK's Run the function gives the items and the
// results that it gives by itself, and fails where it does. The SDK sorts items and
// spells them anew.
func TestProcessorUnderRun(t *testing.T) {
	compared, failed := 0, 0
	golden.Each(t, "testdata/run/*.txtar", func(t *testing.T, _ string, archive *txtar.Archive) {
		in := archive.Files[slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "in" })].Data
		if _, err := sdk.ParseResourceList(in); err != nil {
			return // The SDK does not take it for a list.
		}
		printed, _, exit := run(in)
		out, err := sdk.Run(fn.Processor(), in)
		if (err != nil) != (exit != 0) {
			t.Fatalf("the exit code is %d, the SDK says %v", exit, err)
		}
		want, got := listOf(t, []byte(printed)), listOf(t, out)
		if diff := cmp.Diff(want.Results, got.Results); diff != "" {
			t.Errorf("results (-ours +under the SDK):\n%s", diff)
		}
		if diff := cmp.Diff(valuesOf(t, want.Items), valuesOf(t, got.Items)); diff != "" {
			t.Errorf("items (-ours +under the SDK):\n%s", diff)
		}
		compared += len(want.Results)
		failed += exit
	})
	if compared < 10 || failed == 0 {
		t.Errorf("only %d results and %d failures were compared", compared, failed)
	}
}

func listOf(t *testing.T, text []byte) *sdk.ResourceList {
	t.Helper()
	list, err := sdk.ParseResourceList(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// valuesOf spells the values of objects, in the order of that.
func valuesOf(t *testing.T, objects sdk.KubeObjects) (all []string) {
	t.Helper()
	for _, o := range objects {
		var value any
		unread := yaml.Unmarshal([]byte(o.String()), &value)
		text, err := yaml.Marshal(value)
		if err = errors.Join(unread, err); err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	slices.Sort(all)
	return all
}

func TestFilterWithoutMark(t *testing.T) {
	nodes, err := (&kio.ByteReader{Reader: strings.NewReader("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}")}).Read()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (fn.Filter{}).Filter(nodes); err == nil || !strings.Contains(err.Error(), "ConfigMap a: it has no annotation config.kubernetes.io/merge-source") {
		t.Errorf("got error %v", err)
	}
}

// TestFilterReports: the outcome is reported, also where conflicts are refused.
func TestFilterReports(t *testing.T) {
	var text strings.Builder
	for _, version := range []string{"original", "updated", "dest"} {
		fmt.Fprintf(&text, "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: {config.kubernetes.io/merge-source: %s}}, data: {k: %[1]s}}\n", version)
	}
	nodes, err := (&kio.ByteReader{Reader: strings.NewReader(text.String())}).Read()
	if err != nil {
		t.Fatal(err)
	}
	var reported *resource.Outcome
	filter := fn.Filter{Config: &fn.Config{}, Report: func(o *resource.Outcome) { reported = o }}
	filter.Config.Policy.OnConflict = merge.Fail
	_, err = filter.Filter(nodes)
	var conflicts *fn.ConflictsError
	if !errors.As(err, &conflicts) || len(conflicts.Results) != 1 || !strings.HasPrefix(err.Error(), "[error] v1/ConfigMap/a data.k: ") {
		t.Errorf("got error %v", err)
	}
	if reported == nil || len(reported.Conflicts) != 1 {
		t.Errorf("reported %+v", reported)
	}
}
