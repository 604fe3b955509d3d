package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestDoorClosed closes what the program reads from, fills up and interrupts what it
// writes to, and reads without end: the program fails and says why, whoever runs it.
func TestDoorClosed(t *testing.T) {
	t.Parallel()
	input := filepath.Join(t.TempDir(), "list.yaml")
	// More than a pipe holds.
	text := head + three + "- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: big}\n  data: {text: " + strings.Repeat("x", 1<<20) + "}\n"
	if err := os.WriteFile(input, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	const files = ` merge2 --source "$2" --dest "$2" `
	tests := map[string]struct{ script, stderr string }{
		"function, stdin closed":      {`"$1" <&-`, "nothing on standard input"},
		"function, full disk":         {`"$1" <"$2" >/dev/full`, "cannot write standard output"},
		"function, interrupted pipe":  {`set -o pipefail; "$1" <"$2" | head -c 10 >/dev/null`, ""},
		"function, directory":         {`"$1" </`, "cannot read standard input"},
		"function, without end":       {`yes | "$1"`, "more than 16 GiB"},
		"command, stdin closed":       {`"$1" merge2 --source - --dest "$2" <&-`, "--source -: nothing on stdin"},
		"command, full disk":          {`"$1"` + files + `>/dev/full`, "no space left"},
		"command, full device":        {`"$1"` + files + `-o /dev/full`, "no space left"},
		"command, interrupted pipe":   {`set -o pipefail; "$1"` + files + `| head -c 10 >/dev/null`, ""},
		"command, without end":        {`yes | "$1" merge2 --source - --dest "$2"`, "more than 16 GiB"},
		"command, device without end": {`"$1" merge2 --source /dev/zero --dest "$2"`, "more than 256 MiB"},
		"config without end":          {`"$1"` + files + `--config /dev/zero`, "more than 256 MiB"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stdout, stderr, err := run(t, "bash", nil, "-c", test.script, "bash", program(), input)
			if err == nil {
				t.Fatal("succeeded")
			}
			if !strings.Contains(stderr, test.stderr) || strings.Contains(stderr, "goroutine") || stdout != "" {
				t.Errorf("stderr is %q, want %q in it; stdout is %.200q", stderr, test.stderr, stdout)
			}
		})
	}
}

// TestDoorThrownAway: a result that is thrown away on purpose is not a fault, also
// where whoever runs the program opens the null device for reading too.
func TestDoorThrownAway(t *testing.T) {
	t.Parallel()
	for _, to := range []string{">/dev/null", "1<>/dev/null"} {
		if _, stderr, err := run(t, "bash", strings.NewReader(head+three), "-c", `"$1" `+to, "bash", program()); err != nil || stderr != "" {
			t.Errorf("%s: got %v, stderr:\n%s", to, err, stderr)
		}
	}
}

// TestDoorBare: the function needs no environment, no home, no temporary directory
// and no directory to be in.
func TestDoorBare(t *testing.T) {
	t.Parallel()
	const script = `mkdir gone
cd gone
rmdir ../gone
exec env --ignore-environment "$1"`
	cmd := exec.CommandContext(t.Context(), "bash", "-euc", script, "bash", program())
	cmd.Dir = t.TempDir()
	cmd.Stdin = strings.NewReader(head + three)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil || errs.Len() > 0 || !strings.Contains(string(out), `a: "2"`) {
		t.Errorf("got %v\n%s\nstderr:\n%s", err, out, errs.String())
	}
}

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
