package files_test

import (
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestAgreementWithLines: order and spelling are no difference, values are.
func TestAgreementWithLines(t *testing.T) {
	const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  finalizers: [x, y]\nspec:\n  containers:\n  - name: a\n    image: a:1\n  - name: b\n    args: [1, 2]\n"
	const other = "apiVersion: v1\nkind: Service\nmetadata:\n  name: a\n"
	for name, test := range map[string]struct {
		merged, lines string
		want          terms.Agreement
	}{
		"the same":                      {pod, pod, terms.Agrees},
		"spelled otherwise":             {"a: 1 # one\nb: x\n", "b: \"x\"\na: 1\n", terms.Agrees},
		"another value":                 {"a: 1\n", "a: 2\n", terms.Disagrees},
		"another type":                  {"a: 1\n", "a: \"1\"\n", terms.Disagrees},
		"a field less":                  {"a: 1\nb: 1\n", "a: 1\n", terms.Disagrees},
		"a field more":                  {"a: 1\n", "a: 1\nb: 1\n", terms.Disagrees},
		"order of keyed lists":          {pod, "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  finalizers: [y, x]\nspec:\n  containers:\n  - name: b\n    args: [1, 2]\n  - name: a\n    image: a:1\n", terms.Agrees},
		"order of other lists":          {pod, "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  finalizers: [x, y]\nspec:\n  containers:\n  - name: a\n    image: a:1\n  - name: b\n    args: [2, 1]\n", terms.Disagrees},
		"order of resources":            {pod + "---\n" + other, other + "---\n" + pod, terms.Agrees},
		"a resource less":               {pod + "---\n" + other, pod, terms.Disagrees},
		"a resource twice":              {pod + "---\n" + other, other + "---\n" + pod + "---\n" + other, terms.Disagrees},
		"another resource":              {pod, other, terms.Disagrees},
		"an element repeated":           {pod, pod + "  - name: a\n    image: a:1\n", terms.Repeats},
		"an element repeated otherwise": {pod, pod + "  - name: a\n    image: a:2\n", terms.Repeats},
		"a member repeated":             {pod, strings.Replace(pod, "[x, y]", "[x, y, x]", 1), terms.Repeats},
		"a member less":                 {pod, strings.Replace(pod, "[x, y]", "[x]", 1), terms.Disagrees},
		"repeated, another value":       {pod, strings.Replace(pod, "[x, y]", "[x, y, x]", 1) + "    image: b:1\n", terms.Disagrees},
		"a key repeated":                {"a: 1\n", "a: 1\na: 1\n", terms.Invalid},
		"no YAML":                       {"a: 1\n", "a: [\n", terms.Invalid},
		"a place that is kept":          {"a: 1 # krm-merge: keep\n", "a: 2 # krm-merge: keep\n", terms.Agrees},
		"a resource with modes":         {"metadata:\n  name: a\n  annotations: {merge.fn.kpt.dev/modes: 'data: SKIP'}\ndata: 1\n", "metadata:\n  name: a\n  annotations: {merge.fn.kpt.dev/modes: 'data: SKIP'}\ndata: 2\n", terms.Agrees},
		"empty documents":               {"---\na: 1\n---\n", "a: 1\n", terms.Agrees},
		"documents without names":       {"a: 1\n---\nb: 1\n", "a: 1\n---\nb: 2\n", terms.Disagrees},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := files.Options{}.AgreementWithLines([]byte(test.merged), []byte(test.lines), "a.yaml")
			if (err != nil) != (test.want == terms.Invalid) || got != test.want {
				t.Errorf("%d, %v", got, err)
			}
		})
	}
	if _, err := (files.Options{}).AgreementWithLines([]byte("a: ["), nil, "a.yaml"); err == nil {
		t.Error("no error for a merge that is not YAML")
	}
}

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
