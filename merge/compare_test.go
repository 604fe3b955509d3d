package merge_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

// TestCompare: the places in which values differ, each once.
func TestCompare(t *testing.T) {
	for _, c := range [][3]string{
		{"{a: 1, b: 2}", "{a: 1, b: 3, c: {d: 1}}", "b c"},
		{"{a: 1, b: {x: 1, y: {z: 1}}}", "{a: 1}", "b"},
		{"{a: [1, 2]}", "{a: [2, 1]}", "a"},
		{"{a: [--x=1, --y]}", "{a: [--x=2, --y]}", "a[0]"},
		{"{a: [--x, --y, --z]}", "{a: [--x, --z, --new]}", "a[1] a[2]"},
		{"{a: [{b: {c: 1}, d: [1]}, {b: {c: 2}}]}", "{a: [{b: {c: 3}, d: [1]}, {b: {c: 2}}]}", "a[0].b.c"},
		{"{a: [{name: a, v: 1}, {name: b}]}", "{a: [{name: b}, {name: a, v: 2}, {name: c}]}", "a[name=a].v a[name=c]"},
		{"{a: [{name: a}, {name: b}]}", "{a: [{name: b}, {name: a}]}", "a"},
		{"a: 1 # x", "b: 1\na: 1 # y", "b"},
		{"a: 1 # krm-merge: keep", "a: 2", "a"},
		{"{a: 0x10}", "{a: 16}", ""},
		{"{a: 1}", "[1]", "."},
		{"{a: null}", "{}", "a"},
		{"{}", "{a: null}", "a"},
		{"{a: 1}", "{a: null}", "a"},
		{"{a: {b: 1}}", "{a: {}}", "a.b"},
		{"{a: {b: 1}}", "{a: x}", "a"},
		{"a: |\n  1\n  2\n  3\n", "a: |\n  1\n  4\n  3\n", "a"},
		{"x: &a {b: 1}\ny: *a\n", "x: &a {b: 2}\ny: *a\n", "x.b y.b"},
	} {
		found, err := merge.Compare(parse(t, c[0]), parse(t, c[1]), merge.Options{Policy: merge.Policy{UpdatedOrder: true}})
		var got []string
		for _, d := range found {
			got = append(got, cmp.Or(d.Path.String(), "."))
			if merge.Equal(d.From.Value, d.To.Value) {
				t.Errorf("%s and %s: %s is equal", c[0], c[1], d.Path)
			}
		}
		if got := strings.Join(got, " "); got != c[2] || err != nil {
			t.Errorf("%s and %s: %q, not %q, %v", c[0], c[1], got, c[2], err)
		}
	}
	reordered := parse(t, "{a: [{name: b}, {name: a}]}")
	if found, err := merge.Compare(parse(t, "{a: [{name: a}, {name: b}]}"), reordered, merge.Options{}); len(found) > 0 || err != nil {
		t.Errorf("with dest's order: %v, %v", found, err)
	}
}
