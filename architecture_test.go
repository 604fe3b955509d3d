package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/krm-merge/krm-merge"

// layers are the packages of the product from top to bottom: each imports only packages of lines below its own.
// ARCHITECTURE.md draws them; go test -run TestLayers -update . draws them anew.
var layers = []string{
	"main",
	"internal/cli",
	"internal/upgrade merge/files/write",
	"internal/journal internal/resolve internal/report internal/driver internal/configfile",
	"internal/seal",
	"fn merge/files",
	"internal/config",
	"internal/marks",
	"internal/phrase",
	"internal/chartref",
	"merge/resource",
	"internal/decisions merge/schema internal/secret internal/wire",
	"internal/sops internal/chart internal/lines",
	"merge internal/upstream",
	"internal/kptfile",
	"internal/source internal/annotation internal/similar internal/terms",
	"internal/git internal/diff internal/node internal/filelock internal/bounded internal/ignore internal/parallel internal/paint internal/printable internal/enum internal/version",
	"internal/program",
}

var update = flag.Bool("update", false, "draw the packages in ARCHITECTURE.md anew")

// TestLayers: layers has each package of the product, which imports only what stands below it, and nothing that makes
// the program large; ARCHITECTURE.md draws them.
func TestLayers(t *testing.T) {
	layer := map[string]int{}
	for i, names := range layers {
		for _, name := range strings.Fields(names) {
			layer[name] = i + 1
		}
	}
	about := map[string]string{}
	for _, line := range goList(t, "-deps", "-f", `{{if not .Standard}}{{.ImportPath}}|{{.Doc}}|{{join .Imports " "}}{{end}}`, ".") {
		fields := strings.SplitN(line, "|", 3)
		name, ours := inModule(fields[0])
		if !ours {
			continue
		}
		about[name] = regexp.MustCompile(`^(Package|Command) [\w-]+ (is )?|[:.,;] .*|\.$`).ReplaceAllString(fields[1], "")
		if layer[name] == 0 {
			t.Errorf("%s is in no line of layers", name)
		}
		for _, imported := range strings.Fields(fields[2]) {
			if to, ours := inModule(imported); ours && layer[to] <= layer[name] {
				t.Errorf("%s imports %s, which does not stand below it", name, to)
			}
			// The linker keeps every method that a template might call; what is ours of Kubernetes comes from kyaml.
			if imported == "text/template" || imported == "html/template" || strings.HasPrefix(imported, "k8s.io/") {
				t.Errorf("%s imports %s", name, imported)
			}
		}
	}
	var picture strings.Builder
	for _, names := range layers {
		for _, name := range strings.Fields(names) {
			if about[name] == "" {
				t.Errorf("%s is no package of the product, or has no comment", name)
			}
			fmt.Fprintf(&picture, "%-20s %s\n", name, about[name])
		}
		picture.WriteString("\n")
	}
	text := read(t, "ARCHITECTURE.md")
	before, rest, _ := strings.Cut(text, "```\n")
	drawn, after, _ := strings.Cut(rest, "\n```\n")
	want := strings.TrimRight(picture.String(), "\n")
	if *update {
		if err := os.WriteFile("ARCHITECTURE.md", []byte(before+"```\n"+want+"\n```\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if drawn != want {
		t.Errorf("ARCHITECTURE.md does not draw the layers; run go test -run TestLayers -update .")
	}
}

// inModule gives the path of a package of the module in it; that of the program is main.
func inModule(imported string) (name string, ours bool) {
	if imported == module {
		return "main", true
	}
	return strings.CutPrefix(imported, module+"/")
}

// TestFilesOfEngine: the files of merge stand in layers, too: none uses, directly or not, one that uses it.
func TestFilesOfEngine(t *testing.T) {
	fset, info := token.NewFileSet(), types.Info{Uses: map[*ast.Ident]types.Object{}}
	var parsed []*ast.File
	for _, line := range goList(t, "-f", `{{range .GoFiles}}{{.}}{{"\n"}}{{end}}`, "./merge") {
		file, err := parser.ParseFile(fset, path.Join("merge", line), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	// Other packages are not read: what they declare is an error, which does not matter here.
	checker := types.Config{Error: func(error) {}}
	engine, _ := checker.Check("merge", fset, parsed, &info)
	fileOf := func(at token.Pos) string { return fset.Position(at).Filename }
	uses := map[string]map[string]bool{}
	for id, of := range info.Uses {
		_, isFunc := of.(*types.Func)
		if from, to := fileOf(id.Pos()), fileOf(of.Pos()); of.Pkg() == engine && from != to && (isFunc || of.Parent() == engine.Scope()) {
			if uses[from] == nil {
				uses[from] = map[string]bool{}
			}
			uses[from][to] = true
		}
	}
	if len(uses) < 30 {
		t.Fatalf("only %d files use others", len(uses))
	}
	for found := true; found; {
		found = false
		for name, used := range uses {
			maps.DeleteFunc(used, func(other string, _ bool) bool { return uses[other] == nil })
			if len(used) == 0 {
				delete(uses, name)
				found = true
			}
		}
	}
	for name, used := range uses {
		t.Errorf("%s is in a circle, or above one: it uses %s", name, slices.Sorted(maps.Keys(used)))
	}
}

// TestFilesOfArchitecture: what ARCHITECTURE.md names is there.
func TestFilesOfArchitecture(t *testing.T) {
	found := 0
	for _, line := range strings.Split(read(t, "ARCHITECTURE.md"), "\n") {
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

// TestPackageComments: the comment of each package of the product tells what goes in and out, and what the package must
// not know.
func TestPackageComments(t *testing.T) {
	for _, name := range strings.Fields(strings.Join(layers[1:], " ")) {
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

// goList gives the lines of go list.
func goList(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatal("go list:", err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
