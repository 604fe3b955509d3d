package fn_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/golden"
)

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
		var printed bytes.Buffer
		exit := fn.Run(bytes.NewReader(in), &printed, &bytes.Buffer{})
		out, err := sdk.Run(fn.Processor(), in)
		if (err != nil) != (exit != 0) {
			t.Fatalf("the exit code is %d, the SDK says %v", exit, err)
		}
		want, got := listOf(t, printed.Bytes()), listOf(t, out)
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

// valuesOf gives the values of objects, in the order of what they spell.
func valuesOf(t *testing.T, objects sdk.KubeObjects) []any {
	t.Helper()
	type object struct {
		value any
		text  string
	}
	all := make([]object, len(objects))
	for i, o := range objects {
		if err := yaml.Unmarshal([]byte(o.String()), &all[i].value); err != nil {
			t.Fatal(err)
		}
		text, err := yaml.Marshal(all[i].value)
		if err != nil {
			t.Fatal(err)
		}
		all[i].text = string(text)
	}
	slices.SortFunc(all, func(a, b object) int { return strings.Compare(a.text, b.text) })
	values := make([]any, len(all))
	for i := range all {
		values[i] = all[i].value
	}
	return values
}
