package merge_test

import (
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// TestEdit: only the place changes, and never the value that is given.
func TestEdit(t *testing.T) {
	const text = "a: {b: 1}\nl:\n- {name: x, v: 1}\n- {name: y, v: 2}\ns: [p, q]\nr: &r {c: 1}\nt: *r\nu:\n  <<: *r\n"
	set := func(value string) func(merge.Spot) merge.Spot {
		return func(s merge.Spot) merge.Spot {
			s.Value = nil
			if value != "" {
				s.Value = parse(t, value).Content[0]
			}
			return s
		}
	}
	for name, c := range map[string]struct{ path, value, want string }{
		"field":          {"a.b", "2", "a: {b: 2}\nl:\n- {name: x, v: 1}\n- {name: y, v: 2}\ns: [p, q]\nr: {c: 1}\nt: {c: 1}\nu: {c: 1}\n"},
		"field deleted":  {"a.b", "", "a: {}\nl:\n- {name: x, v: 1}\n- {name: y, v: 2}\ns: [p, q]\nr: {c: 1}\nt: {c: 1}\nu: {c: 1}\n"},
		"field added":    {"a.c", "2", "a: {b: 1, c: 2}\nl:\n- {name: x, v: 1}\n- {name: y, v: 2}\ns: [p, q]\nr: {c: 1}\nt: {c: 1}\nu: {c: 1}\n"},
		"keyed":          {"l[name=y].v", "3", "a: {b: 1}\nl:\n- {name: x, v: 1}\n- {name: y, v: 3}\ns: [p, q]\nr: {c: 1}\nt: {c: 1}\nu: {c: 1}\n"},
		"keyed deleted":  {"l[name=x]", "", "a: {b: 1}\nl:\n- {name: y, v: 2}\ns: [p, q]\nr: {c: 1}\nt: {c: 1}\nu: {c: 1}\n"},
		"keyed added":    {"l[name=z]", "{name: z}", "a: {b: 1}\nl:\n- {name: x, v: 1}\n- {name: y, v: 2}\n- {name: z}\ns: [p, q]\nr: {c: 1}\nt: {c: 1}\nu: {c: 1}\n"},
		"member":         {"s[=q]", "", "a: {b: 1}\nl:\n- {name: x, v: 1}\n- {name: y, v: 2}\ns: [p]\nr: {c: 1}\nt: {c: 1}\nu: {c: 1}\n"},
		"index":          {"s[0]", "o", "a: {b: 1}\nl:\n- {name: x, v: 1}\n- {name: y, v: 2}\ns: [o, q]\nr: {c: 1}\nt: {c: 1}\nu: {c: 1}\n"},
		"absent, absent": {"a.c", "", text},
		"too far":        {"a.c.d", "1", ""},
		"in a scalar":    {"a.b.c", "1", ""},
		"field of list":  {"l.x", "1", ""},
		"element of map": {"a[0]", "1", ""},
		"anchor":         {"r.c", "2", ""},
		"alias":          {"t.c", "2", ""},
	} {
		t.Run(name, func(t *testing.T) {
			root := parse(t, text)
			path, err := merge.ParsePattern(c.path)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := path.Edit(root, set(c.value))
			if ok != (c.want != "") {
				t.Fatalf("it is %v that the path leads there", ok)
			}
			if !merge.Equal(root, parse(t, text)) {
				t.Error("the value that is given is modified")
			}
			if ok && !merge.Equal(got, parse(t, c.want)) {
				t.Errorf("got\n%s", encode(t, got))
			}
		})
	}
	if _, ok := (merge.Path{merge.Field("a")}).Edit(nil, set("1")); ok {
		t.Error("nothing can be edited")
	}
	whole, ok := merge.Path{}.Edit(&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: "a"}, set("b"))
	if !ok || whole.Value != "b" {
		t.Errorf("a whole value becomes %v", whole)
	}
}
