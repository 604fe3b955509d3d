package node

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// Hash is equal for equal values. It looks at structure and strings only, so
// unequal values may share one.
func Hash(n *yaml.Node) uint64 {
	return hashWithin(n, 0)
}

func hashWithin(n *yaml.Node, depth int) uint64 {
	if n = Target(n); n == nil || depth > 20 {
		return 1
	}
	switch n.Kind {
	case yaml.MappingNode:
		var sum uint64
		for key, value := range Pairs(n.Content) {
			if key.Value == "<<" {
				return 2
			}
			// A sum: the order of fields does not count.
			sum += hashOfKey(key, depth+1)*31 ^ hashWithin(value, depth+1)
		}
		return sum
	case yaml.SequenceNode:
		sum := uint64(len(n.Content))
		for _, e := range n.Content {
			sum = sum*1099511628211 ^ hashWithin(e, depth+1)
		}
		return sum
	case yaml.ScalarNode:
		if n.Tag == "!!str" || n.Tag == "!!timestamp" {
			sum := uint64(14695981039346656037)
			for i := range len(n.Value) {
				sum = (sum ^ uint64(n.Value[i])) * 1099511628211
			}
			return sum
		}
	}
	return 3
}

// hashOfKey is that of a field's name, of which 1 and "1" are one, and true and "true".
func hashOfKey(n *yaml.Node, depth int) uint64 {
	if n = Target(n); n != nil && n.Kind == yaml.ScalarNode && n.Value != "" && strings.IndexByte("0123456789+-.tTfF", n.Value[0]) >= 0 {
		return 3
	}
	return hashWithin(n, depth)
}
