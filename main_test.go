package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// TestDependencies: a program that merges with the packages below merge links the YAML
// library and little else: what reads .krmignore, versions and, to write, the owners of
// files, neither kyaml nor the functions SDK. The engine links the YAML library alone.
func TestDependencies(t *testing.T) {
	for packages, others := range map[string]string{
		"./merge": "-", "./merge/schema": "-",
		"./merge/...": `golang\.org/x/mod/semver|github\.com/rogpeppe/go-internal/lockedfile(/internal/filelock)?|github\.com/monochromegane/go-gitignore`,
	} {
		linked := goList(t, "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", packages)
		if len(linked) < 5 {
			t.Fatalf("only %d packages", len(linked))
		}
		for _, name := range linked {
			if !regexp.MustCompile(`^(github\.com/krm-merge/krm-merge/.*|go\.yaml\.in/yaml/v3|` + others + `)$`).MatchString(name) {
				t.Errorf("%s: %s is linked", packages, name)
			}
		}
	}
}

// TestStart: the function is started for every merge, and whatever the libraries that
// it links do before it begins, each start pays for. Of what they do, allocations can
// be counted.
func TestStart(t *testing.T) {
	program := filepath.Join(t.TempDir(), "krm-merge")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	start := exec.Command(program, "--version")
	start.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := start.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	total := 0
	for _, counted := range regexp.MustCompile(`(?m)^init .* (\d+) allocs$`).FindAllSubmatch(out, -1) {
		n, err := strconv.Atoi(string(counted[1]))
		if err != nil {
			t.Fatal(err)
		}
		total += n
	}
	if total == 0 || total > 2300 {
		t.Errorf("%d allocations before main, of these packages:\n%s", total, out)
	}
}
