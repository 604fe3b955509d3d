package e2e

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// expected is what .expected/config.yaml says, in the convention of kpt's function
// catalog. Beside it lie diff.patch, what becomes of the package; results.yaml, the
// results that kpt keeps; and, in place of a call of kpt, exec.sh.
type expected struct {
	TestType string   `yaml:"testType"`
	ExecPath string   `yaml:"execPath"`
	FnConfig string   `yaml:"fnConfig"`
	Args     []string `yaml:"args"`
	ExitCode int      `yaml:"exitCode"`
	// NotIdempotent: a second run is not expected to change nothing.
	NotIdempotent bool   `yaml:"notIdempotent"`
	StdOut        string `yaml:"stdOut"`
}

// TestExamples runs every example and compares what becomes of its files and what
// is printed. KRM_MERGE_E2E_UPDATE rewrites what is expected.
func TestExamples(t *testing.T) {
	t.Parallel()
	root := repository(t)
	examples, err := filepath.Glob(filepath.Join(root, "examples", "*", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if len(examples) < 10 {
		t.Fatalf("found %d examples", len(examples))
	}
	for _, readme := range examples {
		dir := filepath.Dir(readme)
		name := filepath.Base(dir)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			(&example{dir: dir}).test(t)
		})
	}
}

// example is an example and the copy of it that is run.
type example struct {
	dir string
	expected
	copy string
}

func (e *example) test(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(e.dir, ".expected", "config.yaml"))
	if err != nil {
		t.Fatalf("every example says what is expected of it: %v", err)
	}
	if err = yaml.Unmarshal(text, &e.expected); err != nil {
		t.Fatal(err)
	}
	e.copy = t.TempDir()
	if err = os.CopyFS(e.copy, os.DirFS(e.dir)); err != nil {
		t.Fatal(err)
	}
	results := filepath.Join(t.TempDir(), "results")
	command := e.command(t, results)
	// A repository of its own, so that the example's ignored files are none of ours.
	e.run(t, "git", "init", "--quiet")
	e.commit(t)

	out, code := e.exec(t, command)
	if code != e.ExitCode {
		t.Fatalf("exit code %d, want %d:\n%s", code, e.ExitCode, out)
	}
	e.compare(t, "diff.patch", e.diff(t))
	if kept, err := os.ReadFile(filepath.Join(results, "results.yaml")); err == nil && strings.Contains(string(kept), "results:") {
		e.compare(t, "results.yaml", string(kept))
	}
	if e.TestType == "" {
		e.compareOutput(t, text, out)
	}
	if e.NotIdempotent || e.ExitCode != 0 {
		return
	}
	e.commit(t)
	if out, code = e.exec(t, command); code != 0 {
		t.Fatalf("the second run fails:\n%s", out)
	}
	if diff := e.diff(t); diff != "" {
		t.Errorf("the second run changes something:\n%s", diff)
	}
}

// command is what runs the example.
func (e *example) command(t *testing.T, results string) []string {
	t.Helper()
	kpt := func(args ...string) []string {
		e.need(t, "kpt")
		return append([]string{"kpt", "fn"}, append(args, "--results-dir", results, "--truncate-output=false")...)
	}
	switch e.TestType {
	case "render":
		return kpt("render", ".", "--allow-exec")
	case "eval":
		command := kpt("eval", ".", "--exec", e.ExecPath)
		if e.FnConfig != "" {
			command = append(command, "--fn-config", e.FnConfig)
		}
		if len(e.Args) > 0 {
			command = append(append(command, "--"), e.Args...)
		}
		return command
	case "":
		script := readFile(t, filepath.Join(e.dir, ".expected", "exec.sh"))
		for _, line := range strings.Split(script, "\n") {
			if program, ok := strings.CutPrefix(line, "# needs "); ok {
				e.need(t, program)
			}
		}
		return []string{"bash", "-euo", "pipefail", ".expected/exec.sh"}
	}
	t.Fatalf("testType %q", e.TestType)
	return nil
}

// need skips the example where a program is missing, if that may be.
func (e *example) need(t *testing.T, program string) {
	t.Helper()
	if program == "an image" {
		if os.Getenv("KRM_MERGE_IMAGE") == "" {
			t.Skip("KRM_MERGE_IMAGE names no image")
		}
		return
	}
	needs(t, program)
}

// exec gives what the command prints to standard output, and its exit code; what
// it prints to the other is in the test's log.
func (e *example) exec(t *testing.T, command []string) (out string, code int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.WaitDelay = time.Second
	cmd.Dir = e.copy
	cmd.Env = environment(t)
	var errs strings.Builder
	cmd.Stderr = &errs
	stdout, err := cmd.Output()
	t.Logf("%s\n%s", strings.Join(command, " "), errs.String())
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return string(stdout), exit.ExitCode()
	case err != nil:
		t.Fatal(err)
	}
	return string(stdout), 0
}

func (e *example) run(t *testing.T, command ...string) string {
	t.Helper()
	out, code := e.exec(t, command)
	if code != 0 {
		t.Fatalf("%s: exit code %d\n%s", strings.Join(command, " "), code, out)
	}
	return out
}

func (e *example) commit(t *testing.T) {
	t.Helper()
	e.run(t, "git", "add", "--all", "--force")
	e.run(t, "git", "commit", "--quiet", "--allow-empty", "--message", "now")
}

// diff is what changed since the commit, without the hashes of files.
func (e *example) diff(t *testing.T) string {
	t.Helper()
	e.run(t, "git", "add", "--all", "--force")
	diff := e.run(t, "git", "diff", "--cached", "--no-color", "--no-ext-diff", "--no-renames")
	return regexp.MustCompile(`(?m)^index .*\n`).ReplaceAllString(diff, "")
}

func (e *example) compare(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join(e.dir, ".expected", name)
	if os.Getenv("KRM_MERGE_E2E_UPDATE") != "" {
		if got == "" {
			if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
			return
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func (e *example) compareOutput(t *testing.T, config []byte, got string) {
	t.Helper()
	if os.Getenv("KRM_MERGE_E2E_UPDATE") == "" {
		if diff := cmp.Diff(e.StdOut, got); diff != "" {
			t.Errorf("standard output (-want +got):\n%s", diff)
		}
		return
	}
	settings, _, _ := strings.Cut(string(config), "stdOut:")
	if got != "" {
		settings += "stdOut: |\n  " + strings.ReplaceAll(strings.TrimSuffix(got, "\n"), "\n", "\n  ") + "\n"
	}
	if err := os.WriteFile(filepath.Join(e.dir, ".expected", "config.yaml"), []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
}
