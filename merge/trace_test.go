package merge_test

import (
	"strings"
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

func TestFind(t *testing.T) {
	doc := parse(t, "a:\n  list:\n  - {name: x}\n  - name: y\n    v: 1\n  set: [p, q]\n  ports: [{port: 1, protocol: UDP}, {port: 1, v: 2}]\n")
	path := merge.Path{merge.Field("a"), merge.Field("list"), merge.Keyed(merge.KeyValue{Field: "name", Value: "y"}), merge.Field("v")}
	if found, whole := path.Find(doc); !whole || found.Line() != 5 || found.Value.Value != "1" {
		t.Errorf("%s: line %d, %v", path, found.Line(), whole)
	}
	path = merge.Path{merge.Field("a"), merge.Field("set"), merge.Member("q")}
	if found, whole := path.Find(doc); !whole || found.Line() != 6 || found.Value.Value != "q" {
		t.Errorf("%s: line %d, %v", path, found.Line(), whole)
	}
	path, _ = merge.ParsePattern("a.ports[port=1,protocol=TCP].v")
	if found, whole := path.Find(doc); !whole || found.Value.Value != "2" {
		t.Errorf("%s, an element that lacks a key with a default: %v", path, whole)
	}
	path = merge.Path{merge.Field("a"), merge.Field("list"), merge.Index(7), merge.Field("v")}
	if found, whole := path.Find(doc); whole || found.Line() != 2 {
		t.Errorf("%s: line %d, %v", path, found.Line(), whole)
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
