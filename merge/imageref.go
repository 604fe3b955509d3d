package merge

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// image is an image in its two parts: the name with its registry, and the version, which
// is the tag and the digest with what stands in front of them.
type image struct{ name, version string }

// imageOf takes an image apart; ok is false for what is none.
func imageOf(n *yaml.Node) (i image, ok bool) {
	if kindOf(n) != yaml.ScalarNode || !isString(n) || n.Value == "" || strings.ContainsAny(n.Value, " \t\n{}$") {
		return image{}, false
	}
	i = splitImage(n.Value)
	return i, i.name != "" && !strings.HasSuffix(i.name, "/")
}

// splitImage cuts in front of the tag, or of the digest.
func splitImage(text string) image {
	last := strings.LastIndexByte(text, '/') + 1
	if at := strings.IndexAny(text[last:], ":@"); at >= 0 {
		return image{text[:last+at], text[last+at:]}
	}
	return image{name: text}
}

// withText is a string with another text.
func withText(n *yaml.Node, text string) *yaml.Node {
	c := *n
	if c.Value = text; !isString(&c) {
		c.Style = yaml.DoubleQuotedStyle
	}
	return &c
}

// partOf is what becomes of a part of a text; sure is false if both sides changed it
// differently.
func partOf(o, u, d string) (part string, sure bool) {
	if d == o {
		return u, true
	}
	return d, u == o || u == d
}
