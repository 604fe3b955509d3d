package e2e

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
)

// TestProgress: the last thing on a terminal is the report, alone, whether the merge
// took long enough to show how far it is or not; in a pipe there is nothing else.
func TestProgress(t *testing.T) {
	t.Parallel()
	long := directories(t, 400)
	for name, dir := range map[string]string{"long": long, "short": directories(t, 1)} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(program(), "merge2", "--source", "source", "--dest", "dest", "-o", filepath.Join(t.TempDir(), "out"))
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "TERM=xterm", "NO_COLOR=1")
			text := atTerminal(t, cmd)
			if last := text[strings.LastIndexByte(strings.TrimRight(text, "\r\n"), '\r')+1:]; !strings.Contains(last, "0 conflicts") || strings.Contains(last, "printing") {
				t.Errorf("the report is not alone on its line: %q", last)
			}
		})
	}
	t.Run("in a pipe", func(t *testing.T) {
		stdout, stderr, err := run(t, program(), nil, "merge2", "--source", filepath.Join(long, "source"), "--dest", filepath.Join(long, "dest"), "-o", filepath.Join(t.TempDir(), "out"))
		if err != nil || stderr != "" || strings.Contains(stdout, "printing") {
			t.Errorf("got %v, stdout %.1000q, stderr %.1000q", err, stdout, stderr)
		}
	})
}

// TestPackagesProgress: at a terminal the upgrade of several packages shows how far it is,
// and at the end the packages alone; not with -q, and not in a pipe.
func TestPackagesProgress(t *testing.T) {
	t.Parallel()
	u := newUpgrading(t)
	for i := range 5 {
		u.must(u.local, program(), "get", filepath.Join(filepath.Dir(u.local), "up.git/pkg@v1"), fmt.Sprintf("more/p%d", i))
	}
	u.commit(u.local)
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	slow := t.TempDir()
	script := "#!/bin/sh\ncase \"$*\" in *ls-remote*) sleep 1;; status*|*' diff'*) sleep 0.5;; esac\nexec " + git + " \"$@\"\n"
	if err := os.WriteFile(filepath.Join(slow, "git"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	command := func(args ...string) *exec.Cmd {
		c := u.command(u.local, program(), args...)
		c.Env = append(c.Env, "TERM=xterm", "NO_COLOR=1", "PATH="+slow+string(os.PathListSeparator)+os.Getenv("PATH"))
		return c
	}
	args := []string{"upgrade", "--all", "--to", "v2"}
	text := atTerminal(t, command(args...))
	if !strings.Contains(text, "upgrading [=") || !strings.Contains(text, "asking ") {
		t.Errorf("%v shows no progress:\n%s", args, text)
	}
	last := strings.ReplaceAll(text, "\r\n", "\n")
	last = last[strings.LastIndexByte(last, '\r')+1:]
	if strings.Contains(last, "upgrading") || strings.Count(last, "pkg ") != 1 {
		t.Errorf("%v: the packages are not alone at the end:\n%q", args, last)
	}
	if text := atTerminal(t, command(append(args, "-q")...)); text != "" {
		t.Errorf("%v -q shows\n%q", args, text)
	}
	if said, err := command(args...).CombinedOutput(); err != nil || strings.ContainsAny(string(said), "\r%") || strings.Contains(string(said), "asking") {
		t.Errorf("%v in a pipe: %v\n%s", args, err, said)
	}
}

// atTerminal runs a program at a terminal and gives what is on it.
func atTerminal(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	text, err := io.ReadAll(terminal)
	// The end of a terminal is an error on Linux.
	if err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%.2000s", err, text)
	}
	return string(text)
}

// directories makes a source and a dest of so many files that take some time.
func directories(t *testing.T, files int) string {
	t.Helper()
	dir := t.TempDir()
	for version, image := range map[string]int{"source": 2, "dest": 1} {
		if err := os.Mkdir(filepath.Join(dir, version), 0o700); err != nil {
			t.Fatal(err)
		}
		for i := range files {
			var text strings.Builder
			for k := range 20 {
				fmt.Fprintf(&text, "---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web-%d-%d\nspec:\n  replicas: %d\n  template:\n    spec:\n      containers:\n      - name: web\n        image: web:%d\n", i, k, image, image)
			}
			if err := os.WriteFile(filepath.Join(dir, version, fmt.Sprintf("%d.yaml", i)), []byte(text.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}
