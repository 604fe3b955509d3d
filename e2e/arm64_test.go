package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestARM64 runs the program that is built for arm64, on an emulated processor: it
// gives the bytes that the one of this machine gives.
func TestARM64(t *testing.T) {
	t.Parallel()
	const emulator = "qemu-aarch64-static"
	if ok, err := have(emulator, ""); err != nil {
		t.Fatal(err)
	} else if !ok {
		t.Skip(emulator + " is not installed")
	}
	root := repository(t)
	foreign := filepath.Join(t.TempDir(), "krm-merge")
	cmd := exec.Command("go", "build", "-o", foreign, ".")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=arm64")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	file := filepath.Join(t.TempDir(), "list.yaml")
	writeDeployments(t, file, 1<<20)
	list, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	example := func(version string) string { return filepath.Join(root, "examples", "upgrade", version) }
	merge3 := []string{"merge3", "--original", example("original"), "--updated", example("updated"), "--dest", example("dest")}
	for name, test := range map[string]struct {
		stdin string
		args  []string
		fails bool
	}{
		"function":           {stdin: head + three},
		"function, big list": {stdin: string(list)},
		"function, no YAML":  {stdin: "a: [", fails: true},
		"directories":        {args: merge3},
		"report":             {args: append(merge3, "--diff", "--report", "json")},
		"page":               {args: append(merge3, "--report", "html")},
		"help":               {args: []string{"--help"}},
		"description":        {args: []string{"--doc"}},
	} {
		t.Run(name, func(t *testing.T) {
			wantOut, wantErr, err := run(t, program(), strings.NewReader(test.stdin), test.args...)
			if test.fails != (err != nil) {
				t.Fatalf("fails: %v\n%s", err, wantErr)
			}
			gotOut, gotErr, err := run(t, emulator, strings.NewReader(test.stdin), append([]string{foreign}, test.args...)...)
			if test.fails != (err != nil) {
				t.Errorf("fails on arm64 only, or not there: %v\n%s", err, gotErr)
			}
			if diff := cmp.Diff(wantOut, gotOut); diff != "" {
				t.Errorf("stdout (-here +arm64):\n%s", diff)
			}
			if diff := cmp.Diff(wantErr, gotErr); diff != "" {
				t.Errorf("stderr (-here +arm64):\n%s", diff)
			}
		})
	}
}
