package merge_test

import (
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

func TestFind(t *testing.T) {
	doc := parse(t, "a:\n  list:\n  - {name: x}\n  - name: y\n    v: 1\n  set: [p, q]\n  ports: [{port: 1, protocol: UDP}, {port: 1, v: 2}]\n")
	for _, c := range []struct {
		path, value string // "" is not there.
		line        int
	}{
		{"a.list[name=y].v", "1", 5},
		{"a.set[=q]", "q", 6},
		{"a.ports[port=1,protocol=TCP].v", "2", 7}, // An element that lacks a key with a default.
		{"a.list[7].v", "", 2},
	} {
		path, ok := merge.ParsePath(c.path)
		found, whole := path.Find(doc)
		if !ok || whole != (c.value != "") || found.Line() != c.line || whole && found.Value.Value != c.value {
			t.Errorf("%s: whole %v, line %d, %+v", c.path, whole, found.Line(), found.Value)
		}
	}
	if _, whole := (merge.Path{merge.Field("a")}).Find(nil); whole {
		t.Error("found a field of nothing")
	}
}

// A trace names no field twice, and modifies no version.
func TestLawTrace(t *testing.T) {
	forDocuments(t, func(t *testing.T, v generated) {
		before := encode(t, v.o) + encode(t, v.u) + encode(t, v.d)
		for _, at := range []string{".", "*", "*[*]", "*.*.*", "*[*].*"} {
			pattern, err := merge.ParsePattern(at)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for _, p := range merge.Trace(merge.Versions{Original: v.o, Updated: v.u, Dest: v.d}, pattern, v.opts) {
				path := p.Path.String()
				if seen[path] && !strings.Contains(path, "[") {
					t.Fatalf("%s: %s is there twice", at, path)
				}
				seen[path] = true
			}
			if encode(t, v.o)+encode(t, v.u)+encode(t, v.d) != before {
				t.Fatalf("%s: a version is modified", at)
			}
		}
	})
}
