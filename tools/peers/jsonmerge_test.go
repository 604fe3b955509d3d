package peers

import (
	"fmt"
	"go/ast"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// jsonCases are the cases of JSON merge patches: those of the library that kubectl
// uses, with the RFC's own, and those of kubectl apply for custom resources.
func jsonCases(root string) ([]Case, error) {
	t, err := readTests(root, "gopkg.in/evanphx/json-patch.v4", "merge_test.go")
	if err != nil {
		return nil, err
	}
	var all []Case
	add := func(name string, dest, source, want ast.Expr, in ast.Node) error {
		var c Case
		c, err = t.jsonCase(name, in, dest, source, want)
		if err == nil {
			all = append(all, c)
		}
		return err
	}
	for i, entry := range elements(t.variable(nil, "rfcTests")) {
		of := fields(entry)
		if err = add(fmt.Sprintf("RFC 7396 %d", i+1), of["target"], of["patch"], of["expected"], nil); err != nil {
			return nil, err
		}
	}
	for _, fn := range t.functions() {
		for i, entry := range elements(assigned(fn, "cases")) {
			if e := elements(entry); len(e) == 3 {
				if err = add(fmt.Sprintf("%s %d", fn.Name.Name, i+1), e[0], e[1], e[2], fn); err != nil {
					return nil, err
				}
			}
		}
		if doc, patch, want := t.assignedCase(fn); patch != nil {
			if err = add(fn.Name.Name, doc, patch, want, fn); err != nil {
				return nil, err
			}
		}
	}
	applied, err := jsonApplyCases(root)
	return append(all, applied...), err
}

// assignedCase is the case that a function's own variables are, if they are one.
func (t tests) assignedCase(fn *ast.FuncDecl) (doc, patch, want ast.Expr) {
	doc, pat, exp := assigned(fn, "doc"), assigned(fn, "pat"), assigned(fn, "exp")
	if _, ok := t.text(fn, doc); !ok || pat == nil {
		return nil, nil, nil
	}
	switch {
	case strings.HasPrefix(fn.Name.Name, "TestMergePatch") && exp == nil:
		return doc, pat, pat
	case strings.HasPrefix(fn.Name.Name, "TestMergePatch"):
		return doc, pat, exp
	case exp != nil && !t.isList(fn, exp):
		// The patch made from two documents, applied to the first, gives the second.
		// For lists of documents it makes a list of patches, which is not a patch.
		return doc, exp, pat
	}
	return nil, nil, nil
}

// isList reports whether the text of an expression is a list.
func (t tests) isList(in ast.Node, e ast.Expr) bool {
	text, _ := t.text(in, e)
	return strings.HasPrefix(text, "[")
}

func (t tests) jsonCase(name string, in ast.Node, dest, source, want ast.Expr) (Case, error) {
	var values [3]*yaml.Node
	for i, e := range []ast.Expr{dest, source, want} {
		text, ok := t.text(in, e)
		if !ok {
			return Case{}, fmt.Errorf("%s: a text of this case was not found", name)
		}
		value, err := parse(text)
		if err != nil {
			return Case{}, fmt.Errorf("%s: %w", name, err)
		}
		values[i] = value
	}
	return Case{Name: name, steps: []step{twoWayStep(values[1], values[0])}, want: values[2]}, nil
}

// jsonApplyCases are those of kubectl apply.
func jsonApplyCases(root string) ([]Case, error) {
	t, err := readTests(root, "k8s.io/apimachinery", "pkg/util/jsonmergepatch/patch_test.go")
	if err != nil {
		return nil, err
	}
	text, ok := t.text(nil, t.variable(nil, "createJSONMergePatchTestCaseData"))
	if !ok {
		return nil, fmt.Errorf("no text createJSONMergePatchTestCaseData")
	}
	doc, err := parse(text)
	if err != nil {
		return nil, err
	}
	var all []Case
	for _, entry := range node.Elements(node.Field(doc, "testCases")) {
		p := patchCase{
			name: node.TextAt(entry, "description"), original: node.Field(entry, "original"), modified: node.Field(entry, "modified"),
			current: node.Field(entry, "current"), livePatch: node.Field(entry, "threeWay"), result: node.Field(entry, "result"),
		}
		all = append(all, p.cases(nil, nil)...)
	}
	return all, nil
}
