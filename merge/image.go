package merge

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

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

const imageParts = "one side changed the name of this image, the other its version; both are taken"
