package schema

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// crd is a definition of example.com/Router with that schema for its v1.
func crd(schema string) string {
	return fmt.Sprintf(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: routers.example.com}
spec:
  group: example.com
  names: {kind: Router, plural: routers}
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
%s`, indent(schema, "        "))
}

func indent(text, by string) string {
	return by + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n"+by)
}

// keyedSpec is a schema whose list spec.l is keyed by the field.
func keyedSpec(key string) string {
	return "properties: {spec: {properties: {l: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [" + key + "]}}}}"
}

func TestCompareVersions(t *testing.T) {
	// The order that the Kubernetes documentation gives as an example.
	want := []string{"v10", "v2", "v1", "v11beta2", "v10beta3", "v3beta1", "v12alpha1", "v11alpha2", "foo1", "foo10"}
	got := slices.Clone(want)
	slices.Sort(got)
	slices.SortFunc(got, func(a, b string) int { return compareVersions(b, a) })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("versions (-want +got):\n%s", diff)
	}
}

// A definition that cannot be read is not an error: its kind is unknown then.
func TestCRDUnreadable(t *testing.T) {
	schemas := []string{
		`[]`, `x`, `null`, `{properties: []}`, `{properties: {spec: x}}`, `{properties: {spec: {properties: {l: []}}}}`,
		`{properties: {spec: {properties: {l: {type: array, items: [{}], x-kubernetes-list-map-keys: {}}}}}}`,
		`{properties: {spec: {properties: {l: {type: array, x-kubernetes-list-map-keys: [[]]}}}}}`,
		`{properties: {spec: {properties: {l: {type: array, x-kubernetes-list-map-keys: ["a,,b"]}}}}}`,
		`{properties: {spec: {properties: {l: {type: array, x-kubernetes-list-type: [map]}}}}}`,
	}
	for _, s := range schemas {
		root := NewSet(nil, parsed(t, crd(s))).For("example.com/v1", "Router", "")
		if got := rowAt(root, "spec", "l"); got != "nil" && got != "unknown" {
			t.Errorf("%s: spec.l is %s, want unknown", s, got)
		}
		describe(root, parsed(t, `{spec: {l: [{a: [[]]}]}}`))
	}
	for _, text := range []string{
		"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition",
		"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: []",
		"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {group: [], names: x, versions: {}}",
		"apiVersion: {}\nkind: []", "{}", "",
	} {
		if root := NewSet(nil, parsed(t, text)).For("example.com/v1", "Router", ""); fieldOf(root, "spec") != nil {
			t.Errorf("a schema out of %q", text)
		}
	}
	if root := NewSet(nil, nil).For("example.com/v1", "Router", ""); fieldOf(root, "spec") != nil {
		t.Error("a schema out of nil")
	}
}

// Anchors that hold themselves are legal nodes: the schema is then one that
// refers to itself, and merge keys come to an end.
func TestCRDCycle(t *testing.T) {
	spec := parsed(t, "{type: object, properties: {l: {type: array, x-kubernetes-list-map-keys: [name]}}}")
	l := node.FieldAt(spec, "properties", "l")
	alias := &yaml.Node{Kind: yaml.AliasNode, Alias: spec}
	l.Content = append(l.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: "items"}, alias)
	l.Content = append(l.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!merge", Value: "<<"}, &yaml.Node{Kind: yaml.AliasNode, Alias: l})
	self := &yaml.Node{Kind: yaml.AliasNode}
	self.Alias = self
	properties := node.FieldAt(spec, "properties")
	properties.Content = append(properties.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: "self"}, self)
	definition := parsed(t, crd("properties: {spec: x}"))
	version := node.Elements(node.FieldAt(definition, "spec", "versions"))[0]
	p := node.FieldAt(version, "schema", "openAPIV3Schema", "properties")
	p.Content[1] = alias

	declared, err := Declare("", "", "spec.l.l.l.x", []string{"id"})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Set{NewSet(nil, definition), NewSet([]Declared{declared}, definition)} {
		got := describe(s.For("example.com/v1", "Router", ""), parsed(t, "{spec: {l: [{l: [{l: [{y: []}]}]}], self: [{}]}}"))
		want := []string{"spec.l: by name", "spec.l[*].l: by name", "spec.l[*].l[*].l: by name", "spec.l[*].l[*].l[*].y: unknown", "spec.self: unknown"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("lists (-want +got):\n%s", diff)
		}
	}
}

// Merge keys that double at each level are not followed for ever.
func TestCRDMergeKeysMultiply(t *testing.T) {
	m := parsed(t, "{a: {type: array}}")
	for range 60 {
		m = &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{
			{Kind: yaml.ScalarNode, Tag: "!!merge", Value: "<<"},
			{Kind: yaml.SequenceNode, Content: []*yaml.Node{m, m, m}},
		}}
	}
	definition := parsed(t, crd("properties: x"))
	version := node.Elements(node.FieldAt(definition, "spec", "versions"))[0]
	node.FieldAt(version, "schema", "openAPIV3Schema").Content[1] = m
	root := NewSet(nil, definition).For("example.com/v1", "Router", "")
	describe(root, parsed(t, "{a: [], b: []}"))
}
