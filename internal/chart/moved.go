package chart

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// Moved is where a value went that the next version of the chart does not read any more, nil unless
// that is sure: the one place that is new there and has the same default, under the same name or in
// the same map.
func (c *Chart) Moved(next *Chart, names []string) []string {
	was := c.At(names...)
	if was == nil || len(was.Content) == 0 && (was.Kind != yaml.ScalarNode || was.Value == "" || was.ShortTag() == "!!bool" || node.IsNull(was)) {
		return nil
	}
	parent, last := names[:len(names)-1], names[len(names)-1]
	var same, beside [][]string
	each(nil, next.Values, func(at []string, value *yaml.Node) {
		switch {
		case c.At(at...) != nil || !merge.Equal(was, value):
		case at[len(at)-1] == last:
			same = append(same, slices.Clone(at))
		case slices.Equal(at[:len(at)-1], parent):
			beside = append(beside, slices.Clone(at))
		}
	})
	switch {
	case len(same) == 1:
		return same[0]
	case len(same) == 0 && len(beside) == 1:
		return beside[0]
	}
	return nil
}
