package merge_test

import (
	"go/ast"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// functionCases reads the merges that kyaml's test functions make one by one:
// what goes into Merge or MergeStrings, and the text their result is compared
// with. Texts are literals, in the call or in a variable of the function or
// the file.
func functionCases(t *testing.T, file *ast.File) []kyamlCase {
	t.Helper()
	outer := literals{t: t, texts: map[string]string{}}
	for _, d := range file.Decls {
		if vars, ok := d.(*ast.GenDecl); ok {
			outer.read(vars)
		}
	}
	var cases []kyamlCase
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		l := literals{t: t, texts: map[string]string{}, outer: outer.texts}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				l.read(n)
			case *ast.CallExpr:
				switch nameOfCall(n) {
				case "Merge", "MergeStrings":
					fields := map[string]string{
						"description": fn.Name.Name, "source": l.text(n.Args[0]), "dest": l.text(n.Args[1]),
						"mergeOptions": listDirection(n.Args[len(n.Args)-1]),
					}
					cases = append(cases, kyamlCase{fields: fields})
				case "Equal":
					if len(cases) > 0 {
						cases[len(cases)-1].fields["expected"] = l.text(n.Args[1])
					}
				}
			}
			return true
		})
	}
	for _, k := range cases {
		if k.fields["source"] == "" || k.fields["dest"] == "" || k.fields["expected"] == "" {
			t.Errorf("%s: a text of this case was not found", k.fields["description"])
		}
	}
	return cases
}

// literals are the variables of a function that hold text, or YAML made of it.
// A variable that is set again to something else keeps its first text.
type literals struct {
	t            *testing.T
	texts, outer map[string]string
}

func (l literals) read(n ast.Node) {
	set := func(name ast.Expr, value ast.Expr) {
		ident, ok := name.(*ast.Ident)
		if !ok {
			return
		}
		if call, ok := value.(*ast.CallExpr); ok && nameOfCall(call) == "MustParse" {
			value = call.Args[0]
		}
		switch value := value.(type) {
		case *ast.BasicLit, *ast.Ident:
			if text := l.text(value); text != "" {
				l.texts[ident.Name] = text
			}
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i := range min(len(n.Lhs), len(n.Rhs)) {
			set(n.Lhs[i], n.Rhs[i])
		}
	case *ast.GenDecl:
		for _, spec := range n.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok && len(v.Values) == len(v.Names) {
				for i := range v.Names {
					set(v.Names[i], v.Values[i])
				}
			}
		}
	}
}

// text is that of a literal or a variable, "" for anything else.
func (l literals) text(e ast.Expr) string {
	if ident, ok := e.(*ast.Ident); ok {
		if text, ok := l.texts[ident.Name]; ok {
			return text
		}
		return l.outer[ident.Name]
	}
	text, _ := stringLiteral(l.t, e)
	return text
}

func nameOfCall(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// directiveCases reads the table of what kyaml finds in a patch: which
// directive, and the patch without it.
func directiveCases(t *testing.T, file *ast.File) []kyamlCase {
	t.Helper()
	var cases []kyamlCase
	ast.Inspect(file, func(n ast.Node) bool {
		entry, ok := n.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		fields, ok := entry.Value.(*ast.CompositeLit)
		if !ok {
			return true
		}
		name, _ := stringLiteral(t, entry.Key)
		k := kyamlCase{fields: map[string]string{"description": name}}
		for _, f := range fields.Elts {
			field := f.(*ast.KeyValueExpr)
			if text, ok := stringLiteral(t, field.Value); ok {
				k.fields[field.Key.(*ast.Ident).Name] = text
			} else if directive, ok := field.Value.(*ast.Ident); ok {
				k.fields["directive"] = directive.Name
			}
		}
		cases = append(cases, k)
		return false
	})
	return cases
}

// kyamlDirective makes a merge of what kyaml finds in a patch: it is applied to
// a value of its kind, and the directive says what must come of that. For a
// scalar kyaml finds no directive, which it calls an error; it is a patch
// without one here.
func kyamlDirective(t *testing.T, k kyamlCase) (mergeCase, *yaml.Node) {
	t.Helper()
	source, want := parse(t, k.fields["patch"]), parse(t, k.fields["elided"])
	var dest *yaml.Node
	switch source.Content[0].Kind {
	case yaml.MappingNode:
		dest = parse(t, "own: here\nmetal: light\n")
	case yaml.SequenceNode:
		// Nothing identifies the elements, so merging is taking the patch's.
		dest = parse(t, "[three, own]\n")
	default:
		dest, want = parse(t, "own"), source
	}
	switch directive := k.fields["directive"]; {
	case directive == "smpDelete":
		want = nil
	case directive == "smpMerge" && dest.Content[0].Kind == yaml.MappingNode:
		want = parse(t, "own: here\n"+k.fields["elided"])
	case directive != "smpMerge" && directive != "smpReplace":
		t.Fatalf("unknown directive %q in kyaml's table", directive)
	}
	return twoWayCase(source, dest, merge.Options{}), want
}

// numbered gives cases of one name numbers from the second on.
func numbered(cases []kyamlCase, file string) {
	times := map[string]int{}
	for i := range cases {
		k := &cases[i]
		k.name = file + ": " + strings.Join(strings.Fields(k.fields["description"]), " ")
		times[k.name]++
		if n := times[k.name]; n > 1 {
			k.name += " #" + strconv.Itoa(n)
		}
	}
}
