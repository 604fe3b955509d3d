package schema

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
	"github.com/krm-merge/krm-merge/merge"
)

const crdGroup = "apiextensions.k8s.io"

// crdIndex holds the CustomResourceDefinitions of the input by what they define, those
// of one group and kind in order of precedence. A definition that cannot be read is not
// an error: its kind is unknown then.
type crdIndex map[groupKind][]*yaml.Node

type groupKind struct{ group, kind string }

// add takes up n if it is a CustomResourceDefinition.
func (x crdIndex) add(n *yaml.Node) {
	if groupOf(node.TextAt(n, "apiVersion")) != crdGroup || node.TextAt(n, "kind") != "CustomResourceDefinition" {
		return
	}
	spec := node.FieldAt(n, "spec")
	defined := groupKind{node.TextAt(spec, "group"), node.TextAt(spec, "names", "kind")}
	if defined.group != "" && defined.kind != "" {
		x[defined] = append(x[defined], spec)
	}
}

// find is the schema of a custom resource's root: that of its own version in
// the first definition of its kind that has schemas, else that of the newest
// version there; nil if there is none.
func (x crdIndex) find(group, version, kind string) merge.Schema {
	for _, spec := range x[groupKind{group, kind}] {
		if root := versionSchema(spec, version); root != nil {
			return newPlace((&crdPlace{node: root, resource: true}).shape)
		}
	}
	return nil
}

// scope is that of a custom resource's kind in the first definition that has one, "" if
// none has.
func (x crdIndex) scope(group, kind string) string {
	for _, spec := range x[groupKind{group, kind}] {
		if scope := node.TextAt(spec, "scope"); scope != "" {
			return scope
		}
	}
	return ""
}

// versionSchema is the openAPIV3Schema of a version in the spec of a
// definition, else of the newest that has one. In v1beta1 all versions may
// have one schema together.
func versionSchema(spec *yaml.Node, version string) *yaml.Node {
	var newest *yaml.Node
	var newestName string
	for _, v := range node.Elements(node.FieldAt(spec, "versions")) {
		name, root := node.TextAt(v, "name"), node.FieldAt(v, "schema", "openAPIV3Schema")
		switch {
		case root == nil || root.Kind != yaml.MappingNode:
		case name == version:
			return root
		case newest == nil || compareVersions(name, newestName) > 0:
			newest, newestName = root, name
		}
	}
	if shared := node.FieldAt(spec, "validation", "openAPIV3Schema"); newest == nil && shared != nil && shared.Kind == yaml.MappingNode {
		return shared
	}
	return newest
}

// compareVersions orders API versions as Kubernetes does: v2 above v1 above
// v2beta1 above v1beta2 above v1alpha1, and names of any other form below
// these, the first in the alphabet highest.
func compareVersions(a, b string) int {
	return cmp.Or(slices.Compare(versionRank(a), versionRank(b)), cmp.Compare(b, a))
}

// versionRank is the stage of an API version and its numbers, nil for another name.
func versionRank(name string) []int {
	parts := regexp.MustCompile(`^v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?$`).FindStringSubmatch(name)
	if parts == nil {
		return nil
	}
	major, _ := strconv.Atoi(parts[1])
	minor, _ := strconv.Atoi(parts[3])
	return []int{slices.Index([]string{"alpha", "beta", ""}, parts[2]), major, minor}
}
