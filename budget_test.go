package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/krm-merge/krm-merge/internal/cli"
)

// TestBudget: nothing is larger than budget.txt allows. The log says how large all is: go test -run TestBudget -v .
func TestBudget(t *testing.T) {
	counts := map[string]int{}
	countFiles(t, counts)
	countCommands(cli.Command(), counts, map[string]bool{})
	_, settings, _ := strings.Cut(read(t, "docs/configuration.md"), "\n## All settings\n")
	counts["settings"] = strings.Count(settings, "\n| `")
	for line := range strings.Lines(read(t, "budget.txt")) {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		limit, err := strconv.Atoi(words[len(words)-1])
		if err != nil || len(words) != 2 {
			t.Fatalf("budget.txt: want a name and a number, have %q", line)
		}
		count, counted := counts[words[0]]
		t.Logf("%-20s %6d of %6d", words[0], count, limit)
		if !counted || count > limit {
			t.Errorf("%s: %d, and budget.txt allows %d; take something away, or raise it and say why in the same commit", words[0], count, limit)
		}
	}
}

// doors matches the files of charts, encrypted files and pull requests, which were built on the house.
var doors = regexp.MustCompile(`^internal/(chart|chartref|sops|seal)/|^merge/resource/(held|charts|encrypted)\.go$|` +
	`^internal/(upgrade/(references|copied)|upstream/(chart|index|archive)|cli/(charts|gitmerge)|kptfile/chart|bounded/archive|git/mergehere|resolve/given)\.go$`)

// countFiles counts the lines of Go, but what is generated: of each package of the product by its directory, of all
// of them, of tools, and of tests; the functions of the product with many branches; the identifiers that its packages
// outside of internal export; and the words of documents.
func countFiles(t *testing.T, counts map[string]int) {
	t.Helper()
	product := map[string]bool{}
	for _, name := range goList(t, "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".") {
		if name == module || strings.HasPrefix(name, module+"/") {
			product[strings.TrimPrefix(strings.TrimPrefix(name, module), "/")] = true
		}
	}
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		switch base := path.Base(name); {
		case err != nil:
			return err
		case entry.IsDir() && (base == "testdata" || base == "bin" || base == "dist" || len(base) > 1 && base[0] == '.'):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		dir := strings.TrimPrefix(path.Dir(filepath.ToSlash(name)), ".")
		if strings.HasSuffix(name, ".md") && name != "THIRD_PARTY_NOTICES.md" { // Made for a release.
			counts["words"] += len(strings.Fields(read(t, name)))
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		switch text := read(t, name); {
		case strings.HasPrefix(text, "// Code generated "):
		case strings.HasSuffix(name, "_test.go"):
			counts["tests"] += strings.Count(text, "\n")
		case product[dir]:
			counts["product"] += strings.Count(text, "\n")
			counts[dir] += strings.Count(text, "\n")
			if !doors.MatchString(filepath.ToSlash(name)) {
				counts["house"] += strings.Count(text, "\n")
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			counts["complex"] += branchy(file)
			if dir != "" && !strings.HasPrefix(dir, "internal/") {
				counts["exported"] += exported(file)
			}
		default:
			counts["tools"] += strings.Count(text, "\n")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// exported counts the identifiers that a file exports at its top level: neither methods nor fields.
func exported(file *ast.File) (n int) {
	count := func(names ...*ast.Ident) {
		for _, name := range names {
			if name.IsExported() {
				n++
			}
		}
	}
	for _, declared := range file.Decls {
		switch d := declared.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				count(d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					count(s.Name)
				case *ast.ValueSpec:
					count(s.Names...)
				}
			}
		}
	}
	return n
}

// branchy counts the functions of a file whose cyclomatic complexity is above 15.
func branchy(file *ast.File) (n int) {
	for _, declared := range file.Decls {
		paths := 1
		ast.Inspect(declared, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
				paths++
			case *ast.CaseClause:
				paths += min(len(n.List), 1)
			case *ast.BinaryExpr:
				if n.Op == token.LAND || n.Op == token.LOR {
					paths++
				}
			}
			return true
		})
		if paths > 15 {
			n++
		}
	}
	return n
}

// countCommands counts the commands below one, and the names of their flags.
func countCommands(c *cobra.Command, counts map[string]int, seen map[string]bool) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" && !seen[f.Name] {
			seen[f.Name] = true
			counts["flags"]++
		}
	})
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" && sub.Name() != "completion" {
			counts["commands"]++
			countCommands(sub, counts, seen)
		}
	}
}
