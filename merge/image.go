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

// image merges an image part by part. merged is false if both sides changed one part
// differently, if one changed the name of what the other gave a digest, or if images are
// taken whole.
//
// rule: image/*
func (w *walker) image(o, u, d *yaml.Node) (r *yaml.Node, merged bool) {
	if !w.policy.ImagesByParts || w.system != threeWay || w.fieldName() != "image" {
		return nil, false
	}
	io, isO := imageOf(o)
	iu, isU := imageOf(u)
	id, isD := imageOf(d)
	if !isO || !isU || !isD {
		return nil, false
	}
	name, sure := partOf(io.name, iu.name, id.name)
	if !sure && canonical(io.name) == canonical(iu.name) {
		// Only spelled differently, such as docker.io/library/nginx for nginx.
		name, sure = id.name, true
	}
	version, alsoSure := partOf(io.version, iu.version, id.version)
	switch whole := name + version; {
	case !sure || !alsoSure:
		return nil, false
	case whole == d.Value:
		return d, true
	case whole == u.Value:
		return u, true
	case strings.Contains(version, "@"):
		// Nobody can know that the digest of one registry is in the other.
		return nil, false
	default:
		return withText(d, whole), true
	}
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

const imageParts = "one side changed the name of this image, the other its version; both are taken"
