//go:build unix

package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/need"
)

// TestReadOnly: a directory that may not be written is an error that says so, and stays as it is. Modes do
// not bind root, so the program is run as somebody else then.
func TestReadOnly(t *testing.T) {
	need.Program(t, "git")
	const (
		original, ours, theirs = "a: 1\nb: 1\n", "a: 2\nb: 1\n", "a: 3\nb: 2\n"
		marked                 = "<<<<<<< yours: a#4beffb01: both changed\na: 2\n||||||| was\na: 1\n=======\na: 3\n>>>>>>> theirs\nb: 1\n"
		decisions              = "apiVersion: fn.kpt.dev/v1alpha1\nkind: MergeDecisions\nmetadata:\n  name: d\n  annotations:\n    config.kubernetes.io/local-config: \"true\"\n"
	)
	all := map[string]string{"Kptfile": "", "original.yaml": original, "ours.yaml": ours, "theirs.yaml": theirs, "marked.yaml": marked, "merge-decisions.yaml": decisions}
	for _, test := range []struct {
		args, said string
	}{
		{"resolve --take yours marked.yaml", "/marked.yaml: cannot be written: permission denied; no file was changed"},
		{"git driver original.yaml ours.yaml theirs.yaml 7 a.yaml", "krm-merge: ours.yaml: cannot be written: permission denied"},
		{"merge3 --original original.yaml --updated theirs.yaml --dest ours.yaml --in-place", "krm-merge: ours.yaml: cannot be written: permission denied; no file was changed"},
	} {
		command, _, _ := strings.Cut(test.args, " ")
		t.Run(command, func(t *testing.T) {
			dir := t.TempDir()
			golden.Write(t, dir, all)
			c := asSomebody(t, dir, strings.Fields(test.args)...)
			if err := os.Chmod(dir, 0o500); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
			before := lying(t, dir)
			var said bytes.Buffer
			c.Stdout, c.Stderr = &said, &said
			err := c.Run()
			if errors.Is(err, syscall.EPERM) {
				t.Skip("root may not run programs as somebody else here: ", err)
			}
			if c.ProcessState.ExitCode() != 2 || !strings.Contains(said.String(), test.said) {
				t.Errorf("%v, said\n%swant\n%s", err, &said, test.said)
			}
			if diff := cmp.Diff(before, lying(t, dir)); diff != "" {
				t.Errorf("it changed something:\n%s", diff)
			}
		})
	}
}

// asSomebody is a run of krm-merge in a directory that belongs, with all in it, to whom it is
// run as: somebody whom modes bind.
func asSomebody(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command("krm-merge", args...)
	c.Dir, c.Env = dir, append(os.Environ(), "HOME="+dir, "GIT_CONFIG_NOSYSTEM=1")
	if os.Geteuid() != 0 {
		return c
	}
	const nobody = 65534
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	// The directories of tests, and that of the program, are root's alone.
	for _, name := range []string{dir, c.Path} {
		for at := filepath.Dir(name); strings.HasPrefix(at, filepath.Clean(os.TempDir())+string(filepath.Separator)); at = filepath.Dir(at) {
			if err := os.Chmod(at, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Chown(name, nobody, nobody))
	})
	if err != nil {
		t.Skip("root may not give files away here: ", err)
	}
	return c
}

// lying is what lies in a directory, by names.
func lying(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, unread := os.ReadFile(filepath.Join(dir, e.Name()))
		info, gone := e.Info()
		if err = errors.Join(unread, gone); err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = fmt.Sprintf("%v %s", info.Mode(), text)
	}
	return all
}
