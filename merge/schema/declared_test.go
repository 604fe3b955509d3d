package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

func declare(t *testing.T, group, kind, path string, fields ...string) Declared {
	t.Helper()
	d, err := Declare(group, kind, path, fields)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDeclared(t *testing.T) {
	tests := []struct {
		name     string
		declared []Declared
		doc      string
		want     string
	}{
		{"a list nobody knows", []Declared{declare(t, "", "", "list", "foo", "bar")},
			"{list: [{foo: a, bar: x}]}", "list: by foo,bar"},
		{"two fields in one string", []Declared{declare(t, "", "", "list", "foo, bar")},
			"{list: [{foo: a, bar: x}]}", "list: by foo,bar"},
		{"lists on the way are passed through", []Declared{declare(t, "", "", "spec.hosts.ports", "port")},
			"{spec: {hosts: [{ports: [{port: 1}]}]}}", "spec.hosts: unknown\nspec.hosts[*].ports: by port"},
		{"with [*] too", []Declared{declare(t, "", "", "spec.hosts[*].ports", "port"), declare(t, "", "", "spec.hosts[*].names", "n")},
			"{spec: {hosts: [{ports: [{port: 1}], names: []}]}}", "spec.hosts: unknown\nspec.hosts[*].ports: by port\nspec.hosts[*].names: by n"},
		{"maps where lists were meant", []Declared{declare(t, "", "", "spec.hosts[*].ports", "port")},
			"{spec: {hosts: {ports: [{port: 1}]}}}", "spec.hosts.ports: by port"},
		{"a list and one inside its elements", []Declared{declare(t, "", "", "a", "id"), declare(t, "", "", "a.b", "name")},
			"{a: [{b: [{}]}]}", "a: by id\na[*].b: by name"},
		{"lists of lists", []Declared{declare(t, "", "", "a[*]", "id"), declare(t, "", "", "a.b", "name")},
			"{a: [[{b: []}]]}", "a: unknown\na[*]: by id\na[*][*].b: by name"},
		{"the first declaration holds", []Declared{declare(t, "", "", "a", "id"), declare(t, "", "", "a", "name")},
			"{a: []}", "a: by id"},
		{"names with dots", []Declared{declare(t, "", "", `data["a.b"].l`, "id"), declare(t, "", "", `["x]\"y"]`, "id")},
			`{data: {a.b: {l: []}}, 'x]"y': []}`, "data.a.b.l: by id\nx]\"y: by id"},
		{"other places are untouched", []Declared{declare(t, "", "", "a.b", "id")},
			"{a: {c: []}, b: []}", "a.c: unknown\nb: unknown"},
		{"of another kind", []Declared{declare(t, "example.com", "Router", "a", "id")},
			"{a: []}", "a: unknown"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := describe(NewSet(tt.declared).For("", "", ""), parsed(t, tt.doc))
			if diff := cmp.Diff(lines(tt.want), got); diff != "" {
				t.Errorf("lists (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDeclaredTarget(t *testing.T) {
	tests := []struct{ group, kind, apiVersion, of, want string }{
		{"", "", "example.com/v1", "Router", "by id"},
		{"example.com", "", "example.com/v1", "Router", "by id"},
		{"", "Router", "example.com/v1", "Router", "by id"},
		{"example.com", "Router", "example.com/v2", "Router", "by id"},
		{"example.org", "Router", "example.com/v1", "Router", "nil"},
		{"example.com", "Switch", "example.com/v1", "Router", "nil"},
	}
	for _, tt := range tests {
		set := NewSet([]Declared{declare(t, tt.group, tt.kind, "spec.l", "id")})
		if got := rowAt(set.For(tt.apiVersion, tt.of, ""), "spec", "l"); got != tt.want {
			t.Errorf("declared for %s/%s, spec.l of %s %s is %s, want %s", tt.group, tt.kind, tt.apiVersion, tt.of, got, tt.want)
		}
	}
}

// What is declared lies over what is known; all else stays what it was.
func TestDeclaredOverKnown(t *testing.T) {
	set := NewSet([]Declared{
		declare(t, "apps", "Deployment", "spec.template.spec.containers.ports", "name", "protocol"),
		declare(t, "apps", "Deployment", "spec.template.spec.tolerations", "key"),
		declare(t, "apps", "Deployment", "spec.template.spec.mine.l", "id"),
		declare(t, "apps", "Deployment", "spec.strategy.l", "id"),
		declare(t, "apps", "Deployment", "spec.selector.l", "id"),
		declare(t, "example.com", "Router", "spec.routes", "host", "port"),
		declare(t, "example.com", "Router", "spec.keyed.inner", "id"),
		declare(t, "example.com", "Router", "spec.matrix[*]", "id"),
		declare(t, "example.com", "Router", "spec.matrix.l", "id"),
		declare(t, "kustomize.config.k8s.io", "", "patches", "target"),
	}, parsed(t, crd(`
properties:
  spec:
    properties:
      routes: {type: array, items: {properties: {host: {default: localhost}, tags: {type: array, x-kubernetes-list-type: set}}}}
      matrix: {type: array, x-kubernetes-list-type: atomic, items: {type: array, items: {properties: {other: {type: array, x-kubernetes-list-type: set}}}}}
      keyed: {type: array, x-kubernetes-list-map-keys: [name], items: {properties: {other: {type: array, x-kubernetes-list-type: set}}}}`)))
	tests := []struct{ apiVersion, kind, doc, want string }{
		{"apps/v1", "Deployment", `
metadata: {finalizers: []}
spec:
  template:
    spec:
      containers: [{name: a, ports: [{}], env: []}]
      tolerations: [{}]
      volumes: []
      mine: {l: []}`, `
metadata.finalizers: set
spec.template.spec.containers: by name
spec.template.spec.containers[*].ports: by name,protocol=TCP
spec.template.spec.containers[*].env: by name
spec.template.spec.tolerations: by key
spec.template.spec.volumes: by name
spec.template.spec.mine.l: by id`},
		{"example.com/v1", "Router", "spec: {routes: [{tags: []}], keyed: [{inner: [], other: []}], matrix: [[{l: [], other: []}]]}", `
spec.routes: by host=localhost,port
spec.routes[*].tags: set
spec.keyed: by name
spec.keyed[*].inner: by id
spec.keyed[*].other: set
spec.matrix: atomic
spec.matrix[*]: by id
spec.matrix[*][*].l: by id
spec.matrix[*][*].other: set`},
		{"kustomize.config.k8s.io/v1beta1", "Kustomization", "{patches: [{}], resources: []}", `
patches: by target
resources: set`},
	}
	for _, tt := range tests {
		got := describe(set.For(tt.apiVersion, tt.kind, ""), parsed(t, tt.doc))
		if diff := cmp.Diff(lines(tt.want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.kind, diff)
		}
	}
	// Places on the way of a declared path keep what else is known of them.
	deployment := set.For("apps/v1", "Deployment", "")
	if len(at(deployment, "spec", "strategy").Unions()) == 0 {
		t.Error("a union is lost")
	}
	if !at(deployment, "spec", "selector").AtomicMap() {
		t.Error("an atomic map is lost")
	}
}

func TestDeclareErrors(t *testing.T) {
	tests := []struct {
		path   string
		fields []string
		want   string
	}{
		{"", []string{"a"}, "path is empty"},
		{".", []string{"a"}, "names no field"},
		{"[*]", []string{"a"}, "names no field"},
		{"a..b", []string{"a"}, "an empty field name"},
		{"a.", []string{"a"}, "an empty field name"},
		{".a", []string{"a"}, "leave out the dot in front"},
		{"a[].b", []string{"a"}, "expected key=value in brackets"},
		{"a[0]", []string{"a"}, `"[0]" is not a step`},
		{"a[name=x].b", []string{"a"}, "is not a step"},
		{`a["b`, []string{"a"}, "unfinished quotes"},
		{`a["b"`, []string{"a"}, "expected ] after"},
		{`a["b"]c`, []string{"a"}, "expected a dot before"},
		{"a[*]c", []string{"a"}, "expected a dot before"},
		{"a.*.b", []string{"a"}, "* does not stand for a field"},
		{"a", nil, "no key fields"},
		{"a", []string{"x", ""}, "an empty name"},
		{"a", []string{"x,,y"}, "an empty name"},
		{"a", []string{"x", "y,x"}, `"x" is listed twice`},
	}
	for _, tt := range tests {
		_, err := Declare("", "", tt.path, tt.fields)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("path %q, fields %q: error %v, want one with %q", tt.path, tt.fields, err, tt.want)
		}
	}
}

func FuzzDeclare(f *testing.F) {
	for _, path := range []string{"a.b", "a[*].b", `a["b.c"][]`, "*.a", `["\x00`, "a.[*]", "[*].a"} {
		f.Add(path)
	}
	doc := parsed(f, "{a: [[{b: [{}]}]], b: {a: [x]}}")
	f.Fuzz(func(_ *testing.T, path string) {
		d, err := Declare("", "", path, []string{"id"})
		if err != nil {
			return
		}
		describe(NewSet([]Declared{d}).For("v1", "Pod", ""), doc)
		describe(NewSet([]Declared{d}).For("", "", ""), doc)
	})
}

// The work of laying declarations over a schema is linear in their length.
func TestDeclaredLong(t *testing.T) {
	path := "spec" + strings.Repeat(".a", 2000)
	set := NewSet([]Declared{declare(t, "", "", path, "id")})
	s := at(set.For("v1", "Pod", ""), strings.Split(path, ".")...)
	if got := rowText(s.List()); got != "by id" {
		t.Errorf("the end of the path is %s", got)
	}
}

func ExampleDeclare() {
	d, err := Declare("example.com", "Router", "spec.routes", []string{"host", "port"})
	if err != nil {
		fmt.Println(err)
		return
	}
	var resources []*yaml.Node // those of the input, for their definitions
	root := NewSet([]Declared{d}, resources...).For("example.com/v1", "Router", "router.yaml")
	list := root.Field("spec").Field("routes").List()
	fmt.Println(list.Kind, list.Keys[0].Field, list.Keys[1].Field)
	// Output: keyed host port
}
