package chart

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// schema is a JSON schema of values, of which so many parts are still looked at: few may name any number.
type schema struct {
	root *yaml.Node
	left int
}

// mostParts is how many parts of a schema are looked at.
const mostParts = 100_000

// add adds the values that the part of the schema names which is for the value at a place, and lies in others or
// is referred to in them. What nobody can follow counts as read.
func (s *schema) add(r reads, at []string, part *yaml.Node, around []*yaml.Node) {
	part = node.Target(part)
	if s.left--; s.left < 0 || slices.Contains(around, part) || len(around) > deepest {
		r.add(at, true)
		return
	}
	inside := append(slices.Clip(around), part)
	open := len(around) > 0 // Of what has no names below it any is allowed.
	if ref := node.TextAt(part, "$ref"); ref != "" {
		within, local := strings.CutPrefix(ref, "#/")
		to := node.FieldAt(s.root, strings.Split(within, "/")...)
		if open = !local || to == nil; !open {
			s.add(r, at, to, inside)
		}
	}
	for _, several := range []string{"allOf", "anyOf", "oneOf"} {
		for _, one := range node.Elements(node.FieldAt(part, several)) {
			open = false
			s.add(r, at, one, inside)
		}
	}
	if properties := node.FieldAt(part, "properties"); properties != nil {
		open = false
		for name, property := range node.Fields(properties) {
			if name.Value != "" {
				s.add(r, append(slices.Clip(at), name.Value), property, inside)
			}
		}
	}
	others := node.FieldAt(part, "additionalProperties")
	open = open && node.Text(others) != "false"
	r.add(at, open || node.FieldAt(part, "patternProperties") != nil || others != nil && others.Kind == yaml.MappingNode)
}
