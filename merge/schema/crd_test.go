package schema

import (
	"fmt"
	"slices"
	"strings"
	"sync"
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

func TestCRDLists(t *testing.T) {
	tests := []struct {
		name, spec string // the schema's properties.spec, a document's spec
		doc        string
		want       string
	}{{
		name: "list-type map with keys and their stated defaults",
		spec: `
type: object
properties:
  ports:
    type: array
    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [port, protocol]
    items:
      type: object
      properties:
        port: {type: integer}
        protocol: {type: string, default: TCP}
        tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}`,
		doc: `{ports: [{port: 53, tags: [a]}]}`,
		want: `
			spec.ports: by port,protocol=TCP
			spec.ports[*].tags: set`,
	}, {
		name: "keys in one string",
		spec: `{properties: {routes: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: ["host, port"]}}}`,
		doc:  `{routes: []}`,
		want: `spec.routes: by host,port`,
	}, {
		name: "patch extensions",
		spec: `
properties:
  a: {type: array, x-kubernetes-patch-merge-key: "foo,bar", x-kubernetes-patch-strategy: merge}
  b: {type: array, x-kubernetes-patch-merge-key: foo}
  c: {type: array, x-kubernetes-patch-strategy: merge, items: {type: string}}
  d: {type: array, x-kubernetes-patch-strategy: merge, items: {type: object}}
  e: {type: array, x-kubernetes-patch-strategy: "retainKeys,merge", x-kubernetes-patch-merge-key: name}
  f: {type: array, x-kubernetes-patch-strategy: replace, x-kubernetes-patch-merge-key: name}`,
		doc: `{a: [], b: [], c: [], d: [], e: [], f: []}`,
		want: `
			spec.a: by foo,bar
			spec.b: by foo
			spec.c: set
			spec.d: unknown
			spec.e: by name
			spec.f: atomic`,
	}, {
		name: "map keys come before the merge key, the list type before both",
		spec: `
properties:
  a: {type: array, x-kubernetes-list-map-keys: [id], x-kubernetes-patch-merge-key: name, x-kubernetes-patch-strategy: merge}
  b: {type: array, x-kubernetes-list-type: atomic, x-kubernetes-patch-merge-key: name, x-kubernetes-patch-strategy: merge}
  c: {type: array, x-kubernetes-list-type: set, x-kubernetes-list-map-keys: [id]}`,
		doc: `{a: [], b: [], c: []}`,
		want: `
			spec.a: by id
			spec.b: atomic
			spec.c: set`,
	}, {
		name: "only an explicit atomic is atomic",
		spec: `
properties:
  a: {type: array, items: {type: object, properties: {name: {type: string}}}}
  b: {type: array, items: {type: string}}
  c: {type: array, x-kubernetes-list-type: atomic}
  d: {x-kubernetes-preserve-unknown-fields: true}
  e: {type: object}`,
		doc: `{a: [{}], b: [x], c: [x], d: {l: [{name: x}]}, e: {l: [{name: x}]}, f: [{name: x}]}`,
		want: `
			spec.a: unknown
			spec.b: unknown
			spec.c: atomic
			spec.d.l: unknown
			spec.e.l: unknown
			spec.f: unknown`,
	}, {
		name: "lists of lists, maps of lists, maps of anything",
		spec: `
properties:
  matrix:
    type: array
    x-kubernetes-list-type: atomic
    items: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: {type: object, properties: {l: {type: array, x-kubernetes-list-type: set}}}}
  byZone: {type: object, additionalProperties: {type: array, x-kubernetes-list-type: set, items: {type: string}}}
  free: {type: object, additionalProperties: true}`,
		doc: `{matrix: [[{name: a, l: [1]}]], byZone: {z: [h]}, free: {z: [h]}}`,
		want: `
			spec.matrix: atomic
			spec.matrix[*]: by name
			spec.matrix[*][*].l: set
			spec.byZone.z: set
			spec.free.z: unknown`,
	}, {
		name: "an embedded resource has ObjectMeta",
		spec: `
properties:
  template: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}
  other: {type: object, properties: {metadata: {type: object}}}`,
		doc: `{template: {metadata: {finalizers: [a]}}, other: {metadata: {finalizers: [a]}}}`,
		want: `
			spec.template.metadata.finalizers: set
			spec.other.metadata.finalizers: unknown`,
	}, {
		name: "a default nobody meant",
		spec: `
properties:
  required: {type: array, x-kubernetes-list-map-keys: [host, port], items: {required: [port], properties: {host: {default: ""}, port: {default: 0}}}}
  alone: {type: array, x-kubernetes-list-map-keys: [name], items: {properties: {name: {default: ""}}}}
  useful: {type: array, x-kubernetes-list-map-keys: [name], items: {properties: {name: {default: main}}}}
  null: {type: array, x-kubernetes-list-map-keys: [name], items: {properties: {name: {default: null}}}}
  map: {type: array, x-kubernetes-list-map-keys: [name], items: {properties: {name: {default: {}}}}}`,
		doc: `{required: [], alone: [], useful: [], null: [], map: []}`,
		want: `
			spec.required: by host=,port
			spec.alone: by name
			spec.useful: by name=main
			spec.null: by name
			spec.map: by name`,
	}, {
		name: "aliases and merge keys are looked through",
		spec: `
x-lists:
  named: &named {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name]}
  fields: &fields {a: *named, b: {type: array}}
properties:
  <<: [*fields, {d: *named}]
  b: {<<: *named, x-kubernetes-list-map-keys: [id]}
  c: *named`,
		doc: `{a: [], b: [], c: [], d: []}`,
		want: `
			spec.a: by name
			spec.b: by id
			spec.c: by name
			spec.d: by name`,
	}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			definition := parsed(t, crd("properties:\n  spec:\n"+indent(tt.spec, "    ")))
			root := NewSet(nil, definition).For("example.com/v1", "Router", "")
			got := describe(root, parsed(t, "spec: "+tt.doc))
			if diff := cmp.Diff(lines(tt.want), got); diff != "" {
				t.Errorf("lists (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCRDMetadata(t *testing.T) {
	root := NewSet(nil, parsed(t, crd("type: object"))).For("example.com/v1", "Router", "")
	got := describe(root, parsed(t, "metadata: {finalizers: [a], ownerReferences: [{uid: x}]}\nspec: {l: [{name: x}]}"))
	want := lines(`
		metadata.finalizers: set
		metadata.ownerReferences: by uid
		spec.l: unknown`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lists (-want +got):\n%s", diff)
	}
}

func TestCRDAtomicMap(t *testing.T) {
	root := NewSet(nil, parsed(t, crd("properties: {ref: {type: object, x-kubernetes-map-type: atomic}, other: {type: object}}"))).For("example.com/v1", "Router", "")
	if !at(root, "ref").AtomicMap() || at(root, "other").AtomicMap() || root.AtomicMap() {
		t.Error("want ref atomic, other and the root not")
	}
}

// keyedSpec is a schema whose list spec.l is keyed by the field.
func keyedSpec(key string) string {
	return "properties: {spec: {properties: {l: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [" + key + "]}}}}"
}

func TestCRDVersion(t *testing.T) {
	version := func(name, key string) string {
		return "  - name: " + name + "\n    schema: {openAPIV3Schema: {" + keyedSpec(key) + "}}\n"
	}
	head := `
apiVersion: apiextensions.k8s.io/%s
kind: CustomResourceDefinition
spec:
  group: example.com
  names: {kind: Router}
`
	v1 := fmt.Sprintf(head, "v1") + "  versions:\n"
	v1beta1 := fmt.Sprintf(head, "v1beta1")
	tests := []struct {
		name, apiVersion string
		crds             []string // in order of precedence
		want             string
	}{
		{"own", "example.com/v1alpha1", []string{v1 + version("v1", "new") + version("v1alpha1", "own")}, "by own"},
		{"else the newest", "example.com/v3", []string{v1 + version("v1beta2", "b") + version("v1", "ga") + version("v2alpha1", "a")}, "by ga"},
		{"no version asked", "example.com/", []string{v1 + version("v9", "nine") + version("v10", "ten")}, "by ten"},
		{"updated's before dest's", "example.com/v1", []string{v1 + version("v2", "updated"), v1 + version("v1", "dest")}, "by updated"},
		{"a definition without schema says nothing", "example.com/v1", []string{v1 + "  - name: v1\n", v1 + version("v1", "dest")}, "by dest"},
		{"a version without schema", "example.com/v1", []string{v1 + "  - name: v1\n" + version("v1beta1", "beta")}, "by beta"},
		{"v1beta1, one schema", "example.com/v1", []string{v1beta1 + "  version: v1\n  validation: {openAPIV3Schema: {" + keyedSpec("top") + "}}\n"}, "by top"},
		{"v1beta1, one schema for all versions", "example.com/v1", []string{v1beta1 + "  validation: {openAPIV3Schema: {" + keyedSpec("top") + "}}\n  versions: [{name: v1}, {name: v2}]\n"}, "by top"},
		{"v1beta1, a schema each", "example.com/v2", []string{v1beta1 + "  versions:\n" + version("v1", "one") + version("v2", "two")}, "by two"},
		{"in a List", "example.com/v1", []string{"apiVersion: v1\nkind: List\nitems:\n-" + indent(v1+version("v1", "own"), "  ")[1:] + "\n"}, "by own"},
		{"another group", "example.org/v1", []string{v1 + version("v1", "own")}, "nil"},
		{"other kinds are ignored", "example.com/v1", []string{"apiVersion: v1\nkind: ConfigMap", "[]", "x", v1 + version("v1", "own")}, "by own"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var nodes []*yaml.Node
			for _, text := range tt.crds {
				nodes = append(nodes, parsed(t, text))
			}
			root := NewSet(nil, nodes...).For(tt.apiVersion, "Router", "")
			if got := rowAt(root, "spec", "l"); got != tt.want {
				t.Errorf("spec.l is %s, want %s", got, tt.want)
			}
		})
	}
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
	version := elemsAt(definition, "spec", "versions")[0]
	p := node.FieldAt(version, "schema", "openAPIV3Schema", "properties")
	p.Content[1] = alias

	declared, err := Declare("", "", "spec.l.l.l.x", []string{"id"})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Set{NewSet(nil, definition), NewSet([]Declared{declared}, definition)} {
		got := describe(s.For("example.com/v1", "Router", ""), parsed(t, "{spec: {l: [{l: [{l: [{y: []}]}]}], self: [{}]}}"))
		want := lines(`
			spec.l: by name
			spec.l[*].l: by name
			spec.l[*].l[*].l: by name
			spec.l[*].l[*].l[*].y: unknown
			spec.self: unknown`)
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
	version := elemsAt(definition, "spec", "versions")[0]
	node.FieldAt(version, "schema", "openAPIV3Schema").Content[1] = m
	root := NewSet(nil, definition).For("example.com/v1", "Router", "")
	describe(root, parsed(t, "{a: [], b: []}"))
}

func TestCRDConcurrent(t *testing.T) {
	set := NewSet(nil, parsed(t, crd(keyedSpec("name"))))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				if got := rowAt(set.For("example.com/v1", "Router", ""), "spec", "l"); got != "by name" {
					t.Errorf("spec.l is %s", got)
				}
			}
		})
	}
	wg.Wait()
	root := set.For("example.com/v1", "Router", "")
	if at(root, "spec") != at(root, "spec") {
		t.Error("a place is compiled anew each time")
	}
}
