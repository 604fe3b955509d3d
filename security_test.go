package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSecurityTests: SECURITY.md names tests that there are, each line of its tables at least one.
func TestSecurityTests(t *testing.T) {
	named := regexp.MustCompile("`(\\S+) ((?:Test|Fuzz)\\w+)(/\\S+)?`")
	lines := 0
	for line := range strings.Lines(read(t, "SECURITY.md")) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| it may") {
			continue
		}
		lines++
		tests := named.FindAllStringSubmatch(line, -1)
		if tests == nil {
			t.Errorf("no test holds this line: %s", line)
		}
		for _, test := range tests {
			dir, name, of := test[1], test[2], test[3]
			if files, _ := filepath.Glob(filepath.Join(dir, "*_test.go")); !slices.ContainsFunc(files, func(file string) bool {
				text, err := os.ReadFile(file)
				return err == nil && strings.Contains(string(text), "\nfunc "+name+"(")
			}) {
				t.Errorf("%s has no %s", dir, name)
			}
			if of == "" {
				continue
			}
			cases, _ := filepath.Glob(filepath.Join(dir, "testdata", of+".txtar"))
			more, _ := filepath.Glob(filepath.Join(dir, "testdata", "*", of+".txtar"))
			if len(cases)+len(more) == 0 {
				t.Errorf("%s has no case %s%s", dir, name, of)
			}
		}
	}
	if lines < 15 {
		t.Errorf("only %d lines", lines)
	}
}

// TestFunctionTouchesNothing: what the function is made of here starts no program, reaches no
// network and, but for what reads standard input, no file.
func TestFunctionTouchesNothing(t *testing.T) {
	for _, line := range goList(t, "-deps", "-f", `{{if not .Standard}}{{.ImportPath}} {{join .Imports " "}}{{end}}`, "./fn") {
		imports := strings.Fields(line)
		name, ours := inModule(imports[0])
		if !ours {
			continue
		}
		for _, imported := range imports[1:] {
			if imported == "os/exec" || imported == "net" || strings.HasPrefix(imported, "net/") || imported == "os" && name != "internal/bounded" {
				t.Errorf("%s imports %s", name, imported)
			}
		}
	}
}
