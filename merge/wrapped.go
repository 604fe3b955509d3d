package merge

import (
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// wrapped is the schema of a map. A resource inside of another value, in a ManifestWork or
// a Template, has the schema of its kind, unless that of the place knows its fields.
//
// rule: wrapped/*
func (w *walker) wrapped(s Schema, versions ...*yaml.Node) Schema {
	if w.documents == nil {
		return s
	}
	for _, side := range [...]Side{Updated, Dest, Original} {
		if int(side) >= len(versions) {
			continue
		}
		if v := versions[side]; v != nil && isResource(v) && !knowsFields(s, v) {
			return w.documents.Schema(v)
		}
	}
	return s
}

// knowsFields reports whether a schema knows a field of a resource that not every
// resource has.
func knowsFields(s Schema, n *yaml.Node) bool {
	if s == nil {
		return false
	}
	for key := range node.Pairs(n.Content) {
		if key.Value != "metadata" && fieldSchema(s, key) != nil {
			return true
		}
	}
	return false
}

// holdResources reports whether all elements of lists are resources with a name, none of
// them twice in a list. Such lists are merged resource by resource where no schema says
// how.
//
// rule: wrapped/*
func holdResources(s Schema, lists ...*yaml.Node) bool {
	if listType(s).Kind != ListUnknown {
		return false
	}
	some := false
	for _, list := range lists {
		if list == nil {
			continue
		}
		var names []string
		for _, e := range list.Content {
			e = target(e)
			if kindOf(e) != yaml.MappingNode || !isResource(e) || field(target(field(e, "metadata")), "name") == nil {
				return false
			}
			names = append(names, resourceName(e))
		}
		if repeated(names) >= 0 {
			return false
		}
		some = some || len(names) > 0
	}
	return some
}
