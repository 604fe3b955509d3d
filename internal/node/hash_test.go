package node_test

import (
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// TestHashOfKeys: keys that are one field have one hash, however they are spelled.
func TestHashOfKeys(t *testing.T) {
	for _, c := range [][2]string{{`{9090: a}`, `{"9090": a}`}, {`{true: a}`, `{"true": a}`}, {`{1.5: a}`, `{"1.5": a}`}} {
		if a, b := hashOf(t, c[0]), hashOf(t, c[1]); a != b {
			t.Errorf("%s and %s have different hashes", c[0], c[1])
		}
	}
	if hashOf(t, "{a: x}") == hashOf(t, "{b: x}") {
		t.Error("keys do not count")
	}
}

func hashOf(t *testing.T, text string) uint64 {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal([]byte(text), &n); err != nil {
		t.Fatal(err)
	}
	return node.Hash(&n)
}
