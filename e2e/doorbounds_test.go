package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	bench "github.com/krm-merge/krm-merge/internal/benchinput"
)

// TestDoorHundredMegabytes merges a list of 100 MB in bounded time and memory, and
// nothing of it is lost.
func TestDoorHundredMegabytes(t *testing.T) {
	if testing.Short() {
		t.Skip("100 MB")
	}
	t.Parallel()
	list := filepath.Join(t.TempDir(), "list.yaml")
	resources := 100 << 20 / len(bench.List(1, bench.Dense))
	writeFile(t, list, string(bench.List(resources, bench.Dense)))
	file, err := os.Open(list)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cmd := exec.CommandContext(t.Context(), program())
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = file, &out, &errs
	start := time.Now()
	if err := cmd.Run(); err != nil {
		t.Fatalf("got %v after %v, stderr:\n%.2000s", err, time.Since(start), errs.String())
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Fatal("nobody knows how much memory it took")
	}
	t.Logf("%d resources in 3 versions: %v, %d MB", resources, time.Since(start).Round(time.Second), usage.Maxrss>>10)
	// What package bounded promises. A list in plain block style takes six times its
	// size, but more where others keep the processors busy: garbage waits longer.
	if most := int64(60 * 100 << 10); usage.Maxrss > most {
		t.Errorf("it took %d kB of memory, want at most %d", usage.Maxrss, most)
	}
	for _, want := range []string{"  kind: Deployment\n", "/web:1.1\n", "replicas: 4\n"} {
		if got := bytes.Count(out.Bytes(), []byte(want)); got != resources {
			t.Errorf("%q is there %d times, want %d", want, got, resources)
		}
	}
}
