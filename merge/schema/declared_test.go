package schema

import (
	"fmt"
	"strings"
	"testing"

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

// TestDeclareErrors: what else can be wrong with a declaration has fn/testdata/refused/keys-*: a configuration has a path and names.
func TestDeclareErrors(t *testing.T) {
	for _, tt := range []struct {
		path   string
		fields []string
		want   string
	}{
		{"", []string{"a"}, "path is empty"},
		{"a", nil, "list those that identify an element together, each once"},
		{"a", []string{"x", ""}, `["x" ""]`},
	} {
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
