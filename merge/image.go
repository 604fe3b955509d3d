package merge

import (
	"slices"
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
	last := strings.LastIndexByte(n.Value, '/') + 1
	end := len(n.Value)
	if at := strings.IndexAny(n.Value[last:], ":@"); at >= 0 {
		end = last + at
	}
	return image{n.Value[:end], n.Value[end:]}, end > last
}

// image merges an image part by part. merged is false if both sides changed one part
// differently, or if images are taken whole.
//
// rule: image/*
func (w *walker) image(o, u, d *yaml.Node) (r *yaml.Node, merged bool) {
	if w.policy.Images != ImagesParts || w.system != threeWay || w.fieldName() != "image" {
		return nil, false
	}
	io, isO := imageOf(o)
	iu, isU := imageOf(u)
	id, isD := imageOf(d)
	if !isO || !isU || !isD {
		return nil, false
	}
	name, sure := partOf(io.name, iu.name, id.name)
	version, alsoSure := partOf(io.version, iu.version, id.version)
	switch whole := name + version; {
	case !sure || !alsoSure:
		return nil, false
	case whole == d.Value:
		return d, true
	case whole == u.Value:
		return u, true
	default:
		n := *d
		if n.Value = whole; !isString(&n) {
			n.Style = yaml.DoubleQuotedStyle
		}
		return &n, true
	}
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

// imageVersion is what the images of a Kustomization have for their version: tag and
// digest are one.
func imageVersion() Union {
	return Union{Members: []UnionMember{{Field: "newTag"}, {Field: "digest"}}}
}

// imageFields looks at an entry in the images of a Kustomization. Where one side changed
// the name and the other the version, a note says so. Where both changed the version,
// and there is a digest, it is one value, and one side wins it whole.
//
// rule: image/kustomization-*
func (w *walker) imageFields(mode Mode, o, u, d *yaml.Node) (won wonUnions) {
	if w.policy.Images != ImagesParts || w.system != threeWay || o == nil || u == nil || d == nil || !w.inImages() {
		return nil
	}
	version := imageVersion()
	if _, by := w.decided(version, mode, u, d); by != ModeUnset {
		return nil
	}
	vo, vu, vd := version.pick(o), version.pick(u), version.pick(d)
	versions := changesOf(vo, vu, vd)
	names := changesOf(field(o, "newName"), field(u, "newName"), field(d, "newName"))
	switch {
	case versions == bothSides && !Equal(vu, vd):
		if slices.ContainsFunc([]*yaml.Node{vo, vu, vd}, func(v *yaml.Node) bool { return field(v, "digest") != nil }) {
			won = append(won, version.wonBy(w.conflict(UnionChanged, vo, vu, vd)))
		}
	case versions == upstreamAlone && names == destAlone, versions == destAlone && names == upstreamAlone:
		w.note(NoteImage, imageParts)
	}
	return won
}

// changedBy tells which sides changed a value.
type changedBy uint8

const (
	neither changedBy = iota
	upstreamAlone
	destAlone
	bothSides
)

func changesOf(o, u, d *yaml.Node) changedBy {
	switch upstream, local := !Equal(o, u), !Equal(o, d); {
	case upstream && local:
		return bothSides
	case upstream:
		return upstreamAlone
	case local:
		return destAlone
	}
	return neither
}

// inImages reports whether the map at hand is an element of a list called images that
// its name identifies, as in a Kustomization.
func (w *walker) inImages() bool {
	if len(w.at) < 2 {
		return false
	}
	element, list := w.at[len(w.at)-1], w.at[len(w.at)-2]
	return list.key != nil && nameOf(list.key) == "images" && len(element.keys) == 1 && element.keys[0].Field == "name"
}
