package resolve_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// many is a package with two questions about each of so many resources.
func many(t *testing.T, form marks.Form, resources int) fstest.MapFS {
	t.Helper()
	version := func(value string) fstest.MapFS {
		var text strings.Builder
		for i := range resources {
			fmt.Fprintf(&text, "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c%d\ndata:\n  a: %q\n  between: x\n  b: %q\n", i, value, value)
		}
		return fstest.MapFS{"all.yaml": {Data: []byte(text.String()), Mode: 0o644}}
	}
	opts := files.Options{Options: resource.Options{Policy: merge.Policy{OnConflict: merge.Ask}}, Marks: files.Marks{Options: marks.Options{Form: form}}}
	_, dir, ok := merged(t, [3]fstest.MapFS{version("1"), version("2"), version("3")}, opts)
	if !ok {
		t.Fatal("the merge fails")
	}
	return dir
}

// TestManyQuestions: many questions about one file are listed, named and answered at a cost
// that grows as they do.
func TestManyQuestions(t *testing.T) {
	for _, form := range []marks.Form{marks.Lines, marks.Decisions} {
		t.Run(form.String(), func(t *testing.T) {
			cost := func(resources int) (listed, answered float64) {
				dir := many(t, form, resources)
				session := func() *resolve.Session {
					s, err := resolve.Open(dir, []string{"all.yaml", "merge-decisions.yaml"})
					if err != nil {
						t.Fatal(err)
					}
					return s
				}
				listed = testing.AllocsPerRun(1, func() {
					s := session()
					for _, q := range s.Questions() {
						_ = q.String()
					}
					for f, want := range map[resolve.Filter]int{
						{}: 2 * resources, {Resource: "ConfigMap/c7"}: 2, {Path: "data.a"}: resources,
						{Path: "data"}: 2 * resources, {Path: "data.*"}: 2 * resources, {Path: "data.b", Resource: "ConfigMap/c7"}: 1, {Path: "dat"}: 0,
					} {
						if got := len(f.Of(s.Questions())); got != want {
							t.Errorf("%+v names %d questions, want %d", f, got, want)
						}
					}
				})
				answered = testing.AllocsPerRun(1, func() {
					s := session()
					for _, q := range (resolve.Filter{Path: "data.a"}).Of(s.Questions()) {
						if err := s.Answer(q, resolve.Upstream, nil); err != nil {
							t.Fatal(err)
						}
					}
					if left := len(s.Questions()); left != resources {
						t.Errorf("%d are left", left)
					}
					changed, err := s.Changed()
					if err != nil || strings.Count(string(changed[0].Data), `  a: "2"`) != resources {
						t.Errorf("%d files change, %v", len(changed), err)
					}
				})
				return listed, answered
			}
			listed, answered := cost(40)
			listedMore, answeredMore := cost(160)
			for what, growth := range map[string]float64{"listed": listedMore / listed, "answered": answeredMore / answered} {
				if t.Logf("%s: %.2f", what, growth); growth > 4.6 {
					t.Errorf("%s: four times as many cost %.2f times", what, growth)
				}
			}
		})
	}
}
