package fn

import (
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
	if before == after {
		return false
	}
	if before == nil || after == nil || before.Kind != after.Kind {
		return true
	}
	for _, c := range [3][2]string{
		{before.HeadComment, after.HeadComment}, {before.LineComment, after.LineComment}, {before.FootComment, after.FootComment},
	} {
		if c[0] != "" && c[0] != c[1] {
			return true
		}
	}
	switch before.Kind {
	case yaml.MappingNode:
		return fieldsHurt(before, after)
	case yaml.SequenceNode:
		if len(before.Content) != len(after.Content) {
			return true
		}
		for i := range before.Content {
			if !alike(before.Content[i], after.Content[i]) || hurtByKpt(before.Content[i], after.Content[i]) {
				return true
			}
		}
	}
	return false
}

// fieldsHurt pairs fields by name. What a field took along that is gone hurts nobody.
func fieldsHurt(before, after *yaml.Node) bool {
	index := make(map[string]int, len(after.Content)/2)
	for i := 0; i+1 < len(after.Content); i += 2 {
		index[after.Content[i].Value] = i
	}
	for key, value := range node.Pairs(before.Content) {
		at, is := index[key.Value]
		if is && (hurtByKpt(key, after.Content[at]) || hurtByKpt(value, after.Content[at+1])) {
			return true
		}
	}
	return false
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
