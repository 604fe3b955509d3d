package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
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

// report prints where struct tags, markers, versions of a group and the
// published schema disagree, and what the table holds.
func (a *api) report(w io.Writer, modules []module) error {
	a.reportTags()
	a.reportVersions()
	if err := a.reportPublished(modules); err != nil {
		return err
	}
	slices.Sort(a.findings)
	for _, f := range slices.Compact(a.findings) {
		fmt.Fprintln(w, f)
	}
	return nil
}

func (a *api) finding(format string, args ...any) {
	a.findings = append(a.findings, fmt.Sprintf(format, args...))
}

// reportTags finds lists whose struct tags say something else than their markers.
func (a *api) reportTags() {
	a.eachType(func(d *declared) {
		for _, f := range d.fields() {
			if s, _ := a.underlying(f.shape); s.kind != listShape {
				continue
			}
			l := a.listOf(f)
			keys := unique(f.markers["listMapKey"])
			declaredAs := strings.TrimSpace(f.markers.first("listType") + " " + strings.Join(keys, ","))
			tag := strings.TrimSpace(f.patchStrategy + " " + f.patchMergeKey)
			agrees := tag == "" || f.patchMergeKey != "" && declaredAs == "map "+f.patchMergeKey || f.patchMergeKey == "" && declaredAs == "set"
			if !agrees {
				a.finding("tags: %s.%s: tag %q, marker %q: %s", d.pkg.name(d.name), f.name, tag, declaredAs, l)
			}
		}
	})
}

// reportVersions finds lists that merge differently in two versions of a group.
func (a *api) reportVersions() {
	a.eachType(func(d *declared) {
		a.eachType(func(e *declared) {
			if d.pkg.group != e.pkg.group || d.name != e.name || compareVersions(d.pkg.version, e.pkg.version) >= 0 {
				return
			}
			for _, f := range d.fields() {
				for _, g := range e.fields() {
					if x, y := a.declaredList(f), a.declaredList(g); f.name == g.name && x.String() != y.String() {
						a.finding("versions: %s.%s: %s, in %s %s", d.pkg.name(d.name), f.name, x, e.pkg.version, y)
					}
				}
			}
		})
	})
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
		g := fields[i]
		l := a.listOf(g)
		want := ""
		if list := f.Type.List; list != nil {
			want = list.ElementRelationship
			if want == "associative" {
				want = "set"
				if len(list.Keys) > 0 {
					want = strings.Join(list.Keys, ",")
				}
			}
		}
		var have []string
		for _, k := range l.keys {
			have = append(have, k.field)
			a.compareDefault(name+"."+f.Name, k, f.Type.List != nil, g, byName)
		}
		text := strings.Join(have, ",")
		if text == "" && l.kind != noList {
			text = l.kind.String()
		}
		if text != want {
			a.finding("published: %s.%s: %q, published %q", name, f.Name, text, want)
		}
		s, target := a.underlying(g.shape)
		atomicMap := g.markers.first("mapType") == "atomic" || g.markers.first("structType") == "atomic"
		published := f.Type.ElementRelationship == "atomic" || f.Type.Map != nil && f.Type.Map.ElementRelationship == "atomic"
		if (s.kind == structShape || s.kind == mapShape) && atomicMap != published && (target == nil || target.markers.first("structType") != "atomic") {
			a.finding("published: %s.%s: atomic map %v, published %v", name, f.Name, atomicMap, published)
		}
	}
	for _, u := range m.Unions {
		var members []member
		for _, f := range u.Fields {
			members = append(members, member{f.FieldName, f.DiscriminatorValue})
		}
		want := union{u.Discriminator, members}.sorted()
		if u.Discriminator == "" {
			for i := range want.members {
				want.members[i].choice = ""
			}
		}
		if !slices.ContainsFunc(unions, func(v union) bool { return fmt.Sprint(v) == fmt.Sprint(want) }) {
			a.finding("published: %s: unions %v, published %v", name, unions, want)
		}
	}
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
