package fn

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// hurtByKpt reports whether kpt would hurt a merged item that keeps its id. By the id kpt
// finds the item that it passed, and copies that item's comments to every place that has
// none; it matches list elements by their position, and some also by a key. So an item must
// lose its id if it lost or changed a comment, or a list with comments became longer or
// shorter. All others keep it, because a file's detached header depends on it.
//
// See e2e/testdata/kpt-comments.txtar.
func hurtByKpt(before, after *yaml.Node) bool {
	switch {
	case before == after:
		return false
	case before == nil:
		return true
	case after == nil, before.Kind != after.Kind, before.Kind == yaml.SequenceNode && len(before.Content) != len(after.Content):
		for n := range node.All(before) {
			if n.HeadComment+n.LineComment+n.FootComment != "" {
				return true
			}
		}
		return false
	}
	for _, c := range [3][2]string{
		{before.HeadComment, after.HeadComment}, {before.LineComment, after.LineComment}, {before.FootComment, after.FootComment},
	} {
		if c[0] != "" && c[0] != c[1] {
			return true
		}
	}
	partner := func(i int) *yaml.Node { return after.Content[i] }
	if before.Kind == yaml.MappingNode {
		fields := make(map[string]int, len(after.Content)/2)
		for i := 0; i < len(after.Content); i += 2 {
			fields[after.Content[i].Value] = i + 1
		}
		partner = func(i int) *yaml.Node {
			if at := fields[before.Content[i&^1].Value]; at > 0 {
				return after.Content[at-1+i&1]
			}
			return nil
		}
	}
	for i, b := range before.Content {
		if hurtByKpt(b, partner(i)) {
			return true
		}
	}
	return false
}
