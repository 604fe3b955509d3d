package source

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Equal reports whether two trees have the same value: kinds, resolved tags, values,
// anchors, aliases and children in their order. Style and comments do not count, but for
// quotes that make another value of a text to readers of YAML 1.1; all spellings of null
// are one.
func Equal(a, b *yaml.Node) bool { return equal(a, b, sameReading) }

func anyReading(_, _ *yaml.Node) bool { return true }

// isSame reports whether two trees are equal and have the same comments.
func isSame(a, b *yaml.Node) bool {
	return equal(a, b, func(a, b *yaml.Node) bool { return sameReading(a, b) && sameComments(a, b) })
}

// Identical reports whether two trees are written alike: equal, and in the same
// style with the same comments.
func Identical(a, b *yaml.Node) bool {
	return equal(a, b, func(a, b *yaml.Node) bool {
		return a.Style == b.Style && a.Value == b.Value && sameComments(a, b)
	})
}

// equal reports whether two trees say the same, and each two nodes are alike.
func equal(a, b *yaml.Node, alike func(a, b *yaml.Node) bool) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || !sameShape(a, b) || len(a.Content) != len(b.Content) || !sameText(a, b) || !alike(a, b) {
		return false
	}
	for i := range a.Content {
		if !equal(a.Content[i], b.Content[i], alike) {
			return false
		}
	}
	return true
}

// SameValues reports whether two trees are equal, whatever the order of their fields.
func SameValues(a, b *yaml.Node) bool {
	if a == b {
		return true
	}
	if !sameShape(a, b) || len(a.Content) != len(b.Content) || !sameText(a, b) || !sameReading(a, b) {
		return false
	}
	switch {
	case a.Kind != yaml.MappingNode:
		return slices.EqualFunc(a.Content, b.Content, SameValues)
	case sameKeys(a.Content, b.Content):
		for i := 1; i < len(a.Content); i += 2 {
			if !SameValues(a.Content[i], b.Content[i]) {
				return false
			}
		}
		return true
	}
	h := hashes{}
	ids, _, once := keys(a.Content, h)
	_, at, _ := keys(b.Content, h)
	for i, id := range ids {
		j, there := at[id]
		if !there || !once || !SameValues(a.Content[2*i+1], b.Content[2*j+1]) {
			return false
		}
	}
	return true
}

// keys names the entries of a map by their keys, and gives the places of these; once
// reports whether no key stands twice.
func keys(content []*yaml.Node, h hashes) (ids []uint64, at map[uint64]int, once bool) {
	ids, at = make([]uint64, len(content)/2), make(map[uint64]int, len(content)/2)
	for i := range ids {
		ids[i] = h.of(content[2*i])
		at[ids[i]] = i
	}
	return ids, at, len(at) == len(ids)
}

// sameKeys reports whether the keys are the same nodes or equal scalars in the same
// order: what is mostly so needs no index.
func sameKeys(old, updated []*yaml.Node) bool {
	if len(old) != len(updated) {
		return false
	}
	for i := 0; i < len(old); i += 2 {
		if a, b := old[i], updated[i]; a != b && !equal(a, b, anyReading) {
			return false
		}
	}
	return true
}

// sameShape compares what a node is, without its value and its children.
func sameShape(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || a.Anchor != b.Anchor {
		return false
	}
	if a.Kind == yaml.DocumentNode || a.Kind == yaml.AliasNode || a.Tag == b.Tag && a.Tag != "" {
		return true
	}
	return tagOf(a) == tagOf(b)
}

// sameText compares the values of two nodes of one shape.
func sameText(a, b *yaml.Node) bool {
	return a.Value == b.Value || a.Kind == yaml.ScalarNode && tagOf(a) == nullTag
}

// sameReading reports whether readers of YAML 1.1 see one value in two nodes of one text:
// plain, it may be a truth value or a number to them. Kubernetes reads yes so.
func sameReading(a, b *yaml.Node) bool {
	return isPlainText(a) == isPlainText(b) || a.Kind != yaml.ScalarNode || tagOf(a) == nullTag || !isOldValue(a.Value)
}

func isPlainText(n *yaml.Node) bool { return n.Style&(quotedOrBlock|yaml.TaggedStyle) == 0 }

// isOldValue reports whether a plain text that YAML 1.2 reads as a string is none to YAML
// 1.1: yes, off, 1:30.
func isOldValue(text string) bool {
	switch strings.ToLower(text) {
	case "y", "yes", "on", "n", "no", "off":
		return true
	}
	return strings.IndexByte(text, ':') > 0 && strings.Trim(text, "+-0123456789_:.") == ""
}

const quotedOrBlock = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

// isEmptyPlain reports whether a node has no text of its own.
func isEmptyPlain(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style&quotedOrBlock == 0
}

const (
	nullTag  = "!!null"
	mergeTag = "!!merge"
)

func tagOf(n *yaml.Node) string {
	if n.Tag == "" || n.Tag == "!" {
		if n.Kind == yaml.ScalarNode && n.Style&quotedOrBlock != 0 {
			return "!!str"
		}
	}
	return n.ShortTag()
}

func sameComments(a, b *yaml.Node) bool {
	return a.HeadComment == b.HeadComment && a.LineComment == b.LineComment && a.FootComment == b.FootComment
}

// hashes gives equal trees equal numbers, each counted once.
type hashes map[*yaml.Node]uint64

const (
	hashStart = 14695981039346656037
	hashPrime = 1099511628211
)

func (h hashes) of(n *yaml.Node) uint64 {
	if v, ok := h[n]; ok {
		return v
	}
	v := addText(hashStart, tagOfAny(n))
	v = addText(v, n.Anchor)
	if !(n.Kind == yaml.ScalarNode && tagOf(n) == nullTag) {
		v = addText(v, n.Value)
	}
	v = (v ^ uint64(n.Kind)) * hashPrime
	for _, c := range n.Content {
		v = (v ^ h.of(c)) * hashPrime
		v ^= v >> 29
	}
	h[n] = v
	return v
}

// all gives the numbers of several trees.
func (h hashes) all(nodes []*yaml.Node) []uint64 {
	numbers := make([]uint64, len(nodes))
	for i, n := range nodes {
		numbers[i] = h.of(n)
	}
	return numbers
}

func tagOfAny(n *yaml.Node) string {
	if n.Kind == yaml.AliasNode || n.Kind == yaml.DocumentNode {
		return ""
	}
	return tagOf(n)
}

func addText(h uint64, s string) uint64 {
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * hashPrime
	}
	return (h ^ uint64(len(s))) * hashPrime
}
