package fn_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/kustomize/kyaml/kio"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestFilter runs the filter in the pipeline that kyaml's filters.Merge3 makes,
// in its place.
func TestFilter(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"original/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: one\n",
		"updated/a.yaml":  "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: two\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n",
		"dest/a.yaml":     "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: one\n  mine: one # mine\n",
		"dest/mine.yaml":  "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mine\n",
	}
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	version := func(side string) map[string]string {
		return map[string]string{"config.kubernetes.io/merge-source": side}
	}
	dest := &kio.LocalPackageReadWriter{PackagePath: filepath.Join(dir, "dest"), SetAnnotations: version("dest")}
	err := kio.Pipeline{
		Inputs: []kio.Reader{
			dest,
			kio.LocalPackageReader{PackagePath: filepath.Join(dir, "original"), SetAnnotations: version("original")},
			kio.LocalPackageReader{PackagePath: filepath.Join(dir, "updated"), SetAnnotations: version("updated")},
		},
		Filters: []kio.Filter{fn.Filter{}},
		Outputs: []kio.Writer{dest},
	}.Execute()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"dest/a.yaml":    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: two\n  mine: one # mine\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n",
		"dest/mine.yaml": files["dest/mine.yaml"],
	} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
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
