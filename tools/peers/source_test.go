package peers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// tests are the files of tests of one package, read from the module cache.
type tests struct {
	files []*ast.File
}

// readTests reads the files of a directory of a module whose names match.
func readTests(root, module, files string) (tests, error) {
	var errs bytes.Buffer
	// Nothing may need the module's code, so that it is not there yet.
	download := exec.Command("go", "mod", "download", "-json", module)
	download.Dir, download.Stderr = filepath.Join(root, "tools"), &errs
	var downloaded struct{ Dir string }
	if out, err := download.Output(); err != nil || json.Unmarshal(out, &downloaded) != nil {
		return tests{}, fmt.Errorf("go mod download: %w: %s%s", err, out, errs.String())
	}
	pattern := filepath.Join(downloaded.Dir, filepath.FromSlash(files))
	found, err := filepath.Glob(pattern)
	if err != nil {
		return tests{}, err
	}
	if len(found) == 0 {
		return tests{}, fmt.Errorf("%s: no tests found: is the module cache complete?", pattern)
	}
	var all tests
	for _, file := range found {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return tests{}, err
		}
		all.files = append(all.files, parsed)
	}
	return all, nil
}

// variable is what the variable of that name is set to first, in the node or else
// anywhere in the files; nil if there is none.
func (t tests) variable(in ast.Node, name string) ast.Expr {
	if value := assigned(in, name); value != nil {
		return value
	}
	for _, file := range t.files {
		for _, d := range file.Decls {
			if vars, ok := d.(*ast.GenDecl); ok {
				if value := assigned(vars, name); value != nil {
					return value
				}
			}
		}
	}
	return nil
}

// assigned is the first value that a variable gets in a node.
func assigned(in ast.Node, name string) ast.Expr {
	var value ast.Expr
	if in == nil {
		return nil
	}
	set := func(names, values []ast.Expr) {
		for i := range min(len(names), len(values)) {
			if ident, ok := names[i].(*ast.Ident); ok && ident.Name == name && value == nil {
				value = values[i]
			}
		}
	}
	ast.Inspect(in, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			set(n.Lhs, n.Rhs)
		case *ast.ValueSpec:
			var names []ast.Expr
			for _, ident := range n.Names {
				names = append(names, ident)
			}
			set(names, n.Values)
		}
		return value == nil
	})
	return value
}

// functions are the test functions, in the order of the files.
func (t tests) functions() []*ast.FuncDecl {
	var all []*ast.FuncDecl
	for _, file := range t.files {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(fn.Name.Name, "Test") {
				all = append(all, fn)
			}
		}
	}
	return all
}

// function is the function of that name, nil if there is none.
func (t tests) function(name string) *ast.FuncDecl {
	for _, fn := range t.functions() {
		if fn.Name.Name == name {
			return fn
		}
	}
	return nil
}

// structure is the struct type of that name, nil if there is none.
func (t tests) structure(name string) *ast.StructType {
	var found *ast.StructType
	for _, file := range t.files {
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.Name == name {
				found, _ = spec.Type.(*ast.StructType)
			}
			return found == nil
		})
	}
	return found
}

// text is the string that an expression is: a literal, a sum or conversion of one,
// or a variable.
func (t tests) text(in ast.Node, e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return t.text(in, e.X)
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := t.text(in, e.X)
		right, also := t.text(in, e.Y)
		return left + right, ok && also && e.Op == token.ADD
	case *ast.CallExpr:
		// A conversion, []byte(text) or typed.YAMLObject(text).
		if len(e.Args) == 1 {
			return t.text(in, e.Args[0])
		}
	case *ast.Ident:
		if value := t.variable(in, e.Name); value != nil {
			return t.text(in, value)
		}
	}
	return "", false
}

// elements are the elements of a literal.
func elements(e ast.Expr) []ast.Expr {
	literal, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	return literal.Elts
}

// fields are the fields of a literal that are named.
func fields(e ast.Expr) map[string]ast.Expr {
	all := map[string]ast.Expr{}
	for _, element := range elements(e) {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if ident, ok := pair.Key.(*ast.Ident); ok {
				all[ident.Name] = pair.Value
			}
		}
	}
	return all
}

// texts are the fields of a literal that are strings.
func (t tests) texts(e ast.Expr) map[string]string {
	all := map[string]string{}
	for name, value := range fields(e) {
		if text, ok := t.text(nil, value); ok {
			all[name] = text
		}
	}
	return all
}

// tagOf is the tag of a field of a struct.
func tagOf(f *ast.Field) reflect.StructTag {
	if f.Tag == nil {
		return ""
	}
	literal, err := strconv.Unquote(f.Tag.Value)
	if err != nil {
		return ""
	}
	return reflect.StructTag(literal)
}

// jsonName is the name of a field in JSON.
func jsonName(tag reflect.StructTag) string {
	name, _, _ := strings.Cut(tag.Get("json"), ",")
	return name
}
