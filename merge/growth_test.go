package merge_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/counted"
	"github.com/krm-merge/krm-merge/merge"
	"github.com/krm-merge/krm-merge/merge/schema"
)

// shape is a family of documents of any size, in three versions that differ in
// a few places.
type shape struct {
	name string
	n    int
	// text is the document with n parts; with changed, as that version has it.
	text func(n int, version string) string
	// policy is that of the merge.
	policy merge.Policy
}

// shapes are what growth is measured on, and benchmarks.
func shapes() []shape {
	return []shape{
		{name: "fields", n: 1000, text: func(n int, version string) string {
			return lines("", n, func(i int) string { return fmt.Sprintf("field%d: %s", i, valueAt(i, n, version)) })
		}},
		{name: "elements", n: 1000, text: func(n int, version string) string {
			return lines("l:\n", n, func(i int) string { return fmt.Sprintf("- {name: e%d, v: %s}", i, valueAt(i, n, version)) })
		}},
		{name: "members", n: 1000, text: func(n int, version string) string {
			head := "apiVersion: v1\nkind: Pod\nmetadata:\n  finalizers:\n"
			return lines(head, n, func(i int) string { return fmt.Sprintf("  - a.b/m%d-%s", i, valueAt(i, n, version)) })
		}},
		{name: "atomic", n: 1000, text: func(n int, version string) string {
			return lines("l:\n", n, func(i int) string { return fmt.Sprintf("- e%d-%s", i, valueAt(i, n, version)) })
		}},
		{name: "depth", n: 200, text: func(n int, version string) string {
			return lines("", n, func(i int) string { return fmt.Sprintf("%*sv: %s\n%*sm:", i, "", valueAt(i, n, version), i, "") }) + strings.Repeat(" ", n) + "end: 1\n"
		}},
		{name: "env", n: 1000, text: func(n int, version string) string {
			head := "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: c\n    env:\n"
			return lines(head, n, func(i int) string { return fmt.Sprintf("    - {name: E%d, value: x%s}", i, valueAt(i, n, version)) })
		}},
		{name: "aliases", n: 500, text: func(n int, version string) string {
			return lines("base: &b {k: 1}\n", n, func(i int) string { return fmt.Sprintf("f%d: {<<: *b, v: %s}", i, valueAt(i, n, version)) })
		}},
		{name: "comments", n: 1000, text: func(n int, version string) string {
			return lines("", n, func(i int) string {
				return fmt.Sprintf("# about %s\nfield%d: 1 # note", valueAt(i, n, version), i)
			})
		}},
		{name: "sequence", n: 2000, policy: merge.Policy{Atomic: merge.AtomicMerge}, text: func(n int, version string) string {
			return lines("l:\n", n, func(i int) string { return fmt.Sprintf("- [%d, %s]", i, valueAt(i, n, version)) })
		}},
		{name: "resembling", n: 1000, policy: merge.Policy{Atomic: merge.AtomicMerge}, text: func(n int, version string) string {
			return lines("l:\n", n, func(i int) string { return fmt.Sprintf("- {at: %d, to: x, v: %s}", i, valueAt(i, n, version)) })
		}},
		{name: "renamed", n: 1000, policy: merge.Policy{FollowRenamed: true}, text: func(n int, version string) string {
			return lines("", n, func(i int) string {
				name, value := "f", "same"
				if i%100 == 3 && version == "updated" {
					name = "renamed"
				}
				if i%100 == 3 && version == "dest" {
					value = "edited"
				}
				return fmt.Sprintf("%s%d: {at: %d, to: x, v: y, w: %s}", name, i, i, value)
			})
		}},
		{name: "arguments", n: 2000, policy: merge.Policy{Atomic: merge.AtomicMerge}, text: func(n int, version string) string {
			return lines("l:\n", n, func(i int) string { return fmt.Sprintf("- --f%d=%s", i, valueAt(i, n, version)) })
		}},
		{name: "lines", n: 2000, policy: merge.Policy{TextByLines: true}, text: func(n int, version string) string {
			return lines("t: |\n", n, func(i int) string { return fmt.Sprintf("  line %d %s", i, valueAt(i, n, version)) })
		}},
	}
}

// lines is a head and n lines behind it.
func lines(head string, n int, line func(i int) string) string {
	return head + counted.Repeat(n, func(i int) string { return line(i) + "\n" })
}

// valueAt makes a tenth of the parts differ in updated, another in dest.
func valueAt(i, _ int, version string) string {
	switch {
	case version == "updated" && i%10 == 3, version == "dest" && i%10 == 7:
		return version
	}
	return "same"
}

// merge is the 3-way merge of a document of n parts.
func (s shape) merge(t testing.TB, n int) func() merge.Result {
	t.Helper()
	versions := map[string]*yaml.Node{}
	for _, v := range []string{"original", "updated", "dest"} {
		versions[v] = parse(t, s.text(n, v))
	}
	opts := merge.Options{Schema: schema.Builtin("v1", "Pod"), Policy: s.policy}
	if !strings.Contains(s.text(1, ""), "kind: Pod") {
		opts.Schema = nil
	}
	return func() merge.Result {
		res, err := merge.ThreeWay(merge.Versions{Original: versions["original"], Updated: versions["updated"], Dest: versions["dest"]}, opts)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
}

// What a merge costs grows as its input does.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, s := range shapes() {
		t.Run(s.name, func(t *testing.T) {
			counted.Grows(t, s.n, 2.3, func(n int) float64 {
				run := s.merge(t, n)
				return testing.AllocsPerRun(1, func() { run() })
			})
			counted.Grows(t, s.n, 2.6, func(n int) float64 {
				run := s.merge(t, n)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				run()
				runtime.ReadMemStats(&after)
				return float64(after.TotalAlloc - before.TotalAlloc)
			})
		})
	}
}

// What allocates nothing can still be quadratic: the statements that a merge executes, in the package and in the one
// that looks into nodes, grow as its input does. A search among n is log n more.
func TestGrowthOfWork(t *testing.T) {
	sizes, all := map[string]int{}, map[string]shape{}
	for _, s := range shapes() {
		sizes[s.name], all[s.name] = s.n/2, s
	}
	counted.Statements(t, "github.com/krm-merge/krm-merge/merge,github.com/krm-merge/krm-merge/internal/node", 2.3, sizes, func(t *testing.T, shape string, n int) {
		if res := all[shape].merge(t, n)(); res.Node == nil {
			t.Error("nothing is left")
		}
	})
}

// A merge of what did not change costs about an allocation for each map in it,
// and nothing for scalars, lists of them and their comparison. Maps with a
// merge key are looked through, which costs more.
func TestGrowthOfNothing(t *testing.T) {
	for _, s := range shapes() {
		t.Run(s.name, func(t *testing.T) {
			text := s.text(s.n, "original")
			o, u, d := parse(t, text), parse(t, text), parse(t, text)
			limit := 100 + 1.5*float64(strings.Count(text, "{")+strings.Count(text, "#")/2)
			switch s.name {
			case "depth":
				limit += 1.5 * float64(s.n)
			case "aliases":
				limit *= 10
			}
			opts := merge.Options{Schema: schema.Builtin("v1", "Pod")}
			allocs := testing.AllocsPerRun(1, func() {
				if res, err := merge.ThreeWay(merge.Versions{Original: o, Updated: u, Dest: d}, opts); err != nil || res.Node != d {
					t.Fatal("the merge of what did not change is not dest itself", err)
				}
			})
			if allocs > limit {
				t.Errorf("%.0f allocations to merge a document of %d parts with itself, want at most %.0f", allocs, s.n, limit)
			}
			t.Logf("%.0f allocations", allocs)
		})
	}
}
