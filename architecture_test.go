package main

import (
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const module = "github.com/krm-merge/krm-merge"

// TestPicture: ARCHITECTURE.md draws every import between packages of the product and no
// other, all of them downwards, and its tables have every package.
func TestPicture(t *testing.T) {
	order, drawn := picture(t)
	imports := ownImports(t)
	for i, name := range order {
		if imported, ok := imports[name]; !ok {
			t.Errorf("%s is in the picture and is not a package", name)
		} else {
			difference(t, name+" → %s is drawn and not imported", drawn[name], imported)
			difference(t, name+" → %s is imported and not drawn", imported, drawn[name])
		}
		for _, to := range drawn[name] {
			if slices.Index(order, to) <= i {
				t.Errorf("%s → %s points up", name, to)
			}
		}
	}
	product, beside := rows(t, "| package |"), rows(t, "| module or package |")
	difference(t, "%s is in the picture and not in the table", order, product)
	difference(t, "%s is in the table and not in the picture", product, order)
	for name := range imports {
		if !slices.Contains(order, name) && !slices.ContainsFunc(beside, func(b string) bool { return b == name || strings.HasPrefix(name, b+"/") }) {
			t.Errorf("%s is in no table", name)
		}
	}
}

// TestFilesOfArchitecture: what ARCHITECTURE.md names is there.
func TestFilesOfArchitecture(t *testing.T) {
	found := 0
	for _, line := range strings.Split(architecture(t), "\n") {
		dir := ""
		for _, named := range regexp.MustCompile("`([\\w./-]+)`").FindAllStringSubmatch(line, -1) {
			name := named[1]
			switch {
			case strings.Contains(name, "/"):
				dir = path.Dir(name)
			case strings.HasSuffix(name, ".go"):
				name = path.Join(dir, name)
			default:
				continue
			}
			if found++; strings.HasPrefix(name, "./") {
				continue
			}
			if _, err := os.Stat(name); err != nil {
				t.Errorf("%v, in: %s", err, line)
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d names", found)
	}
}

// TestPackageComments: the comment of each package of the product tells what goes in and
// out, and what the package must not know.
func TestPackageComments(t *testing.T) {
	order, _ := picture(t)
	for _, name := range order[1:] {
		sources, err := filepath.Glob(filepath.Join(name, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		comment := ""
		for _, source := range sources {
			file, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.PackageClauseOnly|parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			comment += file.Doc.Text()
		}
		comment = strings.Join(strings.Fields(comment), " ")
		for _, words := range []string{"Package " + path.Base(name) + " ", "must not know"} {
			if !strings.Contains(comment, words) {
				t.Errorf("%s: no %q in the comment: %s", name, words, comment)
			}
		}
	}
}

// TestLinter: .golangci.yml has one rule for each package of the product, which allows
// the imports that ARCHITECTURE.md draws and no other of ours.
func TestLinter(t *testing.T) {
	var config struct {
		Linters struct {
			Settings struct {
				Depguard struct {
					Rules map[string]struct {
						Mode  string `yaml:"list-mode"`
						Files []string
						Allow []string
					}
				}
			}
		}
	}
	data, err := os.ReadFile(".golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(data, &config); err != nil {
		t.Fatal(err)
	}
	rules := config.Linters.Settings.Depguard.Rules
	order, drawn := picture(t)
	for _, name := range order {
		rule, ok := rules[name]
		files := "${base-path}/" + name + "/*.go"
		if name == "main" {
			files = "${base-path}/main.go"
		}
		if !ok || rule.Mode != "strict" || !slices.Equal(rule.Files, []string{"!$test", files}) {
			t.Errorf("%s has no strict rule for %s", name, files)
			continue
		}
		var allowed []string
		for _, to := range rule.Allow {
			if strings.HasPrefix(to, module) {
				allowed = append(allowed, strings.TrimSuffix(strings.TrimPrefix(to, module+"/"), "$"))
			}
			if to != "$gostd" && !strings.HasSuffix(to, "$") {
				t.Errorf("%s: %s allows what is below it, too; end it with $", name, to)
			}
		}
		difference(t, name+" → %s is drawn and not allowed", drawn[name], allowed)
		difference(t, name+" → %s is allowed and not drawn", allowed, drawn[name])
	}
}

// picture gives the packages of ARCHITECTURE.md's picture from top to bottom, as paths in
// the module, and what each imports. The picture has the last elements of the paths.
func picture(t *testing.T) (order []string, drawn map[string][]string) {
	t.Helper()
	_, rest, ok := strings.Cut(architecture(t), "```\n")
	block, _, closed := strings.Cut(rest, "```\n")
	if !ok || !closed {
		t.Fatal("ARCHITECTURE.md has no picture")
	}
	paths := map[string]string{}
	for _, name := range rows(t, "| package |") {
		if other := paths[path.Base(name)]; other != "" {
			t.Fatalf("%s and %s have one name in the picture", name, other)
		}
		paths[path.Base(name)] = name
	}
	full := func(short string) string {
		name, ok := paths[short]
		if !ok {
			t.Errorf("%s is in the picture and not in the table", short)
		}
		return name
	}
	drawn = map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
		from, to, _ := strings.Cut(line, "→")
		name := full(strings.TrimSpace(from))
		order = append(order, name)
		for _, short := range strings.Fields(to) {
			drawn[name] = append(drawn[name], full(short))
		}
	}
	return order, drawn
}

// ownImports gives what each package of the module imports of the module, as paths in it.
func ownImports(t *testing.T) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	for _, line := range goList(t, "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...") {
		names := strings.Fields(line)
		from := strings.TrimPrefix(names[0], module+"/")
		if from == module {
			from = "main"
		}
		imports[from] = []string{}
		for _, to := range names[1:] {
			if strings.HasPrefix(to, module) {
				imports[from] = append(imports[from], strings.TrimPrefix(to, module+"/"))
			}
		}
	}
	return imports
}

// goList gives the lines of go list.
func goList(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatal("go list:", err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// rows gives what the first column of the table with that header names.
func rows(t *testing.T, header string) (names []string) {
	t.Helper()
	_, table, ok := strings.Cut(architecture(t), header)
	if !ok {
		t.Fatalf("ARCHITECTURE.md has no table %s", header)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range regexp.MustCompile("(?m)^\\| `([\\w/]+)` \\|").FindAllStringSubmatch(table, -1) {
		names = append(names, row[1])
	}
	return names
}

func architecture(t *testing.T) string {
	t.Helper()
	return read(t, "ARCHITECTURE.md")
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// difference reports what a has and b has not.
func difference(t *testing.T, format string, a, b []string) {
	t.Helper()
	for _, name := range a {
		if !slices.Contains(b, name) {
			t.Errorf(format, name)
		}
	}
}
