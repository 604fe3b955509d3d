package node

import (
	"iter"

	"go.yaml.in/yaml/v3"
)

// Pairs gives the keys and values of a map's content as they stand, merge keys included.
func Pairs(content []*yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		for i := 0; i+1 < len(content); i += 2 {
			if !yield(content[i], content[i+1]) {
				return
			}
		}
	}
}

// All gives a node and all nodes in it, each before those inside of it. Aliases are not
// looked through.
func All(n *yaml.Node) iter.Seq[*yaml.Node] {
	return func(yield func(*yaml.Node) bool) { allIn(n, yield) }
}

func allIn(n *yaml.Node, yield func(*yaml.Node) bool) bool {
	if n == nil {
		return true
	}
	if !yield(n) {
		return false
	}
	for _, c := range n.Content {
		if !allIn(c, yield) {
			return false
		}
	}
	return true
}
