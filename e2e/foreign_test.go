package e2e

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	bench "github.com/krm-merge/krm-merge/internal/benchinput"
)

const head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"

// three is one ConfigMap in three versions: upstream changed a, we changed b.
const three = head + `- apiVersion: v1
  kind: ConfigMap
  metadata: {name: cm, annotations: {config.kubernetes.io/path: original/cm.yaml}}
  data: {a: "1", b: "1"}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: cm, annotations: {config.kubernetes.io/path: updated/cm.yaml}}
  data: {a: "2", b: "1"}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: cm, annotations: {config.kubernetes.io/path: dest/cm.yaml}}
  data: {a: "1", b: ours}
`

// run runs a program to its end, which comes in the time that go test gives all
// tests: a slow or busy machine is not a fault.
func run(t *testing.T, program string, stdin io.Reader, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	ctx := t.Context()
	if deadline, ok := t.Deadline(); ok {
		bounded, cancel := context.WithDeadline(ctx, deadline.Add(-5*time.Second))
		defer cancel()
		ctx = bounded
	}
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &out, &errs
	err = cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("%s does not end", program)
	}
	return out.String(), errs.String(), err
}

// foreign is the program as it is built for another machine, and what runs that here.
type foreign struct {
	name string
	runs []string
}

// build builds it, with what runs it; the test is skipped where that is not installed.
func (f *foreign) build(t *testing.T, runner, pkg string, env ...string) {
	t.Helper()
	needs(t, runner)
	f.name = filepath.Join(t.TempDir(), "foreign")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", f.name, pkg)
	cmd.Dir = repository(t)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	f.runs = []string{runner}
}

// test holds what it writes against what the program of this machine writes; both fail, or none does.
// Where nothing may be on stdout with an error, list is true.
func (f *foreign) test(t *testing.T, name, stdin string, fails, list bool, args ...string) {
	t.Run(name, func(t *testing.T) {
		wantOut, wantErr, err := run(t, program(), strings.NewReader(stdin), args...)
		if fails != (err != nil) {
			t.Fatalf("fails: %v\n%s", err, wantErr)
		}
		if fails && list {
			wantOut = ""
		}
		gotOut, gotErr, err := run(t, f.runs[0], strings.NewReader(stdin), append(append(f.runs[1:len(f.runs):len(f.runs)], f.name), args...)...)
		if fails != (err != nil) {
			t.Errorf("fails there only, or here: %v\n%s", err, gotErr)
		}
		if diff := cmp.Diff([]string{wantOut, wantErr}, []string{gotOut, gotErr}); diff != "" {
			t.Errorf("stdout and stderr (-here +there):\n%s", diff)
		}
	})
}

// large is a list of more than a megabyte.
func large() string { return string(bench.List(350, bench.Dense)) }

// TestARM64 runs the program that is built for arm64, on an emulated processor: it
// gives the bytes that the one of this machine gives.
func TestARM64(t *testing.T) {
	t.Parallel()
	var f foreign
	f.build(t, "qemu-aarch64-static", ".", "CGO_ENABLED=0", "GOOS=linux", "GOARCH=arm64")
	example := func(version string) string { return filepath.Join(repository(t), "examples", "upgrade", version) }
	merge3 := []string{"merge3", "--original", example("original"), "--updated", example("updated"), "--dest", example("dest")}
	f.test(t, "function", three, false, false)
	f.test(t, "function, big list", large(), false, false)
	f.test(t, "function, no YAML", "a: [", true, false)
	f.test(t, "directories", "", false, false, merge3...)
	f.test(t, "report", "", false, false, append(merge3, "--diff", "--report", "json")...)
	f.test(t, "page", "", false, false, append(merge3, "--report", "html")...)
	f.test(t, "help", "", false, false, "--help")
	f.test(t, "description", "", false, false, "--doc")
}

// TestWASM runs the function as the module of WebAssembly that kpt wants, under Node: it gives
// the bytes that the program gives, and its errors, with which kpt takes no list.
func TestWASM(t *testing.T) {
	t.Parallel()
	var f foreign
	f.build(t, "node", "./internal/wasm", "GOOS=js", "GOARCH=wasm")
	// What docs/pipelines.md says.
	if info, err := os.Stat(f.name); err != nil || info.Size() > 20<<20 {
		t.Errorf("%v, or it is larger than 20 MiB", err)
	}
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	f.runs = append(f.runs, filepath.Join("testdata", "wasm.js"), filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	f.test(t, "small", three, false, true)
	f.test(t, "large", large(), false, true)
	f.test(t, "nothing", "", true, true)
	f.test(t, "no YAML", "a: [", true, true)
	f.test(t, "a setting", three+"functionConfig: {apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {unknown: x}}\n", true, true)
}
