package files_test

import (
	"testing"

	"github.com/krm-merge/krm-merge/merge/files"
)

// TestAgreesWithLines: order and spelling are no difference, values are.
func TestAgreesWithLines(t *testing.T) {
	const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  finalizers: [x, y]\nspec:\n  containers:\n  - name: a\n    image: a:1\n  - name: b\n    args: [1, 2]\n"
	const other = "apiVersion: v1\nkind: Service\nmetadata:\n  name: a\n"
	for name, test := range map[string]struct {
		merged, lines string
		agrees        bool
	}{
		"the same":                {pod, pod, true},
		"spelled otherwise":       {"a: 1 # one\nb: x\n", "b: \"x\"\na: 1\n", true},
		"another value":           {"a: 1\n", "a: 2\n", false},
		"another type":            {"a: 1\n", "a: \"1\"\n", false},
		"a field less":            {"a: 1\nb: 1\n", "a: 1\n", false},
		"a field more":            {"a: 1\n", "a: 1\nb: 1\n", false},
		"order of keyed lists":    {pod, "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  finalizers: [y, x]\nspec:\n  containers:\n  - name: b\n    args: [1, 2]\n  - name: a\n    image: a:1\n", true},
		"order of other lists":    {pod, "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  finalizers: [x, y]\nspec:\n  containers:\n  - name: a\n    image: a:1\n  - name: b\n    args: [2, 1]\n", false},
		"order of resources":      {pod + "---\n" + other, other + "---\n" + pod, true},
		"a resource less":         {pod + "---\n" + other, pod, false},
		"a resource twice":        {pod + "---\n" + other, other + "---\n" + pod + "---\n" + other, false},
		"another resource":        {pod, other, false},
		"an element repeated":     {pod, pod + "  - name: a\n    image: a:1\n", true},
		"a key repeated":          {"a: 1\n", "a: 1\na: 1\n", true},
		"no YAML":                 {"a: 1\n", "a: [\n", true},
		"a place that is kept":    {"a: 1 # krm-merge: keep\n", "a: 2 # krm-merge: keep\n", true},
		"a resource with modes":   {"metadata:\n  name: a\n  annotations: {merge.fn.kpt.dev/modes: 'data: SKIP'}\ndata: 1\n", "metadata:\n  name: a\n  annotations: {merge.fn.kpt.dev/modes: 'data: SKIP'}\ndata: 2\n", true},
		"empty documents":         {"---\na: 1\n---\n", "a: 1\n", true},
		"documents without names": {"a: 1\n---\nb: 1\n", "a: 1\n---\nb: 2\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := files.AgreesWithLines([]byte(test.merged), []byte(test.lines), "a.yaml", files.Options{})
			if err != nil || got != test.agrees {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	if _, err := files.AgreesWithLines([]byte("a: ["), nil, "a.yaml", files.Options{}); err == nil {
		t.Error("no error for a merge that is not YAML")
	}
}
