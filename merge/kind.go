package merge

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// shape is what a value is before anybody looks into it. That of a map or list has its
// tag, since !Foo {a: 1} and !Bar {a: 1} are of two kinds; a scalar's is part of its value.
type shape struct {
	kind yaml.Kind
	tag  string
}

// shapeOf is the shape of a value that is not an alias.
//
// rule: kind/tag-*
func shapeOf(n *yaml.Node) shape {
	if n == nil || n.Kind == yaml.ScalarNode {
		return shape{kind: kindOf(n)}
	}
	return shape{n.Kind, tagOf(n)}
}

// tagOf is the tag of a map or list, "" if it is the one that every map or list has.
func tagOf(n *yaml.Node) string {
	switch n.Tag {
	case "", "!", "!!map", "!!seq":
		return ""
	}
	if tag := n.ShortTag(); tag != "!!map" && tag != "!!seq" {
		return tag
	}
	return ""
}

// tagged is the value of a patch with dest's tag, if it has none: what a patch does not
// mention stays.
//
// rule: twoway/kind/tag-*
func tagged(u, d *yaml.Node) *yaml.Node {
	if u == nil || d == nil || u.Kind != d.Kind || u.Kind == yaml.ScalarNode || tagOf(u) != "" || tagOf(d) == "" {
		return u
	}
	n := *u
	n.Tag, n.Style = d.Tag, n.Style|d.Style&yaml.TaggedStyle
	return &n
}

func kindOf(n *yaml.Node) yaml.Kind {
	if n == nil {
		return 0
	}
	return n.Kind
}

// target is node.Target: what an alias or a document stands for.
func target(n *yaml.Node) *yaml.Node { return node.Target(n) }

// field is node.Field: the value of a map's field, nil if there is none.
func field(n *yaml.Node, name string) *yaml.Node { return node.Field(n, name) }

// isNull is node.IsNull: it reports whether n is a null.
func isNull(n *yaml.Node) bool { return node.IsNull(n) }
