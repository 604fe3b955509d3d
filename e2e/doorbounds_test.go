package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestDoorHundredMegabytes merges a list of 100 MB in bounded time and memory, and
// nothing of it is lost.
func TestDoorHundredMegabytes(t *testing.T) {
	if testing.Short() {
		t.Skip("100 MB")
	}
	t.Parallel()
	list := filepath.Join(t.TempDir(), "list.yaml")
	resources := writeDeployments(t, list, 100<<20)
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
	for _, want := range []string{"  kind: Deployment\n", "image: web:2\n", "replicas: 7 # ours\n"} {
		if got := bytes.Count(out.Bytes(), []byte(want)); got != resources {
			t.Errorf("%q is there %d times, want %d", want, got, resources)
		}
	}
}

// writeDeployments writes a list of about so many bytes, and gives how many
// resources it holds, each in three versions: upstream changed the image, we the
// replicas.
func writeDeployments(t *testing.T, name string, size int) int {
	t.Helper()
	var list bytes.Buffer
	list.WriteString(head)
	n := 0
	for ; list.Len() < size; n++ {
		for _, v := range []struct {
			name, replicas string
			image          int
		}{{"original", "1", 1}, {"updated", "1", 2}, {"dest", "7 # ours", 1}} {
			fmt.Fprintf(&list, `- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web-%d
    namespace: prod
    annotations:
      config.kubernetes.io/path: '%s/%d.yaml'
      config.kubernetes.io/index: '%d'
  spec:
    replicas: %s
    selector:
      matchLabels:
        app: web
    template:
      metadata:
        labels:
          app: web
      spec:
        containers:
        - name: web # the server
          image: web:%d
          ports:
          - containerPort: 80
          env:
          - name: LOG
            value: info
        - name: sidecar
          image: side:1
`, n, v.name, n/50, n%50, v.replicas, v.image)
		}
	}
	if err := os.WriteFile(name, list.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return n
}
