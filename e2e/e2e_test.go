package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// required reports whether a missing program is a failure, not a reason to skip a
// script.
func required() bool { return os.Getenv("KRM_MERGE_E2E") == "required" }

// bin is the directory of the program under test.
var bin string

// TestMain compiles the program under test, as users do.
func TestMain(m *testing.M) {
	code, err := withProgram(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func withProgram(tests func() int) (code int, err error) {
	if bin, err = os.MkdirTemp("", "krm-merge-"); err != nil {
		return 0, err
	}
	defer os.RemoveAll(bin)
	cmd := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(bin, "krm-merge"), ".")
	cmd.Dir = ".."
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return tests(), nil
}

// program is the program under test.
func program() string { return filepath.Join(bin, "krm-merge") }

func TestScripts(t *testing.T) {
	root := repository(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("KRM_MERGE_E2E_UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			// Programs that make check installed into the checkout count too.
			path := []string{bin, os.Getenv("PATH"), filepath.Join(root, "bin")}
			env.Setenv("PATH", strings.Join(path, string(os.PathListSeparator)))
			env.Setenv("EXAMPLES", filepath.Join(root, "examples"))
			env.Setenv("IMAGE", os.Getenv("KRM_MERGE_IMAGE"))
			env.Setenv("DOCKER_HOST", os.Getenv("DOCKER_HOST"))
			env.Setenv("HOME", filepath.Join(env.WorkDir, ".home"))
			return os.Mkdir(filepath.Join(env.WorkDir, ".home"), 0o755)
		},
		Condition: func(cond string) (bool, error) {
			if cond == "image" {
				return os.Getenv("KRM_MERGE_IMAGE") != "", nil
			}
			program, ok := strings.CutPrefix(cond, "have:")
			if !ok {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return have(program, filepath.Join(root, "bin"))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"cptree":   cpTree,
			"sametree": sameTree,
			"samedocs": sameDocs,
		},
	})
}

// environment is that of a program which commits: somebody whom git knows has the program under test, and what
// make check installed into the checkout.
func environment(t *testing.T, more ...string) []string {
	t.Helper()
	path := strings.Join([]string{bin, os.Getenv("PATH"), filepath.Join(repository(t), "bin")}, string(os.PathListSeparator))
	return append(append(os.Environ(), "PATH="+path, "IMAGE="+os.Getenv("KRM_MERGE_IMAGE"), "GIT_CONFIG_GLOBAL=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com"), more...)
}

// inShell is a run of a script by bash in a directory, with environment.
func inShell(t *testing.T, dir, script string, more ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = dir, environment(t, more...)
	return cmd
}

// ran runs a program to its end, and gives what it writes and its exit code.
func ran(t *testing.T, cmd *exec.Cmd) (out string, code int) {
	t.Helper()
	text, err := cmd.CombinedOutput()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// repository is the directory of the module.
func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// needs skips a test where a program is neither in the path nor in the directory of tools, if it may be skipped.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if ok, err := have(program, filepath.Join(repository(t), "bin")); err != nil {
			t.Fatal(err)
		} else if !ok {
			t.Skipf("%s is not installed", program)
		}
	}
}

// have reports whether the program is in the path or in the directory of
// tools. It is an error that it is not if nothing may be skipped.
func have(program, tools string) (bool, error) {
	if _, err := exec.LookPath(program); err == nil {
		return true, nil
	}
	if _, err := exec.LookPath(filepath.Join(tools, program)); err == nil {
		return true, nil
	}
	if required() {
		return false, fmt.Errorf("%s is not installed, and KRM_MERGE_E2E=required", program)
	}
	return false, nil
}
