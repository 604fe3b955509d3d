package peers

import (
	"fmt"
	"go/ast"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

const structuredModule = "sigs.k8s.io/structured-merge-diff/v6"

// structuredCases are the cases of structured-merge-diff that can be read as merges:
// two values with what comes of them, and objects applied one after the other.
func structuredCases(root string) ([]Case, error) {
	all, err := structuredTriplets(root)
	if err != nil {
		return nil, err
	}
	applied, err := structuredOperations(root)
	return append(all, applied...), err
}

// structuredTriplets are the merges of two values.
func structuredTriplets(root string) ([]Case, error) {
	t, err := readTests(root, structuredModule, "typed/*_test.go")
	if err != nil {
		return nil, err
	}
	var all []Case
	for _, entry := range elements(t.variable(nil, "mergeCases")) {
		texts := t.texts(nil, entry)
		var schema *yaml.Node
		schema, err = typesSchema(texts["schema"], texts["rootTypeName"])
		if err != nil {
			return nil, err
		}
		var some []Case
		some, err = t.triplets(fields(entry)["triplets"], texts["name"], schema)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	deduced := t.function("TestMergeDeduced")
	if deduced == nil {
		return nil, fmt.Errorf("no function TestMergeDeduced")
	}
	some, err := t.triplets(assigned(deduced, "triplets"), "deduced", nil)
	return append(all, some...), err
}

// triplets are the cases of a list of left, right and what comes of them.
func (t tests) triplets(list ast.Expr, name string, schema *yaml.Node) ([]Case, error) {
	var all []Case
	for i, triplet := range elements(list) {
		var values [3]*yaml.Node
		for j, e := range elements(triplet) {
			source, _ := t.text(nil, e)
			value, err := parse(source)
			if err != nil {
				return nil, err
			}
			values[j] = value
		}
		c := Case{Name: fmt.Sprintf("merge: %s %d", name, i+1), steps: []step{twoWayStep(values[1], values[0])}, want: values[2], schema: schema}
		all = append(all, c)
	}
	return all, nil
}

// typesSchema is the definition for a type of a text of types.
func typesSchema(source, name string) (*yaml.Node, error) {
	doc, err := parse(source)
	if err != nil {
		return nil, err
	}
	return definition(typesDefinition(node.Field(doc, "types"), node.Map("namedType", name), depth)), nil
}

// structuredOperations are the cases of objects that managers apply.
func structuredOperations(root string) ([]Case, error) {
	t, err := readTests(root, structuredModule, "merge/*_test.go")
	if err != nil {
		return nil, err
	}
	var all []Case
	for _, fn := range t.functions() {
		parser, ok := parserOf(fn)
		if !ok {
			continue
		}
		for _, table := range caseTables(fn) {
			for _, entry := range elements(table) {
				pair, ok := entry.(*ast.KeyValueExpr)
				if !ok {
					continue
				}
				name, _ := t.text(fn, pair.Key)
				c := Case{Name: fn.Name.Name + ": " + name}
				readable, err := t.operations(fn, pair.Value, &c)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", c.Name, err)
				}
				if !readable {
					continue
				}
				if c.schema, err = t.parserSchema(fn, parser); err != nil {
					return nil, err
				}
				all = append(all, c)
			}
		}
	}
	return all, nil
}

// parserOf is the parser that a function tests its cases with; false if it converts
// between versions.
func parserOf(fn *ast.FuncDecl) (ast.Expr, bool) {
	var parser ast.Expr
	ast.Inspect(fn, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Test" && len(call.Args) == 1 {
			parser = call.Args[0]
		}
		return true
	})
	return parser, parser != nil
}

// caseTables are the literals of type map[string]TestCase.
func caseTables(fn *ast.FuncDecl) []ast.Expr {
	var all []ast.Expr
	ast.Inspect(fn, func(n ast.Node) bool {
		if literal, ok := n.(*ast.CompositeLit); ok {
			if m, ok := literal.Type.(*ast.MapType); ok && typeName(m.Value) == "TestCase" {
				all = append(all, literal)
				return false
			}
		}
		return true
	})
	return all
}

// parserSchema is the definition that a parser has its types from; nil for the one that
// deduces them.
func (t tests) parserSchema(fn *ast.FuncDecl, parser ast.Expr) (*yaml.Node, error) {
	name := typeName(parser)
	if name == "DeducedParser" {
		return nil, nil
	}
	var types, root string
	ast.Inspect(t.variable(fn, name), func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return true
		}
		if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "NewParser" {
			types, _ = t.text(fn, call.Args[0])
		} else if ok && f.Sel.Name == "Type" {
			root, _ = t.text(fn, call.Args[0])
		}
		return true
	})
	if root == "" {
		// The type is that of the version.
		root = "v1"
	}
	return typesSchema(types, root)
}

// operations reads the steps of a case, and what they make of the object; false if they
// are not only objects applied and updated.
func (t tests) operations(fn *ast.FuncDecl, entry ast.Expr, c *Case) (bool, error) {
	of := fields(entry)
	want, hasWant := t.text(fn, of["Object"])
	if !hasWant || of["IgnoreFilter"] != nil || of["IgnoredFields"] != nil {
		return false, nil
	}
	h := history{applied: map[string]*yaml.Node{}}
	for _, op := range elements(of["Ops"]) {
		literal, ok := op.(*ast.CompositeLit)
		if !ok {
			return false, nil
		}
		texts := t.texts(fn, literal)
		object, err := object(texts["Object"])
		if err != nil {
			return false, err
		}
		switch kind := typeName(literal.Type); {
		case kind == "Update":
			h.update(object)
		case kind != "Apply" && kind != "ForceApply":
			return false, nil
		case fields(literal)["Conflicts"] == nil:
			// With conflicts it is refused, and changes nothing.
			h.apply(texts["Manager"], object)
		}
	}
	value, err := object(want)
	c.steps, c.want = h.steps, value
	// After an update the object is what the update says, which is not a merge.
	return len(h.steps) > 0 && h.live == nil, err
}

// history is what happened to an object, as merges.
type history struct {
	steps []step
	// live is the object if it is not what the last step gives.
	live *yaml.Node
	// applied is what each manager applied last.
	applied map[string]*yaml.Node
}

// update puts an object in the place of the one that is there.
func (h *history) update(object *yaml.Node) { h.live = object }

// apply merges what a manager applies: from what it applied last, if anything.
func (h *history) apply(manager string, object *yaml.Node) {
	before := h.applied[manager]
	h.applied[manager] = object
	switch {
	case h.live == nil && h.steps == nil:
		h.live = object
		return
	case before == nil:
		h.steps = append(h.steps, twoWayStep(object, h.live))
	default:
		h.steps = append(h.steps, threeWayStep(before, object, h.live))
	}
	h.live = nil
}

// object is the value of a text that is indented with tabs, an empty map if it has none.
func object(source string) (*yaml.Node, error) {
	value, err := parse(untabbed(source))
	if value == nil {
		value = node.Map()
	}
	return value, err
}

// untabbed is a text without the tabs that it is indented with.
func untabbed(source string) string {
	var b strings.Builder
	for line := range strings.Lines(source) {
		b.WriteString(strings.TrimLeft(line, "\t"))
	}
	return b.String()
}
