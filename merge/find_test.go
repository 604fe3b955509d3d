package merge_test

import (
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
