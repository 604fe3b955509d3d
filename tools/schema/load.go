package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// load reads the API packages in directories, by their import paths.
func load(dirs map[string]string) (*api, error) {
	a := &api{packages: map[string]*apiPackage{}}
	for _, p := range slices.Sorted(maps.Keys(dirs)) {
		pkg, err := loadPackage(p, dirs[p])
		if err != nil {
			return nil, err
		}
		if pkg != nil {
			a.packages[p] = pkg
		}
	}
	return a, nil
}

// loadPackage reads the types of a package; nil if it is not an API package.
func loadPackage(importPath, dir string) (*apiPackage, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	l := loader{pkg: &apiPackage{path: importPath, version: path.Base(importPath), types: map[string]*declared{}}}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || strings.Contains(filepath.Base(name), "generated") {
			continue
		}
		if err = l.file(name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if !l.grouped {
		return nil, nil
	}
	return l.pkg, nil
}

// loader reads the files of a package.
type loader struct {
	pkg *apiPackage
	// grouped: the package says which group it is of.
	grouped bool
	// imports are the paths of those of the file at hand, by their names.
	imports map[string]string
}

func (l *loader) file(name string) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	l.imports = map[string]string{}
	for _, spec := range file.Imports {
		p := strings.Trim(spec.Path.Value, "`\"")
		alias := path.Base(p)
		if spec.Name != nil {
			alias = spec.Name.Name
		}
		l.imports[alias] = p
	}
	end := file.Name.End()
	for _, decl := range file.Decls {
		above := detached(file, end, decl.Pos())
		end = decl.End()
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				err = l.group(spec)
			case *ast.TypeSpec:
				err = l.declared(spec, gen.Doc.Text(), above)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// group reads the constant with the name of the group.
func (l *loader) group(spec *ast.ValueSpec) (err error) {
	if spec.Names[0].Name != "GroupName" || len(spec.Values) != 1 {
		return nil
	}
	if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
		l.grouped = true
		l.pkg.group, err = strconv.Unquote(lit.Value)
	}
	return err
}

// declared reads a type with the comments directly above it, and those further above.
func (l *loader) declared(spec *ast.TypeSpec, comment, above string) error {
	if spec.TypeParams != nil {
		return nil
	}
	s, err := readShape(spec.Type, l.imports, l.pkg.path)
	if err != nil {
		return fmt.Errorf("type %s: %w", spec.Name.Name, err)
	}
	doc := spec.Doc.Text() + "\n" + comment
	l.pkg.types[spec.Name.Name] = &declared{
		pkg: l.pkg, name: spec.Name.Name, shape: s,
		markers: parseMarkers(doc), cluster: parseMarkers(doc + above).has("genclient:nonNamespaced"),
	}
	return nil
}

// detached is the text of the comments between two places: the markers for clients
// stand apart from the comment of a type.
func detached(file *ast.File, from, to token.Pos) string {
	var text strings.Builder
	for _, c := range file.Comments {
		if c.Pos() > from && c.End() < to {
			text.WriteString("\n" + c.Text())
		}
	}
	return text.String()
}

// readShape reads a type expression.
func readShape(expr ast.Expr, imports map[string]string, self string) (shape, error) {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return readShape(e.X, imports, self)
	case *ast.Ident:
		if e.IsExported() {
			return named(self, e.Name), nil
		}
		return shape{kind: scalarShape}, nil
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		if !ok || imports[x.Name] == "" {
			return shape{}, fmt.Errorf("cannot resolve %v.%s", e.X, e.Sel.Name)
		}
		return named(imports[x.Name], e.Sel.Name), nil
	case *ast.ArrayType:
		if id, ok := e.Elt.(*ast.Ident); ok && id.Name == "byte" {
			return shape{kind: scalarShape}, nil
		}
		elem, err := readShape(e.Elt, imports, self)
		return shape{kind: listShape, elem: &elem}, err
	case *ast.MapType:
		elem, err := readShape(e.Value, imports, self)
		return shape{kind: mapShape, elem: &elem}, err
	case *ast.StructType:
		s := shape{kind: structShape}
		for _, f := range e.Fields.List {
			fields, err := readField(f, imports, self)
			if err != nil {
				return shape{}, err
			}
			s.fields = append(s.fields, fields...)
		}
		return s, nil
	case *ast.InterfaceType, *ast.FuncType:
		return shape{kind: anyShape}, nil
	}
	return shape{}, fmt.Errorf("unexpected type expression %T", expr)
}

func named(pkg, name string) shape {
	if s, ok := opaque(pkg, name); ok {
		return s
	}
	return shape{kind: namedShape, ref: &typeName{pkg, name}}
}

// readField reads a field of a struct; none if it is not written to JSON.
func readField(f *ast.Field, imports map[string]string, self string) ([]field, error) {
	var tag reflect.StructTag
	if f.Tag != nil {
		text, err := strconv.Unquote(f.Tag.Value)
		if err != nil {
			return nil, err
		}
		tag = reflect.StructTag(text)
	}
	jsonTag, tagged := tag.Lookup("json")
	if !tagged || jsonTag == "-" {
		return nil, nil
	}
	s, err := readShape(f.Type, imports, self)
	if err != nil {
		return nil, err
	}
	name, options, _ := strings.Cut(jsonTag, ",")
	fl := field{
		name:          name,
		shape:         s,
		inline:        name == "" && (len(f.Names) == 0 || strings.Contains(options, "inline")),
		markers:       parseMarkers(f.Doc.Text()),
		patchStrategy: tag.Get("patchStrategy"),
		patchMergeKey: tag.Get("patchMergeKey"),
	}
	if len(f.Names) > 0 {
		fl.goName = f.Names[0].Name
	}
	if name == "" && !fl.inline {
		return nil, fmt.Errorf("field %s has no name", fl.goName)
	}
	return []field{fl}, nil
}
