package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // Its source holds the schema.
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/fn"
	"github.com/krm-merge/krm-merge/internal/golden"
)

// TestConfigurationSchema: what the schema takes, the function takes, and the reverse.
func TestConfigurationSchema(t *testing.T) {
	schema := configurationSchema(t)
	tests := map[string]bool{
		``:                        true,
		`onConflict: Newest`:      true,
		`onConflict: newest`:      false,
		`onConflicts: Dest`:       false,
		`lists: {order: Updated}`: true,
		`lists: {ordr: Updated}`:  false,
		`lists: Dest`:             false,
		`keepSources: true`:       false,
		`renames: false`:          true,
		`images: {merge: Parts}`:  true,
		`images: {merge: Parts, mirrors: {quay.io: m}}`: true,
		`images: Parts`:                    false,
		`renames: Similar`:                 true,
		`renames: "false"`:                 false,
		`renames: similar`:                 false,
		`identity: {path: Sometimes}`:      false,
		`{profile: Careful, nulls: Clear}`: true,
		`modeKey: mode`:                    true,
		`modeKey: [mode]`:                  false,
		`versions: {original: {path: v1}, updated: {text: ""}}`:                                  true,
		`versions: {original: {path: v1, text: ""}}`:                                             false,
		`versions: {upstream: {path: v1}}`:                                                       false,
		`{strategy: TwoWay, versions: {source: {path: s}, dest: {path: d}}}`:                     true,
		`{strategy: Layers, versions: {layers: [{path: a}, {path: b}]}}`:                         true,
		`{strategy: Layers, versions: {layers: [{path: a, text: b}]}}`:                           false,
		`{strategy: Layers, versions: {layers: []}}`:                                             false,
		`rules: [{target: {kind: "*"}, path: "spec.*", mode: SKIP}]`:                             true,
		`rules: [{path: spec, lists: {atomic: Union}, text: Lines, onConflict: Fail}]`:           true,
		`rules: [{path: spec, mode: skip}]`:                                                      false,
		`rules: [{target: {labels: a}, mode: SKIP}]`:                                             false,
		`rules: [{target: {labelSelector: "app=web,!x", annotationSelector: team}, mode: SKIP}]`: true,
		`rules: {path: spec, mode: SKIP}`:                                                        false,
		`keys: [{target: {group: g, kind: K}, path: spec.a, fields: [b, c]}]`:                    true,
		`keys: [{path: spec.a}]`:                                                                 false,
		`keys: [{path: spec.a, fields: []}]`:                                                     false,
		`keys: [{path: spec.a, fields: [b], on: c}]`:                                             false,
	}
	for text, want := range tests {
		config := golden.Document(t, "apiVersion: fn.kpt.dev/v1alpha1\nkind: Merge\nmetadata: {name: m}\nspec: "+regexp.MustCompile(`^([a-zA-Z]+:.*)$`).ReplaceAllString(text, "{$1}")+"\n")
		_, err := fn.ParseConfig(config, "")
		if got := err == nil; got != want {
			t.Errorf("%s: function: got %v, want accepted = %v", text, err, want)
		}
		if err := configured(t, schema, config); (err == nil) != want {
			t.Errorf("%s: schema: got %v, want accepted = %v", text, err, want)
		}
	}
}

// configurationSchema makes a validator of the definition's schema.
func configurationSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	var file struct {
		Spec struct {
			Versions []struct {
				Schema struct {
					OpenAPIV3Schema map[string]any `yaml:"openAPIV3Schema"`
				} `yaml:"schema"`
			} `yaml:"versions"`
		} `yaml:"spec"`
	}
	readYAML(t, "../krm-function.yaml", &file)
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("configuration.json", file.Spec.Versions[0].Schema.OpenAPIV3Schema); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("configuration.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func configured(t *testing.T, schema *jsonschema.Schema, config *yaml.Node) error {
	t.Helper()
	var value map[string]any
	if err := config.Decode(&value); err != nil {
		t.Fatal(err)
	}
	// A field without a value is as one that is not there.
	if value["spec"] == nil {
		delete(value, "spec")
	}
	return schema.Validate(value)
}

// TestReportSchemas: the reports for programs, as they are expected of package report,
// are what their schemas say.
func TestReportSchemas(t *testing.T) {
	validated := map[string]int{}
	golden.Each(t, "../internal/report/testdata/*.txtar", func(t *testing.T, _ string, archive *txtar.Archive) {
		for _, f := range archive.Files {
			if validate := map[string]func(*testing.T, string){"want.json": validJSON, "want.sarif": validSARIF}[f.Name]; validate != nil {
				validate(t, string(f.Data))
				validated[f.Name]++
			}
		}
	})
	if len(validated) < 2 {
		t.Errorf("no report was validated: %v", validated)
	}
}

// TestForms runs commands that write JSON, and holds each to its schema; the report of check with
// answers is a file of answers.
func TestForms(t *testing.T) {
	t.Parallel()
	root, dir := repository(t), t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "repository"), os.DirFS(filepath.Join(root, "examples", "ci"))); err != nil {
		t.Fatal(err)
	}
	cmd := inShell(t, dir, `cd repository
bash .expected/upstream.sh "$DIR/upstream"
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="url.$DIR/upstream.insteadOf" GIT_CONFIG_VALUE_0=https://git.example.com/packages
git init --quiet
git add --all
git commit --quiet --message before
krm-merge outdated --report json >../outdated.json
krm-merge diff vendor/shop --report json >../diff.json
krm-merge upgrade --all --latest --report json >../upgrade.json || test $? = 1
krm-merge check --report json >../check.json || test $? = 1
sed 's/"kind": "[a-z]*-/"take": "upstream", &/' ../check.json >../answers.json
krm-merge resolve --answers ../answers.json`, "DIR="+dir, "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, schema := range map[string]string{"outdated": "packages", "upgrade": "packages", "diff": "diff", "check": "report", "answers": "answers"} {
		validate(t, jsonschema.NewCompiler(), "../docs/"+schema+".schema.json", readFile(t, filepath.Join(dir, name+".json")))
	}
}

func validJSON(t *testing.T, text string) {
	t.Helper()
	validate(t, jsonschema.NewCompiler(), "../docs/report.schema.json", text)
}

// validSARIF validates against the official schema, which a SARIF library holds
// as a constant. (Its own Validate reads and writes the report first, and
// complains about what it wrote.)
func validSARIF(t *testing.T, text string) {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "pkg/report/v210/sarif/schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	literal := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && len(l.Value) > len(literal) {
			literal = l.Value
		}
		return true
	})
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Trim(literal, "`")))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err = compiler.AddResource("sarif.json", schema); err != nil {
		t.Fatal(err)
	}
	validate(t, compiler, "sarif.json", text)
}

func validate(t *testing.T, compiler *jsonschema.Compiler, name string, text string) {
	t.Helper()
	schema, err := compiler.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("does not fit %s: %v", name, err)
	}
}
