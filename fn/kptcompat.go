package fn

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/internal/terms"
)

// hurtByKpt reports whether kpt would hurt a merged item that keeps its id. By the id
// kpt finds the item that it passed, and copies that item's comments to every place
// that has none; it matches list elements by their position. So an item must lose its
// id if its lists have other members or another order than before, if it lost or
// changed a comment, or if a value is of another kind, where kpt fails. All others keep
// it, because a file's detached header depends on it.
//
// See e2e/testdata/kpt-comments.txtar.
func hurtByKpt(before, after *yaml.Node) bool {
	switch {
	case before == after:
		return false
	case before == nil || after == nil || before.Kind != after.Kind || losesComment(before, after):
		return true
	case before.Kind == yaml.SequenceNode:
		return !slices.EqualFunc(before.Content, after.Content, func(b, a *yaml.Node) bool { return alike(b, a) && !hurtByKpt(b, a) })
	case before.Kind == yaml.MappingNode:
		fields := make(map[string][2]*yaml.Node, len(after.Content)/2)
		for key, value := range node.Pairs(after.Content) {
			fields[key.Value] = [2]*yaml.Node{key, value}
		}
		for key, value := range node.Pairs(before.Content) {
			// What a field took along that is gone hurts nobody.
			if f, is := fields[key.Value]; is && (hurtByKpt(key, f[0]) || hurtByKpt(value, f[1])) {
				return true
			}
		}
	}
	return false
}

// losesComment reports whether one of a node's comments is gone or another.
func losesComment(before, after *yaml.Node) bool {
	lost := func(before, after string) bool { return before != "" && before != after }
	return lost(before.HeadComment, after.HeadComment) || lost(before.LineComment, after.LineComment) || lost(before.FootComment, after.FootComment)
}

// alike reports whether two elements may be one: neither their values, where they
// are scalars, nor a field that could be their key differ.
func alike(a, b *yaml.Node) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Kind == yaml.ScalarNode && a.Value != b.Value {
		return false
	}
	inferred := terms.InferredKeys()
	for _, key := range append(inferred[:], "port", "protocol", "key", "path") {
		if node.Text(node.Field(a, key)) != node.Text(node.Field(b, key)) {
			return false
		}
	}
	return true
}
