package peers

import (
	"fmt"
	"go/ast"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// strategicCases are the cases of Kubernetes' strategic merge patch.
func strategicCases(root string) ([]Case, error) {
	t, err := readTests(root, "k8s.io/apimachinery", "pkg/util/strategicpatch/patch_test.go")
	if err != nil {
		return nil, err
	}
	schema := definition(structDefinition(t, "MergeItem", depth))
	// The peer's test sorts these lists in the cases that are YAML.
	sorted := map[string]bool{}
	for _, name := range []string{"MergeItem", "RetainKeysMergeItem"} {
		for _, f := range mergingFields(t.structure(name)) {
			sorted[f] = true
		}
	}
	var all []Case
	for _, table := range []string{"customStrategicMergePatchTestCaseData", "createStrategicMergePatchTestCaseData"} {
		text, ok := t.text(nil, t.variable(nil, table))
		if !ok {
			return nil, fmt.Errorf("no text %s", table)
		}
		doc, err := parse(text)
		if err != nil {
			return nil, err
		}
		for _, entry := range node.Elements(node.Field(doc, "testCases")) {
			p := patchCase{
				name: node.TextAt(entry, "description"), original: node.Field(entry, "original"), modified: node.Field(entry, "modified"), current: node.Field(entry, "current"),
				patch: node.Field(entry, "twoWay"), patched: node.Field(entry, "twoWayResult"), livePatch: node.Field(entry, "threeWay"), result: node.Field(entry, "result"),
			}
			all = append(all, p.cases(schema, sorted)...)
		}
	}
	for _, table := range []string{"customStrategicMergePatchRawTestCases", "strategicMergePatchRawTestCases", "replaceRawExtensionPatchTestCases"} {
		for _, entry := range elements(t.variable(nil, table)) {
			p, err := t.rawPatchCase(entry)
			if err != nil {
				return nil, err
			}
			all = append(all, p.cases(schema, nil)...)
		}
	}
	for _, function := range []string{"TestNumberConversion", "TestUnknownField"} {
		some, err := t.patchTable(function, schema)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// mergingFields are the names of the lists that merge, in JSON.
func mergingFields(structure *ast.StructType) []string {
	var all []string
	for _, f := range structure.Fields.List {
		tag := tagOf(f)
		if tag.Get("patchMergeKey") != "" || tag.Get("patchStrategy") == "merge" {
			all = append(all, jsonName(tag))
		}
	}
	return all
}

// patchCase is a case of a patch: what it is made from and applied to, and what that
// gives. Values are nil where the case does not have them.
type patchCase struct {
	name                        string
	original, modified, current *yaml.Node
	// patch is made from original and modified, and makes patched of original; modified
	// if that is nil.
	patch, patched *yaml.Node
	// livePatch is made from all three, and makes result of current.
	livePatch, result *yaml.Node
	fails             bool
}

// cases are the merges of a case: both patches applied, and the three versions.
func (p patchCase) cases(schema *yaml.Node, unordered map[string]bool) []Case {
	var all []Case
	add := func(how string, s step, want *yaml.Node) {
		all = append(all, Case{Name: p.name + ": " + how, steps: []step{s}, want: want, fails: p.fails, schema: schema, unordered: unordered})
	}
	empty := node.Map()
	or := func(n, other *yaml.Node) *yaml.Node {
		if n == nil {
			return other
		}
		return n
	}
	if p.patch != nil {
		add("patch", twoWayStep(p.patch, or(p.original, empty)), or(p.patched, p.modified))
	}
	if p.result != nil || p.fails && p.current != nil {
		if p.livePatch != nil {
			add("patch of the live object", twoWayStep(p.livePatch, or(p.current, empty)), p.result)
		}
		add("apply", threeWayStep(or(p.original, empty), or(p.modified, empty), or(p.current, empty)), p.result)
	}
	return all
}

// rawPatchCase reads a case whose values are texts.
func (t tests) rawPatchCase(entry ast.Expr) (patchCase, error) {
	data := fields(entry)["StrategicMergePatchRawTestCaseData"]
	texts := t.texts(data)
	name, _ := t.text(nil, fields(entry)["Description"])
	p := patchCase{name: name, fails: texts["ExpectedError"] != ""}
	return p, p.read(texts, map[string]**yaml.Node{
		"Original": &p.original, "Modified": &p.modified, "Current": &p.current, "TwoWay": &p.patch, "TwoWayResult": &p.patched,
		"ThreeWay": &p.livePatch, "Result": &p.result,
	})
}

// read parses the texts of a case.
func (p *patchCase) read(texts map[string]string, into map[string]**yaml.Node) error {
	for name, place := range into {
		source, ok := texts[name]
		if !ok {
			continue
		}
		n, err := parse(source)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", p.name, name, err)
		}
		*place = n
	}
	return nil
}

// patchTable reads the table of a function, whose entries are JSON.
func (t tests) patchTable(function string, schema *yaml.Node) ([]Case, error) {
	fn := t.function(function)
	if fn == nil {
		return nil, fmt.Errorf("no function %s", function)
	}
	var all []Case
	for _, entry := range elements(assigned(fn, "testcases")) {
		pair := entry.(*ast.KeyValueExpr)
		texts := t.texts(pair.Value)
		name, _ := t.text(nil, pair.Key)
		p := patchCase{name: name}
		err := p.read(texts, map[string]**yaml.Node{
			"Original": &p.original, "Modified": &p.modified, "Current": &p.current, "ExpectedTwoWay": &p.patch, "ExpectedTwoWayResult": &p.patched,
			"ExpectedThreeWay": &p.livePatch, "ExpectedThreeWayResult": &p.result,
			"Old": &p.original, "New": &p.modified, "ExpectedPatch": &p.patch, "ExpectedResult": &p.patched,
		})
		if err != nil {
			return nil, err
		}
		all = append(all, p.cases(schema, nil)...)
	}
	return all, nil
}
