package source

import (
	"cmp"
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

// SameValues reports whether two trees are equal, whatever the order of their fields; those that repeat a
// key are in one order.
func SameValues(a, b *yaml.Node) bool { return Equal(a, b) || Equal(inOrder(a), inOrder(b)) }

// inOrder copies a tree with the fields of its maps in the order of their names.
func inOrder(n *yaml.Node) *yaml.Node {
	c := *n
	c.Content = slices.Clone(n.Content)
	if n.Kind == yaml.MappingNode {
		fields := slices.Collect(slices.Chunk(c.Content, 2))
		slices.SortStableFunc(fields, func(a, b []*yaml.Node) int {
			return cmp.Or(cmp.Compare(a[0].Value, b[0].Value), cmp.Compare(tagOf(a[0]), tagOf(b[0])))
		})
		c.Content = slices.Concat(fields...)
	}
	for i, child := range c.Content {
		c.Content[i] = inOrder(child)
	}
	return &c
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
