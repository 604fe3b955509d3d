package peers

import (
	"go/ast"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// depth is how often a type may contain itself in a definition, which has to end.
const depth = 4

// definition is the CustomResourceDefinition of a kind whose spec has that schema.
func definition(spec *yaml.Node) *yaml.Node {
	return node.Map(
		"apiVersion", "apiextensions.k8s.io/v1", "kind", "CustomResourceDefinition",
		"metadata", node.Map("name", "items."+itemGroup),
		"spec", node.Map(
			"group", itemGroup, "names", node.Map("kind", itemKind), "scope", "Cluster",
			"versions", sequence(node.Map("name", "v1", "schema",
				node.Map("openAPIV3Schema", node.Map("type", "object", "properties", node.Map("spec", spec)))))))
}

// structDefinition is the schema of a Go struct with the tags that a strategic merge
// patch reads.
func structDefinition(t tests, name string, levels int) *yaml.Node {
	properties := node.Map()
	object := node.Map("type", "object")
	structure := t.structure(name)
	if structure == nil || levels == 0 {
		set(object, "x-kubernetes-preserve-unknown-fields", boolean())
		return object
	}
	for _, f := range structure.Fields.List {
		tag := tagOf(f)
		set(properties, jsonName(tag), typeDefinition(t, f.Type, tag, levels))
	}
	set(object, "properties", properties)
	return object
}

// typeDefinition is the schema of a field.
func typeDefinition(t tests, e ast.Expr, tag reflect.StructTag, levels int) *yaml.Node {
	strategy, key := tag.Get("patchStrategy"), tag.Get("patchMergeKey")
	var s *yaml.Node
	switch e := e.(type) {
	case *ast.ArrayType:
		items := typeDefinition(t, e.Elt, "", levels)
		s = node.Map("type", "array", "items", items, "x-kubernetes-list-type", listType(strategy, key))
		if key != "" {
			set(s, "x-kubernetes-list-map-keys", sequence(node.String(key)))
		}
		return s
	case *ast.StarExpr:
		s = typeDefinition(t, e.X, "", levels)
		if key != "" {
			// The tests have lists in it.
			return node.Map("type", "array", "items", s, "x-kubernetes-list-type", "map",
				"x-kubernetes-list-map-keys", sequence(node.String(key)))
		}
		return s
	case *ast.MapType:
		return node.Map("type", "object", "additionalProperties", typeDefinition(t, e.Value, "", levels))
	case *ast.Ident:
		if t.structure(e.Name) != nil {
			s = structDefinition(t, e.Name, levels-1)
		} else {
			s = node.Map("type", strings.Replace(e.Name, "int", "integer", 1)) // As OpenAPI calls it.
		}
	default:
		s = node.Map("type", "object", "x-kubernetes-preserve-unknown-fields", boolean())
	}
	if strategy != "" {
		set(s, "x-kubernetes-patch-strategy", strategy)
	}
	return s
}

func listType(strategy, key string) string {
	switch {
	case key != "":
		return "map"
	case strings.Contains(strategy, "merge"):
		return "set"
	}
	return "atomic"
}
