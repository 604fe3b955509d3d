package merge_test

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/merge"
)

// kyamlCase is a case of kyaml's own test tables.
type kyamlCase struct {
	// name is the file below kyaml's yaml directory, and the description.
	name string
	// fields are the string fields of the case.
	fields map[string]string
	// fails reports whether kyaml's test wants an error.
	fails bool
}

// TestConformance merges the cases of kyaml's own tests, read from the module
// cache, and compares by value. A case that is merged otherwise on purpose
// stands in testdata/conformance.txt with its reason.
func TestConformance(t *testing.T) {
	differences := readDifferences(t)
	for _, source := range []struct {
		// files of kyaml's yaml directory
		files string
		read  func(t *testing.T, file *ast.File) []kyamlCase
		// cases is how many there are.
		cases int
		merge func(t *testing.T, k kyamlCase) (c mergeCase, want *yaml.Node)
	}{
		{"merge2/*_test.go", caseTables, 61, kyamlTwoWay},
		{"merge3/*_test.go", caseTables, 72, kyamlThreeWay},
		{"merge2/merge2_old_test.go", functionCases, 12, kyamlTwoWay},
		{"merge2/smpdirective_test.go", directiveCases, 9, kyamlDirective},
	} {
		cases := kyamlCases(t, source.files, source.read)
		if len(cases) != source.cases {
			t.Errorf("kyaml's %s has %d cases, want %d: look at the new ones and correct the number", source.files, len(cases), source.cases)
		}
		for _, k := range cases {
			t.Run(k.name, func(t *testing.T) {
				reason, deliberate := differences[k.name]
				delete(differences, k.name)
				c, want := source.merge(t, k)
				diff := conformanceDiff(t, k, c, want)
				switch {
				case deliberate && diff == "":
					t.Errorf("no longer differs from kyaml: take it out of testdata/conformance.txt (%s)", reason)
				case !deliberate && diff != "":
					t.Error(diff)
				}
			})
		}
	}
	for name := range differences {
		t.Errorf("testdata/conformance.txt: kyaml has no case %q", name)
	}
}

func kyamlThreeWay(t *testing.T, k kyamlCase) (mergeCase, *yaml.Node) {
	t.Helper()
	o, u, d := parse(t, k.fields["origin"]), parse(t, k.fields["update"]), parse(t, k.fields["local"])
	return threeWayCase(o, u, d, kyamlOptions(t, u, d, o)), parse(t, k.fields["expected"])
}

func kyamlTwoWay(t *testing.T, k kyamlCase) (mergeCase, *yaml.Node) {
	t.Helper()
	source, dest := parse(t, k.fields["source"]), parse(t, k.fields["dest"])
	opts := kyamlOptions(t, source, dest)
	if strings.HasSuffix(k.fields["mergeOptions"], "Prepend") {
		opts.Policy.UpdatedOrder = true
	}
	return twoWayCase(source, dest, opts), parse(t, k.fields["expected"])
}

func kyamlOptions(t *testing.T, versions ...*yaml.Node) merge.Options {
	t.Helper()
	opts, err := optionsOf("", versions...)
	if err != nil {
		t.Fatal(err)
	}
	return opts
}

// conformanceDiff is what is different from what kyaml's test wants.
func conformanceDiff(t *testing.T, k kyamlCase, c mergeCase, want *yaml.Node) string {
	t.Helper()
	res, err := c.merge()
	switch {
	case err != nil && k.fails:
		return ""
	case err != nil:
		return fmt.Sprintf("error: %v", err)
	case k.fails:
		return "no error, and kyaml has one"
	}
	checkInvariants(t, c)
	return cmp.Diff(valueText(want), valueText(res.Node))
}

// kyamlCases reads the cases in some of the tests below kyaml's yaml directory.
func kyamlCases(t *testing.T, files string, read func(*testing.T, *ast.File) []kyamlCase) []kyamlCase {
	t.Helper()
	var errs bytes.Buffer
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "sigs.k8s.io/kustomize/kyaml")
	list.Stderr = &errs
	dir, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v: %s", err, errs.String())
	}
	pattern := filepath.Join(strings.TrimSpace(string(dir)), "yaml", filepath.FromSlash(files))
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) == 0 {
		t.Fatalf("%s: no tests found (%v): is the module cache complete?", pattern, err)
	}
	var cases []kyamlCase
	for _, file := range found {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		some := read(t, parsed)
		numbered(some, path.Join(path.Dir(files), filepath.Base(file)))
		cases = append(cases, some...)
	}
	return cases
}

// caseTables finds the literals of type []testCase in a file.
func caseTables(t *testing.T, file *ast.File) []kyamlCase {
	t.Helper()
	var cases []kyamlCase
	ast.Inspect(file, func(n ast.Node) bool {
		table, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		array, ok := table.Type.(*ast.ArrayType)
		if !ok {
			return true
		}
		if elem, ok := array.Elt.(*ast.Ident); !ok || elem.Name != "testCase" {
			return true
		}
		for _, e := range table.Elts {
			k := kyamlCase{fields: map[string]string{}}
			for _, f := range e.(*ast.CompositeLit).Elts {
				field := f.(*ast.KeyValueExpr)
				name := field.Key.(*ast.Ident).Name
				if name == "mergeOptions" {
					k.fields[name] = listDirection(field.Value)
					continue
				}
				if name == "err" {
					ident, ok := field.Value.(*ast.Ident)
					k.fails = !ok || ident.Name != "nil"
					continue
				}
				if text, ok := stringLiteral(t, field.Value); ok {
					k.fields[name] = text
				}
			}
			cases = append(cases, k)
		}
		return false
	})
	return cases
}

// listDirection is the name of the constant in MergeOptions that says where
// additions go.
func listDirection(options ast.Expr) string {
	name := ""
	ast.Inspect(options, func(n ast.Node) bool {
		if field, ok := n.(*ast.KeyValueExpr); ok {
			if constant, ok := field.Value.(*ast.SelectorExpr); ok {
				name = constant.Sel.Name
			}
		}
		return true
	})
	return name
}

// stringLiteral evaluates string literals and sums of them.
func stringLiteral(t *testing.T, e ast.Expr) (string, bool) {
	t.Helper()
	switch e := e.(type) {
	case *ast.ParenExpr:
		return stringLiteral(t, e.X)
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(e.Value)
		if err != nil {
			t.Fatal(err)
		}
		return text, true
	case *ast.BinaryExpr:
		left, ok := stringLiteral(t, e.X)
		if !ok || e.Op != token.ADD {
			return "", false
		}
		right, ok := stringLiteral(t, e.Y)
		return left + right, ok
	}
	return "", false
}

// readDifferences reads the deliberate differences: a line with the case, the
// line below it, indented, with the reason.
func readDifferences(t *testing.T) map[string]string {
	t.Helper()
	file, err := os.Open("testdata/conformance.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	differences := map[string]string{}
	name := ""
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		line := lines.Text()
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case line[0] != ' ' && line[0] != '\t':
			name = line
			differences[name] = ""
		case name == "":
			t.Fatalf("testdata/conformance.txt: a reason without a case: %s", line)
		default:
			differences[name] += strings.TrimSpace(line)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	for name, reason := range differences {
		if reason == "" {
			t.Errorf("testdata/conformance.txt: no reason for %q", name)
		}
	}
	return differences
}
