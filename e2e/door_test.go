package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// three is one ConfigMap in three versions: upstream changed a, we changed b.
const three = `- apiVersion: v1
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

const head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"

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

func toJSON(t *testing.T, text string) string {
	t.Helper()
	var doc any
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// bomb is a map whose aliases stand for 10^20 values.
func bomb() string {
	var b strings.Builder
	b.WriteString("    a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n")
	for i := range 19 {
		fmt.Fprintf(&b, "    a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 10), ", "))
	}
	return b.String()
}

// TestDoorFiles merges files in place: unusual ones keep what makes them so, those that
// cannot be read merge by lines, and one that is dangerous is an error that names the file,
// and no byte of dest changes.
func TestDoorFiles(t *testing.T) {
	t.Parallel()
	const (
		original = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: cm\ndata:\n  a: \"1\"\n  b: \"1\"\n"
		updated  = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: cm\ndata:\n  a: \"2\"\n  b: \"1\"\n"
		dest     = "# ours\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: cm\n\ndata:\n  a: \"1\"   # first\n  b: ours\n"
	)
	merged := strings.Replace(dest, `"1"`, `"2"`, 1)
	deep := "more: " + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "\n"
	crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	tests := map[string]struct {
		dest, want string
		fails      string
	}{
		"plain":            {dest: dest, want: merged},
		"CRLF":             {dest: crlf(dest), want: crlf(merged)},
		"byte order mark":  {dest: "\ufeff" + dest, want: "\ufeff" + merged},
		"no final newline": {dest: strings.TrimSuffix(dest, "\n"), want: strings.TrimSuffix(merged, "\n")},
		"document markers": {dest: "---\n" + dest + "...\n", want: "---\n" + merged + "...\n"},
		"JSON":             {dest: toJSON(t, dest), want: strings.Replace(toJSON(t, dest), `"1"`, `"2"`, 1)},
		"a second document": {
			dest: dest + "---\n# more\n{apiVersion: v1, kind: Secret, metadata: {name: s}}\n",
			want: merged + "---\n# more\n{apiVersion: v1, kind: Secret, metadata: {name: s}}\n",
		},

		// What cannot be read as YAML, or repeats a key, merges by lines.
		"no YAML":       {dest: "  }{\n" + original, want: "  }{\n" + updated},
		"duplicate key": {dest: "kind: ConfigMap\n" + original, want: "kind: ConfigMap\n" + updated},
		"no UTF-8":      {dest: "# \xff\n" + original, want: "# \xff\n" + updated},
		"YAML 1.2":      {dest: "%YAML 1.2\n---\n" + original, want: "%YAML 1.2\n---\n" + updated},
		"depth":         {dest: deep + original, want: deep + updated},

		"alias bomb": {dest: dest + "more:\n" + bomb(), fails: "cm.yaml"},
		"one twice":  {dest: dest + "---\n" + dest, want: dest + "---\n" + dest + "---\n" + updated},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for version, text := range map[string]string{"original": original, "updated": updated, "dest": test.dest} {
				if err := os.Mkdir(filepath.Join(dir, version), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, version, "cm.yaml"), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, stderr, err := run(t, program(), nil, "merge3", "--in-place",
				"--original", filepath.Join(dir, "original"), "--updated", filepath.Join(dir, "updated"), "--dest", filepath.Join(dir, "dest"))
			want := test.want
			if test.fails != "" {
				want = test.dest
				var exit *exec.ExitError
				if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(stderr, test.fails) || strings.Contains(stderr, "goroutine") {
					t.Errorf("got %v, want exit code 2 and %q; stderr:\n%.2000s", err, test.fails, stderr)
				}
			} else if err != nil {
				t.Errorf("got %v, stderr:\n%.2000s", err, stderr)
			}
			got, err := os.ReadFile(filepath.Join(dir, "dest", "cm.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, string(got)); diff != "" {
				t.Errorf("dest (-want +got):\n%s", diff)
			}
		})
	}
}
