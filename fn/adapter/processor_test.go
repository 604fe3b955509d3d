package adapter_test

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/GoogleContainerTools/kpt-functions-sdk/go/fn"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/fn/adapter"
)

func TestProcessor(t *testing.T) {
	list, err := sdk.ParseResourceList([]byte(`apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: mine}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: {config.kubernetes.io/merge-source: original}}, data: {k: one}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: {config.kubernetes.io/merge-source: updated}}, data: {k: two}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
`))
	if err != nil {
		t.Fatal(err)
	}
	b := list.Items[3]
	ok, err := adapter.Processor{}.Process(list)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	if len(list.Items) != 2 || list.Items[0].GetMap("data").GetString("k") != "two" || list.Items[1] != b {
		t.Errorf("items: %s", list.Items)
	}
	if len(list.Results) != 1 || list.Results[0].Severity != sdk.Warning || list.Results[0].Field.Path != "data.k" {
		t.Errorf("results: %s", list.Results.String())
	}
}

func TestProcessorFails(t *testing.T) {
	list, err := sdk.ParseResourceList([]byte(`apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: {config.kubernetes.io/merge-source: upstream}}}
`))
	if err != nil {
		t.Fatal(err)
	}
	ok, err := adapter.Processor{}.Process(list)
	if ok || err == nil || len(list.Items) != 1 || len(list.Results) != 1 || list.Results[0].Severity != sdk.Error {
		t.Errorf("got %v, %v, %d items, results %s", ok, err, len(list.Items), list.Results.String())
	}
}

// TestProcessorResults: the SDK's results say what the function prints.
func TestProcessorResults(t *testing.T) {
	files, err := filepath.Glob("../testdata/run/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no lists", err)
	}
	compared := 0
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in := archive.Files[slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "in" })].Data
		list, err := sdk.ParseResourceList(in)
		if err != nil {
			continue // nothing the SDK takes for a list
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			_, _ = adapter.Processor{}.Process(list)
			var printed bytes.Buffer
			fn.Run(bytes.NewReader(in), &printed, &bytes.Buffer{})
			want, err := sdk.ParseResourceList(printed.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.Results, list.Results); diff != "" {
				t.Errorf("results (-printed +processor):\n%s", diff)
			}
			compared += len(want.Results)
		})
	}
	if compared < 10 {
		t.Errorf("only %d results were compared", compared)
	}
}
