package merge

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

const (
	// maxDepth is how deep values may nest. Schemas of large custom resources
	// stay below 100.
	maxDepth = 1000
	// Aliases may stand for so many nodes altogether: far more than any
	// configuration written by people, far less than hurts.
	maxExpanded       = 1_000_000
	maxExpandedFactor = 10
	// maxKey is how many values a key may stand for.
	maxKey = 1000
)

// RepeatsKey reports whether an error is about a map that repeats a key, in a value with
// which nothing else is wrong.
func RepeatsKey(err error) bool {
	var in *InputError
	return errors.As(err, &in) && in.Repeated != nil
}

// Check gives an *InputError if a value cannot be merged: duplicate map keys, an alias
// that contains itself, aliases that stand for far more than the document holds, absurd
// depth, an anchor that is missing. It takes a value or document of any kind, or nil,
// and costs linear time.
func Check(n *yaml.Node) error {
	if err := new(traits).inspect(n); err != nil {
		return err
	}
	return nil
}

// inspect checks a document and adds its traits.
//
// rule: input/*
func (t *traits) inspect(n *yaml.Node) *InputError {
	if n == nil || n.Kind == 0 {
		return nil
	}
	in := inspector{traits: t}
	size := in.visit(n, 0)
	if in.traits.aliases && size > maxExpanded && size > maxExpandedFactor*in.nodes {
		in.fail(n, fmt.Sprintf("its aliases stand for more than %d values; write them out or remove them", maxExpanded))
	}
	return cmp.Or(in.wrong, in.repeated)
}

type inspector struct {
	traits *traits
	// wrong is the first thing that is wrong, nil if nothing is; repeated is about the first
	// key that a map repeats, nil if none does.
	wrong, repeated *InputError
	at              []place
	nodes           int
	// sizes are the expanded sizes of anchored nodes, -1 while inside one.
	sizes map[*yaml.Node]int
}

// visit gives the number of nodes that n stands for. Where something is wrong it does not
// go on.
func (in *inspector) visit(n *yaml.Node, depth int) int {
	in.nodes++
	if n.HeadComment != "" || n.LineComment != "" || n.FootComment != "" {
		in.traits.comments = true
	}
	if depth > maxDepth {
		in.fail(n, fmt.Sprintf("nested more than %d levels deep; flatten it", maxDepth))
	}
	if in.wrong != nil {
		return 0
	}
	if n.Anchor == "" {
		return in.inside(n, depth)
	}
	in.traits.aliases = true
	if in.sizes == nil {
		in.sizes = map[*yaml.Node]int{}
	}
	in.sizes[n] = -1
	in.sizes[n] = in.inside(n, depth)
	return in.sizes[n]
}

// inside gives the number of nodes that n stands for, with what is in it.
func (in *inspector) inside(n *yaml.Node, depth int) int {
	switch n.Kind {
	case yaml.ScalarNode:
		in.traits.nulls = in.traits.nulls || isNull(n)
		return 1
	case yaml.AliasNode:
		return in.alias(n)
	case yaml.MappingNode:
		return in.mapping(n, depth)
	case yaml.SequenceNode:
		size := 1
		for i, e := range n.Content {
			in.at = append(in.at, place{index: i})
			size = capped(size + in.visit(e, depth+1))
			in.at = in.at[:len(in.at)-1]
		}
		return size
	case yaml.DocumentNode:
		size := 1
		for _, root := range n.Content {
			size = capped(size + in.visit(root, depth+1))
		}
		return size
	}
	in.fail(n, "a node that is not a document, map, list, scalar or alias")
	return 0
}

func (in *inspector) alias(n *yaml.Node) int {
	in.traits.aliases = true
	size, known := in.sizes[n.Alias]
	switch {
	case n.Alias == nil || !known:
		in.fail(n, "an alias that no anchor stands before; write the value, in quotes if it begins with *")
	case size < 0:
		in.fail(n, fmt.Sprintf("alias *%s contains itself; write the value out", n.Value))
	}
	return size
}

func (in *inspector) mapping(n *yaml.Node, depth int) int {
	if len(n.Content)%2 != 0 {
		in.fail(n, "map with a key that has no value")
	}
	size := 1
	for key, value := range node.Pairs(n.Content) {
		ofKey := in.visit(key, depth+1)
		if ofKey > maxKey {
			in.fail(key, fmt.Sprintf("a key that stands for more than %d values; use a scalar", maxKey))
		}
		if in.wrong != nil {
			return 0
		}
		in.at = append(in.at, place{key: key})
		in.traits.directives = in.traits.directives || isDirectiveKey(key)
		if node.IsMergeKey(key) {
			in.traits.aliases = true
			in.merged(value)
		}
		size = capped(size + ofKey + in.visit(value, depth+1))
		in.at = in.at[:len(in.at)-1]
	}
	// Last, because an alias in a key may be one that does not end.
	if in.wrong == nil {
		in.duplicates(n)
	}
	return size
}

// capped keeps sums of exponential growth from overflowing.
func capped(n int) int { return min(n, 1<<40) }

// merged checks the value of a merge key.
func (in *inspector) merged(v *yaml.Node) {
	maps := []*yaml.Node{v}
	if v.Kind == yaml.SequenceNode {
		maps = v.Content
	}
	for _, m := range maps {
		if kindOf(target(m)) != yaml.MappingNode {
			in.fail(v, "a merge key (<<) must name a map or a list of maps")
		}
	}
}

// duplicates finds a key that the map repeats.
func (in *inspector) duplicates(n *yaml.Node) {
	if in.repeated != nil {
		return
	}
	var buffer [few]string // Not on the heap.
	ids := buffer[:0]
	for key := range node.Pairs(n.Content) {
		ids = append(ids, keyID(key))
	}
	i := repeated(ids)
	if i < 0 {
		return
	}
	k, first := n.Content[2*i], n.Content[2*slices.Index(ids, ids[i])]
	problem := fmt.Sprintf("duplicate key %q; keep one of them", k.Value)
	if first.Line > 0 {
		problem = fmt.Sprintf("duplicate key %q, first on line %d; keep one of them", k.Value, first.Line)
	}
	in.repeated = &InputError{Path: pathOf(in.at), Line: k.Line, Column: k.Column, Problem: problem, Repeated: k}
}

func (in *inspector) fail(n *yaml.Node, problem string) {
	if in.wrong == nil {
		in.wrong = &InputError{Path: pathOf(in.at), Line: n.Line, Column: n.Column, Problem: problem}
	}
}
