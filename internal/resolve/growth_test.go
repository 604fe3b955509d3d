package resolve_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/internal/decisions"
	"github.com/krm-merge/krm-merge/internal/marks"
	"github.com/krm-merge/krm-merge/internal/resolve"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/files"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// configMaps is a part of a file of many ConfigMaps, each with two places that have the value of the version.
const configMaps = "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c%d\ndata:\n  a: %[2]q\n  between: x\n  b: %[2]q\n"

// TestManyQuestions: many questions about one file are found, listed, named, answered and obeyed at a cost that grows
// as they do: about values of resources, and about lines.
func TestManyQuestions(t *testing.T) {
	for _, c := range []struct {
		name string
		form marks.Form
		text string
	}{
		{"all.yaml", marks.Lines, configMaps},
		{"all.yaml", marks.Decisions, configMaps},
		{template, marks.Lines, "{{ a }}%d: %[2]s\nsame: 1\nb: %[2]s\nsame: %[1]d\n"},
	} {
		t.Run(c.name+" "+c.form.String(), func(t *testing.T) {
			cost := func(places int) map[string]float64 {
				var v [3]fstest.MapFS
				for i, value := range []string{"1", "2", "3"} {
					text := counted.Repeat(places, func(n int) string { return fmt.Sprintf(c.text, n, value) })
					v[i] = fstest.MapFS{c.name: {Data: []byte(text), Mode: 0o644}}
				}
				opts := files.Options{Options: resource.Careful(), Marks: files.Marks{Options: marks.Options{Form: c.form}}}
				merges := func(want int) func() {
					return func() {
						r, _, ok := merged(t, v, opts)
						if !ok || r.Open() != want {
							t.Fatalf("%d questions of %d", r.Open(), want)
						}
					}
				}
				_, left, _ := merged(t, v, opts)
				var dir fstest.MapFS
				session := func() *resolve.Session {
					dir = fstest.MapFS{c.name: left[c.name]}
					if listed := left[decisions.FileName]; listed != nil {
						dir[decisions.FileName] = listed
					}
					s, err := resolve.Open(dir, []string{c.name, decisions.FileName})
					if err != nil || len(s.Questions()) != 2*places {
						t.Fatalf("%d questions, %v", len(s.Questions()), err)
					}
					return s
				}
				costs := map[string]float64{
					"merged": testing.AllocsPerRun(1, merges(2*places)),
					"listed": testing.AllocsPerRun(1, func() {
						for _, q := range session().Questions() {
							_ = q.String()
						}
					}),
					"answered": testing.AllocsPerRun(1, func() {
						s := session()
						for i, q := range s.Questions() {
							if err := s.Answer(q, []resolve.Choice{resolve.Yours, resolve.Upstream}[i%2], nil); err != nil {
								t.Fatal(err)
							}
						}
						save(t, s, dir)
					}),
				}
				v[merge.Dest] = fstest.MapFS{c.name: v[merge.Dest][c.name], decisions.FileName: dir[decisions.FileName]}
				costs["merged again"] = testing.AllocsPerRun(1, merges(0))
				return costs
			}
			few := cost(25)
			for what, many := range cost(100) {
				if growth := many / few[what]; growth > 4.3 {
					t.Errorf("%s: four times as many cost %.2f times", what, growth)
				}
			}
		})
	}
}

// TestFilter: questions are named by their resources, and by paths with * for any field.
func TestFilter(t *testing.T) {
	var v [3]fstest.MapFS
	for i, value := range []string{"1", "2", "3"} {
		text := counted.Repeat(9, func(n int) string { return fmt.Sprintf(configMaps, n, value) })
		v[i] = fstest.MapFS{"all.yaml": {Data: []byte(text), Mode: 0o644}}
	}
	_, dir, _ := merged(t, v, files.Options{Options: resource.Careful()})
	s, err := resolve.Open(dir, []string{"all.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	for f, want := range map[resolve.Filter]int{
		{}: 18, {Resource: "ConfigMap/c7"}: 2, {Path: "data.a"}: 9, {Path: "data"}: 18, {Path: "data.*"}: 18, {Path: "data.b", Resource: "ConfigMap/c7"}: 1, {Path: "dat"}: 0,
	} {
		if got := len(f.Of(s.Questions())); got != want {
			t.Errorf("%+v names %d questions, want %d", f, got, want)
		}
	}
}
