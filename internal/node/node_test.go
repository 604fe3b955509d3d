package node_test

import (
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/node"
)

// TestIsNull: a null is one however it is spelled, parsed or made by a program.
func TestIsNull(t *testing.T) {
	made := func(value string, style yaml.Style) *yaml.Node {
		return &yaml.Node{Kind: yaml.ScalarNode, Value: value, Style: style}
	}
	for _, c := range []struct {
		n    *yaml.Node
		want bool
	}{
		{nil, false},
		{golden.Value(t, "~"), true},
		{golden.Value(t, `!!null ""`), true},
		{golden.Value(t, `"null"`), false},
		{golden.Value(t, "{}"), false},
		{made("null", 0), true},
		{made("", 0), true},
		{made("", yaml.DoubleQuotedStyle), false},
		{made("nil", 0), false},
		{node.String("null"), false},
	} {
		if got := node.IsNull(c.n); got != c.want {
			t.Errorf("IsNull(%+v) is %v", c.n, got)
		}
	}
}

// TestAll: every node comes before those inside of it, and an alias is not looked through.
func TestAll(t *testing.T) {
	var all []string
	for n := range node.All(golden.Value(t, "{a: &x [b, {c: d}], e: *x}")) {
		all = append(all, n.Value)
	}
	if got := strings.Join(all, ","); got != ",a,,b,,c,d,e,x" {
		t.Errorf("the nodes are %s", got)
	}
	for n := range node.All(golden.Value(t, "[a, [b, c], d]")) {
		if n.Value == "d" {
			t.Error("the walk goes on behind its end")
		}
		if n.Value == "b" {
			break
		}
	}
}

// TestPairs: merge keys are pairs, too, and what has no value is none.
func TestPairs(t *testing.T) {
	content := golden.Value(t, "{<<: {a: b}, c: d}").Content
	var keys []string
	for key := range node.Pairs(content[:len(content)-1]) {
		keys = append(keys, key.Value)
	}
	if !slices.Equal(keys, []string{"<<"}) {
		t.Errorf("the keys are %v", keys)
	}
}

// TestHashOfKeys: keys that are one field have one hash, however they are spelled.
func TestHashOfKeys(t *testing.T) {
	for _, c := range [][2]string{{`{9090: a}`, `{"9090": a}`}, {`{true: a}`, `{"true": a}`}, {`{1.5: a}`, `{"1.5": a}`}} {
		if a, b := node.Hash(golden.Document(t, c[0])), node.Hash(golden.Document(t, c[1])); a != b {
			t.Errorf("%s and %s have different hashes", c[0], c[1])
		}
	}
	if node.Hash(golden.Document(t, "{a: x}")) == node.Hash(golden.Document(t, "{b: x}")) {
		t.Error("keys do not count")
	}
}
