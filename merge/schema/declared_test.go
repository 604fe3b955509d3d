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
