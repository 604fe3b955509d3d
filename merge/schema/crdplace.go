package schema

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

// crdPlace is a place as an OpenAPI schema in YAML describes it.
type crdPlace struct {
	node *yaml.Node // a MappingNode
	// resource: the place is a whole resource, so its metadata is ObjectMeta.
	resource bool
	// written: the schema is written in a comment; see readList.
	written bool
}

// shape reads the place.
func (p *crdPlace) shape() *shape {
	if p.isList() {
		return &shape{list: p.readList(), elem: p.child(node.FieldAt(p.node, "items")), keyDefault: p.keyDefault}
	}
	return &shape{
		fields: p.readFields(), rest: p.child(node.FieldAt(p.node, "additionalProperties")),
		atomicMap: node.TextAt(p.node, "x-kubernetes-map-type") == "atomic", keyDefault: p.keyDefault,
	}
}

// isList reports whether the place is a list.
func (p *crdPlace) isList() bool { return node.TextAt(p.node, "type") == "array" }

// readFields gives the places of the named fields.
func (p *crdPlace) readFields() map[string]merge.Schema {
	fields := map[string]merge.Schema{}
	for key, value := range node.Fields(node.FieldAt(p.node, "properties")) {
		if key = node.Target(key); key == nil {
			continue
		}
		if _, seen := fields[key.Value]; !seen {
			fields[key.Value] = p.child(node.Target(value))
		}
	}
	if p.resource || strings.EqualFold(node.TextAt(p.node, "x-kubernetes-embedded-resource"), "true") {
		fields["metadata"] = objectMeta()
	}
	return fields
}

// child is the place that a schema below describes; nil if it is not a schema, or that
// of a scalar, which needs none.
func (p *crdPlace) child(n *yaml.Node) merge.Schema {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	if p.written {
		return commentPlace(n)
	}
	switch node.TextAt(n, "type") {
	case "string", "integer", "number", "boolean":
		return nil
	}
	return newPlace((&crdPlace{node: n}).shape)
}

// readList reads what identifies the elements of the list. In a definition a list is
// atomic only if it is declared so: any other is left to inference. In a comment, kyaml
// takes a list without merge strategy for an atomic one.
//
// rule: crd/*
func (p *crdPlace) readList() merge.ListType {
	mapKeys := p.keys(textsAt(p.node, "x-kubernetes-list-map-keys"))
	listType := node.TextAt(p.node, "x-kubernetes-list-type")
	switch {
	case listType == "atomic":
		return merge.ListType{Kind: merge.ListAtomic}
	case listType == "set":
		return merge.ListType{Kind: merge.ListSet}
	case len(mapKeys) > 0:
		return merge.ListType{Kind: merge.ListKeyed, Keys: mapKeys, Fallback: merge.ListAtomic}
	}
	strategy, hasStrategy := node.TextAt(p.node, "x-kubernetes-patch-strategy"), node.FieldAt(p.node, "x-kubernetes-patch-strategy") != nil
	merges := slices.Contains(strings.Split(strategy, ","), "merge")
	if mergeKey := node.TextAt(p.node, "x-kubernetes-patch-merge-key"); mergeKey != "" && (merges || !hasStrategy) {
		if keys := p.keys([]string{mergeKey}); len(keys) > 0 {
			return merge.ListType{Kind: merge.ListKeyed, Keys: keys, Fallback: merge.ListAtomic}
		}
	}
	switch {
	case merges && p.holdsScalars():
		return merge.ListType{Kind: merge.ListSet}
	case hasStrategy && !merges, p.written && !merges:
		return merge.ListType{Kind: merge.ListAtomic}
	}
	return merge.ListType{}
}

// holdsScalars reports whether the elements are scalars, as far as is known.
func (p *crdPlace) holdsScalars() bool {
	switch node.TextAt(p.node, "items", "type") {
	case "string", "integer", "number", "boolean":
		return true
	case "":
		return node.FieldAt(p.node, "items", "properties") == nil && node.FieldAt(p.node, "items", "$ref") == nil
	}
	return false
}

// keys are the key fields of the list with their stated defaults, nil if they
// are not to be read.
func (p *crdPlace) keys(spelled []string) []merge.Key {
	var keys []merge.Key
	fields := splitKeys(spelled)
	required := textsAt(node.FieldAt(p.node, "items"), "required")
	for _, f := range fields {
		if f == "" {
			return nil
		}
		def := p.keyDefault(f)
		if def != nil && isZero(def) && (len(fields) == 1 || slices.Contains(required, f)) {
			// A generated default: for a required field, or one that alone identifies
			// elements, 0 or "" is useless.
			def = nil
		}
		keys = append(keys, merge.Key{Field: f, Default: def})
	}
	return keys
}

// keyDefault is the default stated for a field of the list's elements.
func (p *crdPlace) keyDefault(field string) *yaml.Node {
	def := node.FieldAt(p.node, "items", "properties", field, "default")
	if def == nil || def.Kind != yaml.ScalarNode || node.IsNull(def) {
		return nil
	}
	return def
}

func isZero(n *yaml.Node) bool { return n.Value == "" || n.Value == "0" && n.Tag == "!!int" }

// objectMeta is the schema of any resource's metadata.
func objectMeta() merge.Schema { return fieldOf(Builtin("v1", "ConfigMap"), "metadata") }

// textsAt are the scalars of a list field of scalars.
func textsAt(n *yaml.Node, name string) []string {
	var texts []string
	for _, e := range node.Elements(node.FieldAt(n, name)) {
		if e = node.Target(e); e != nil && e.Kind == yaml.ScalarNode {
			texts = append(texts, e.Value)
		}
	}
	return texts
}
