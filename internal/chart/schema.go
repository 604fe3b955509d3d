package chart

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// inSchema reports whether a JSON schema names a value, and else whether it allows no values that it
// does not name at that place.
func inSchema(root, s *yaml.Node, names []string, depth int) (named, closed bool) {
	s = node.Target(s)
	switch {
	case s == nil || s.Kind != yaml.MappingNode || depth > deepest:
		return false, false
	case len(names) == 0:
		return true, false
	}
	if ref := node.TextAt(s, "$ref"); ref != "" {
		within, local := strings.CutPrefix(ref, "#/")
		to := node.FieldAt(root, strings.Split(within, "/")...)
		if !local || to == nil {
			return true, false // Nobody knows what it names.
		}
		if named, closed = inSchema(root, to, names, depth+1); named || closed {
			return named, closed
		}
	}
	for _, several := range []string{"allOf", "anyOf", "oneOf"} {
		if all := node.FieldAt(s, several); all != nil {
			for _, one := range all.Content {
				if named, _ = inSchema(root, one, names, depth+1); named {
					return true, false
				}
			}
		}
	}
	if property := node.FieldAt(s, "properties", names[0]); property != nil {
		return inProperty(root, property, names[1:], depth)
	}
	if node.FieldAt(s, "patternProperties") != nil {
		return true, false
	}
	switch others := node.FieldAt(s, "additionalProperties"); {
	case others == nil || node.Text(others) == "true":
		return false, false
	case others.Kind == yaml.MappingNode:
		return true, false
	}
	return false, true
}

// inProperty is inSchema for the value of a field that the schema names.
func inProperty(root, s *yaml.Node, names []string, depth int) (named, closed bool) {
	free := node.FieldAt(s, "properties") == nil && node.TextAt(s, "$ref") == "" && node.FieldAt(s, "allOf") == nil && node.FieldAt(s, "anyOf") == nil && node.FieldAt(s, "oneOf") == nil
	if len(names) == 0 || free && node.Text(node.FieldAt(s, "additionalProperties")) != "false" {
		return true, false
	}
	return inSchema(root, s, names, depth+1)
}
