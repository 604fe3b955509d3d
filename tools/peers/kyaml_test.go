package peers

import (
	"fmt"
	"go/ast"
	"strings"

	"go.yaml.in/yaml/v3"
)

// kyamlCases are the cases of kyaml's merges of two and of three documents: its tables, the merges
// that test functions make one by one, and the directives that it finds in patches.
func kyamlCases(root string) ([]Case, error) {
	var all []Case
	for _, of := range []struct {
		name, files string
		read        func(t tests) ([]Case, error)
	}{
		{"merge2", "merge2/*_test.go", tests.kyamlTables},
		{"merge3", "merge3/*_test.go", tests.kyamlTables},
		{"merge2", "merge2/merge2_old_test.go", tests.kyamlFunctions},
		{"directive", "merge2/smpdirective_test.go", tests.kyamlDirectives},
	} {
		t, err := readTests(root, "sigs.k8s.io/kustomize/kyaml", "yaml/"+of.files)
		if err != nil {
			return nil, err
		}
		some, err := of.read(t)
		if err != nil {
			return nil, err
		}
		for _, c := range some {
			c.Name = of.name + ": " + strings.Join(strings.Fields(c.Name), " ")
			all = append(all, c)
		}
	}
	return all, nil
}

// kyamlCase is a merge of documents: of three if there is an update, else a patch.
func kyamlCase(texts map[string]string, options ast.Expr) (Case, error) {
	values := map[string]*yaml.Node{}
	for name, text := range texts {
		n, err := parse(text)
		if err != nil && name != "description" {
			return Case{}, fmt.Errorf("%s: %w", texts["description"], err)
		}
		values[name] = n
	}
	s := twoWayStep(values["source"], values["dest"])
	if _, three := texts["update"]; three {
		s = threeWayStep(values["origin"], values["update"], values["local"])
	}
	if options != nil {
		ast.Inspect(options, func(n ast.Node) bool {
			constant, ok := n.(*ast.SelectorExpr)
			s.inFront = s.inFront || ok && strings.HasSuffix(constant.Sel.Name, "Prepend")
			return true
		})
	}
	return Case{Name: texts["description"], steps: []step{s}, want: values["expected"], documents: true}, nil
}

// kyamlTables reads the tables of test cases.
func (t tests) kyamlTables() ([]Case, error) {
	var all []Case
	var failed error
	for _, file := range t.files {
		ast.Inspect(file, func(n ast.Node) bool {
			table, _ := n.(*ast.CompositeLit)
			if table == nil {
				return true
			}
			array, _ := table.Type.(*ast.ArrayType)
			if array == nil || fmt.Sprint(array.Elt) != "testCase" {
				return true
			}
			for _, entry := range table.Elts {
				c, err := kyamlCase(t.texts(entry), fields(entry)["mergeOptions"])
				if is := fields(entry)["err"]; is != nil {
					c.fails = fmt.Sprint(is) != "nil"
				}
				if all = append(all, c); err != nil {
					failed = err
				}
			}
			return false
		})
	}
	return all, failed
}

// kyamlFunctions reads what goes into Merge or MergeStrings, and the text that the result is
// compared with.
func (t tests) kyamlFunctions() ([]Case, error) {
	var all []Case
	var failed error
	for _, fn := range t.functions() {
		texts, options := map[string]string{}, ast.Expr(nil)
		text := func(name string, e ast.Expr) {
			// A variable is a document made of a literal, or of that of its name in the file.
			if ident, ok := e.(*ast.Ident); ok {
				if call, ok := assigned(fn, ident.Name).(*ast.CallExpr); ok {
					texts[name], _ = t.text(nil, call.Args[0])
					return
				}
			}
			texts[name], _ = t.text(fn, e)
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			call, _ := n.(*ast.CallExpr)
			if call == nil {
				return true
			}
			switch function := call.Fun.(type) {
			case *ast.Ident:
				if strings.HasPrefix(function.Name, "Merge") {
					texts, options = map[string]string{"description": fn.Name.Name}, call.Args[len(call.Args)-1]
					text("source", call.Args[0])
					text("dest", call.Args[1])
				}
			case *ast.SelectorExpr:
				if function.Sel.Name == "Equal" {
					text("expected", call.Args[1])
					c, err := kyamlCase(texts, options)
					if all = append(all, c); err != nil || texts["source"] == "" || texts["dest"] == "" || texts["expected"] == "" {
						failed = fmt.Errorf("%s: a text of this case was not found: %w", fn.Name.Name, err)
					}
				}
			}
			return true
		})
	}
	return all, failed
}

// kyamlDirectives reads the table of what kyaml finds in a patch: which directive, and the patch
// without it. It is applied to a value of its kind, and the directive says what comes of that. For
// a scalar kyaml finds no directive, which it calls an error; it is a patch without one here.
func (t tests) kyamlDirectives() ([]Case, error) {
	var all []Case
	for _, entry := range elements(assigned(t.function("Test_determineSmpDirective"), "cases")) {
		pair := entry.(*ast.KeyValueExpr)
		texts := t.texts(pair.Value)
		name, _ := t.text(nil, pair.Key)
		patch, err := parse(texts["patch"])
		if err != nil {
			return nil, err
		}
		dest, want := "own", texts["patch"]
		switch directive := fmt.Sprint(fields(pair.Value)["expected"]); {
		case patch.Kind == yaml.ScalarNode:
		case directive == "smpDelete":
			dest, want = "{own: here}", ""
			if patch.Kind == yaml.SequenceNode {
				dest = "[three, own]"
			}
		case patch.Kind == yaml.SequenceNode:
			// Nothing identifies the elements, so merging is taking the patch's.
			dest, want = "[three, own]", texts["elided"]
		case directive == "smpMerge":
			dest, want = "{own: here, metal: light}", "own: here\n"+texts["elided"]
		case directive == "smpReplace":
			dest, want = "{own: here, metal: light}", texts["elided"]
		default:
			return nil, fmt.Errorf("unknown directive %s", directive)
		}
		c, err := kyamlCase(map[string]string{"description": name, "source": texts["patch"], "dest": dest, "expected": want}, nil)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}
