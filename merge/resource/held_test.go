package resource_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/chart"
	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/resource"
)

// TestLawHeld: on generated charts, values stay as they are while nobody answers; a value that the new
// version has a default for, or that a template of it names, is never called gone; one that had a
// default and of which neither holds is; and an answer takes that alone away.
func TestLawHeld(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 1))
	asked := 0
	for range 300 {
		names := func() (all []string) {
			for a := range 5 {
				for b := range 4 {
					all = append(all, fmt.Sprintf("a%d.b%d", a, b))
				}
			}
			return all
		}()
		old, next, reads, values := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
		for _, name := range names {
			old[name] = r.IntN(3) > 0
			next[name] = old[name] && r.IntN(3) > 0 || r.IntN(8) == 0
			reads[name] = r.IntN(6) == 0
			values[name] = r.IntN(2) == 0
		}
		before, after := generated(t, old, nil, r), generated(t, next, reads, r)
		dest := tree(values, 7)
		d := &resource.Resource{Node: node.Root(golden.Document(t, dest)), Path: "values.yaml", Name: "values.yaml"}
		v := resource.Versions{Dest: []*resource.Resource{d}, AllowEmpty: true, Held: resource.Held{Values: map[string][]resource.Overriding{
			"values.yaml": {{Original: before, Updated: after}},
		}}}
		out, err := resource.Merge(v, resource.Careful())
		if err != nil {
			t.Fatal(err)
		}
		if len(out.Resources) != 1 || !merge.Equal(out.Resources[0].Node, d.Node) {
			t.Fatalf("unanswered, the values do not stay:\n%s", dest)
		}
		gone := map[string]bool{}
		for _, c := range out.Conflicts {
			gone[c.Path.String()] = true
		}
		asked += len(gone)
		left := map[string]bool{}
		for _, name := range names {
			parent, _, _ := strings.Cut(name, ".")
			named := gone[name] || gone[parent]
			if named && values[name] && (next[name] || reads[name]) {
				t.Errorf("%s is read, and called gone", name)
			}
			if left[name] = values[name] && !named; left[name] && old[name] && !next[name] && !reads[name] {
				t.Errorf("%s is gone, and nobody is told", name)
			}
		}
		opts := resource.Careful()
		opts.Answers = func(*resource.Conflict) (merge.Answer, bool) { return merge.Answer{Taken: merge.Updated}, true }
		if out, err = resource.Merge(v, opts); err != nil {
			t.Fatal(err)
		}
		var kept []string
		for key, value := range node.Fields(out.Resources[0].Node) {
			for inner := range node.Fields(value) {
				kept = append(kept, key.Value+"."+inner.Value)
			}
		}
		for _, name := range names {
			if slices.Contains(kept, name) != left[name] {
				t.Errorf("answered, %s is there: %v", name, !left[name])
			}
		}
	}
	if asked < 300 {
		t.Errorf("only %d values are gone", asked)
	}
}

// generated is a chart with defaults for names of two parts, and templates that read others.
func generated(t *testing.T, defaults, reads map[string]bool, r *rand.Rand) *chart.Chart {
	t.Helper()
	text := ""
	for name, is := range reads {
		if a, b, _ := strings.Cut(name, "."); is {
			text += [...]string{"{{ .Values." + name + " }}", `{{ index .Values "` + a + `" "` + b + `" }}`, "{{ toYaml $.Values." + name + " | nindent 2 }}"}[r.IntN(3)]
		}
	}
	c, err := chart.Of(map[string][]byte{"Chart.yaml": []byte("name: web\n"), "values.yaml": []byte(tree(defaults, r.IntN(3))), "templates/a.yaml": []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// tree is a document with names of two parts.
func tree(names map[string]bool, value int) string {
	b := map[string]map[string]int{}
	for name, is := range names {
		if first, second, _ := strings.Cut(name, "."); is {
			if b[first] == nil {
				b[first] = map[string]int{}
			}
			b[first][second] = value
		}
	}
	text, _ := yaml.Marshal(b)
	return string(text)
}

// TestHeldText: of values in a text, those that are gone are asked about where they stand in the file, in a
// quoted text at its line; the cost is linear in their number.
func TestHeldText(t *testing.T) {
	ask := func(n int, begin, between, end string) float64 {
		text, defaults := begin, node.Map()
		for i := range n {
			text += fmt.Sprintf("a%d: 1%s", i, between)
			defaults.Content = append(defaults.Content, node.String(fmt.Sprint("a", i)), node.String("0"))
		}
		doc := golden.Document(t, "kind: a\nvalues: "+text+end)
		over := []resource.Overriding{{At: merge.Path{merge.Field("values")}, Original: chart.Plain(defaults), Updated: chart.Plain(node.Map())}}
		v := resource.Versions{
			Dest: []*resource.Resource{{Node: doc.Content[0], Doc: doc, Path: "a.yaml"}}, AllowEmpty: true,
			Held: resource.Held{Values: map[string][]resource.Overriding{"a.yaml": over}},
		}
		var last int
		cost := testing.AllocsPerRun(1, func() {
			out, err := resource.Merge(v, resource.Careful())
			if err != nil || len(out.Conflicts) != n {
				t.Fatal(err, out.Conflicts)
			}
			last = out.Conflicts[n-1].Dest.Line
		})
		if want := 2 + n*strings.Count(between, "\n"); last != want {
			t.Errorf("the last value stands in line %d, want %d", last, want)
		}
		return cost
	}
	counted.Grows(t, 200, 2.3, func(n int) float64 { return ask(n, "|\n  ", "\n  ", "") })
	ask(8, "\"", `\n`, "\"")
}
