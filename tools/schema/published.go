package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// publishedType is a type of the schema published for apply configurations.
type publishedType struct {
	Name string
	Map  *publishedMap
}

type publishedMap struct {
	Fields              []publishedField
	ElementRelationship string `yaml:"elementRelationship"`
	Unions              []publishedUnion
}

type publishedField struct {
	Name    string
	Type    publishedRef
	Default any
}

type publishedRef struct {
	NamedType           string `yaml:"namedType"`
	ElementRelationship string `yaml:"elementRelationship"`
	List                *struct {
		ElementRelationship string `yaml:"elementRelationship"`
		Keys                []string
	}
	Map *publishedMap
}

type publishedUnion struct {
	Discriminator string
	Fields        []struct {
		FieldName          string `yaml:"fieldName"`
		DiscriminatorValue string `yaml:"discriminatorValue"`
	}
}

// reportPublished compares with the published schema.
func (a *api) reportPublished(modules []module) error {
	files := map[string]string{
		"k8s.io/client-go":               "applyconfigurations/internal/internal.go",
		"k8s.io/apiextensions-apiserver": "pkg/client/applyconfiguration/internal/internal.go",
		"k8s.io/kube-aggregator":         "pkg/client/applyconfiguration/internal/internal.go",
	}
	for _, m := range modules {
		if files[m.Path] == "" {
			continue
		}
		types, err := readPublished(filepath.Join(m.Dir, files[m.Path]))
		if err != nil {
			return err
		}
		byName := map[string]publishedType{}
		for _, t := range types {
			byName[t.Name] = t
		}
		a.eachType(func(d *declared) {
			if t, ok := byName[modelName(d)]; ok && t.Map != nil {
				a.compare(d, *t.Map, byName)
			}
		})
	}
	return nil
}

// modelName is the name of a type in published schemas.
func modelName(d *declared) string {
	path := strings.ReplaceAll(strings.TrimPrefix(d.pkg.path, "k8s.io/"), "/", ".")
	return "io.k8s." + path + "." + d.name
}

// compare compares a type with a published one.
func (a *api) compare(d *declared, m publishedMap, byName map[string]publishedType) {
	name := d.pkg.name(d.name)
	if here, there := d.markers.first("structType") == "atomic", m.ElementRelationship == "atomic"; here != there {
		a.finding("published: %s: atomic map %v, published %v", name, here, there)
	}
	fields, unions := a.flatFields(d)
	for _, f := range m.Fields {
		i := slices.IndexFunc(fields, func(g field) bool { return g.name == f.Name })
		if i < 0 {
			a.finding("published: %s.%s: no such field", name, f.Name)
			continue
		}
		where := name + "." + f.Name
		a.compareList(where, fields[i], f.Type)
		for _, k := range a.listOf(fields[i]).keys {
			a.compareDefault(where, k, f.Type.List != nil, fields[i], byName)
		}
		a.compareMap(where, fields[i], f.Type)
	}
	for _, u := range m.Unions {
		if want := u.union(); !slices.ContainsFunc(unions, func(v union) bool { return fmt.Sprint(v) == fmt.Sprint(want) }) {
			a.finding("published: %s: unions %v, published %v", name, unions, want)
		}
	}
}

// compareList compares how a list merges with what is published.
func (a *api) compareList(where string, f field, published publishedRef) {
	l := a.listOf(f)
	var keys []string
	for _, k := range l.keys {
		keys = append(keys, k.field)
	}
	text := strings.Join(keys, ",")
	if text == "" && l.kind != noList {
		text = l.kind.String()
	}
	if want := published.list(); text != want {
		a.finding("published: %s: %q, published %q", where, text, want)
	}
}

// list is how the list merges: by which keys, as a set, atomically; "" if it is not a list.
func (r publishedRef) list() string {
	switch {
	case r.List == nil:
		return ""
	case r.List.ElementRelationship != "associative":
		return r.List.ElementRelationship
	case len(r.List.Keys) == 0:
		return "set"
	}
	return strings.Join(r.List.Keys, ",")
}

// compareMap compares whether a map is atomic with what is published.
func (a *api) compareMap(where string, f field, published publishedRef) {
	s, target := a.underlying(f.shape)
	if s.kind != structShape && s.kind != mapShape || target != nil && target.markers.first("structType") == "atomic" {
		return
	}
	here := f.markers.first("mapType") == "atomic" || f.markers.first("structType") == "atomic"
	there := published.ElementRelationship == "atomic" || published.Map != nil && published.Map.ElementRelationship == "atomic"
	if here != there {
		a.finding("published: %s: atomic map %v, published %v", where, here, there)
	}
}

// union is the published union as the sources give it.
func (u publishedUnion) union() union {
	var members []member
	for _, f := range u.Fields {
		members = append(members, member{f.FieldName, f.DiscriminatorValue})
	}
	out := union{u.Discriminator, members}
	if u.Discriminator == "" {
		out = out.withoutChoices()
	}
	return out.sorted()
}

// compareDefault compares the default of a key with the published one.
func (a *api) compareDefault(where string, k key, isList bool, f field, byName map[string]publishedType) {
	s, _ := a.underlying(f.shape)
	if !isList || s.elem == nil {
		return
	}
	_, elem := a.underlying(*s.elem)
	if elem == nil {
		return
	}
	t, ok := byName[modelName(elem)]
	if !ok || t.Map == nil {
		return
	}
	for _, pf := range t.Map.Fields {
		if pf.Name != k.field || pf.Default == nil {
			continue
		}
		if text, ok := pf.Default.(string); ok && strconv.Quote(text) == k.def {
			continue
		}
		a.finding("default: key %s of %s: published %#v, taken %q", k.field, where, pf.Default, k.def)
	}
}

// readPublished reads the schema from the text in a generated Go file.
func readPublished(file string) ([]publishedType, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	text := ""
	ast.Inspect(parsed, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && strings.HasPrefix(lit.Value, "`types:") {
			text = strings.Trim(lit.Value, "`")
		}
		return true
	})
	if text == "" {
		return nil, fmt.Errorf("%s: no schema found", file)
	}
	var doc struct{ Types []publishedType }
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return doc.Types, nil
}
