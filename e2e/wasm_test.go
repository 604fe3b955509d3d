package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWASM runs the function as the module of WebAssembly that kpt wants, under Node: it gives
// the bytes that the program gives, and its errors.
func TestWASM(t *testing.T) {
	t.Parallel()
	if ok, err := have("node", ""); err != nil {
		t.Fatal(err)
	} else if !ok {
		t.Skip("node is not installed")
	}
	module := filepath.Join(t.TempDir(), "function.wasm")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", module, "./internal/wasm")
	build.Dir = repository(t)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	info, err := os.Stat(module)
	if err != nil {
		t.Fatal(err)
	}
	// What docs/pipelines.md says.
	if info.Size() > 20<<20 {
		t.Errorf("it has %d bytes", info.Size())
	}
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	glue := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	file := filepath.Join(t.TempDir(), "list.yaml")
	writeDeployments(t, file, 1<<20)
	list, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		stdin string
		fails bool
	}{
		"small":     {stdin: head + three},
		"large":     {stdin: string(list)},
		"nothing":   {fails: true},
		"no YAML":   {stdin: "a: [", fails: true},
		"a setting": {stdin: head + three + "functionConfig: {apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {unknown: x}}\n", fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			wantOut, wantErr, err := run(t, program(), strings.NewReader(test.stdin))
			if test.fails != (err != nil) {
				t.Fatalf("fails: %v\n%s", err, wantErr)
			}
			if test.fails {
				// kpt takes no list with an error.
				wantOut = ""
			}
			gotOut, gotErr, err := run(t, "node", strings.NewReader(test.stdin), filepath.Join("testdata", "wasm.js"), glue, module)
			if test.fails != (err != nil) {
				t.Errorf("fails as a module only, or not there: %v\n%s", err, gotErr)
			}
			if diff := cmp.Diff(wantOut, gotOut); diff != "" {
				t.Errorf("stdout (-program +module):\n%s", diff)
			}
			if diff := cmp.Diff(wantErr, gotErr); diff != "" {
				t.Errorf("stderr (-program +module):\n%s", diff)
			}
		})
	}
}
