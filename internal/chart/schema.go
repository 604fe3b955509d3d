package chart

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// schema is a JSON schema of values, of which so many parts are still looked at: few may name any number.
type schema struct {
	root  *yaml.Node
	reads reads
	left  int
}

// mostParts is how many parts of a schema are looked at.
const mostParts = 100_000

// add adds the values that a part of the schema names, which is for the value at a place. What nobody can follow
// counts as read.
func (s *schema) add(at []string, part *yaml.Node) {
	if s.left--; s.left < 0 || len(at) > deepest {
		s.reads.add(at, true)
		return
	}
	open := len(at) > 0 // Of what has no names below it any is allowed.
	if ref := node.TextAt(part, "$ref"); ref != "" {
		within, local := strings.CutPrefix(ref, "#/")
		to := node.FieldAt(s.root, strings.Split(within, "/")...)
		if open = !local || to == nil; !open {
			s.add(at, to)
		}
	}
	for _, several := range []string{"allOf", "anyOf", "oneOf"} {
		for _, one := range node.Elements(node.FieldAt(part, several)) {
			open = false
			s.add(at, one)
		}
	}
	properties, others := node.FieldAt(part, "properties"), node.FieldAt(part, "additionalProperties")
	for name, property := range node.Fields(properties) {
		s.add(append(slices.Clip(at), name.Value), property)
	}
	open = open && properties == nil && node.Text(others) != "false"
	s.reads.add(at, open || node.FieldAt(part, "patternProperties") != nil || others != nil && others.Kind == yaml.MappingNode)
}
