package files

import (
	"testing"

	"github.com/krm-merge/krm-merge/merge"
)

// TestParsedOnce: a text that two versions have is parsed once, unless it has
// anchors.
func TestParsedOnce(t *testing.T) {
	for name, c := range map[string]struct {
		original, updated, dest string
		updatedShares           bool
		destShares              bool
	}{
		"unchanged": {"a: 1\n", "a: 1\n", "a: 1\n", true, true},
		"upstream":  {"a: 1\n", "a: 2\n", "a: 1\n", false, true},
		"local":     {"a: 1\n", "a: 1\n", "a: 2\n", true, false},
		"same":      {"a: 1\n", "a: 2\n", "a: 2\n", false, false},
		"anchors":   {"a: &x 1\nb: *x\n", "a: &x 1\nb: *x\n", "a: &x 1\nb: *x\n", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := &slot{path: "a.yaml"}
			for side, text := range map[merge.Side]string{merge.Original: c.original, merge.Updated: c.updated, merge.Dest: c.dest} {
				s.versions[side] = []*documents{{file: &File{Path: "a.yaml", Name: side.String() + "/a.yaml", Data: []byte(text)}, version: &version{Tree: &Tree{}}}}
			}
			if err := s.parse(); err != nil {
				t.Fatal(err)
			}
			o, u, d := s.documents(merge.Original), s.documents(merge.Updated), s.documents(merge.Dest)
			if shares := u.nodes[0] == o.nodes[0]; shares != c.updatedShares {
				t.Errorf("updated shares nodes: %v", shares)
			}
			if shares := d.nodes[0] == o.nodes[0]; shares != c.destShares {
				t.Errorf("dest shares nodes: %v", shares)
			}
			if u.resources[0] == o.resources[0] || u.resources[0].Name != "updated/a.yaml" || d.resources[0].Name != "dest/a.yaml" {
				t.Error("the versions share resources")
			}
		})
	}
}
