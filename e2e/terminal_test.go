package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// terminal is a program at a terminal.
type terminal struct {
	t    *testing.T
	cmd  *exec.Cmd
	file *os.File

	mu   sync.Mutex
	text []byte
	// seen is how much of the text was expected; more tells that there is more.
	seen int
	more chan struct{}
	done chan struct{}
}

// patience is how long a test waits for a program that hangs before it fails.
const patience = time.Minute

// startAt starts krm-merge at a terminal of some columns.
func startAt(t *testing.T, columns uint16, dir string, env []string, args ...string) *terminal {
	t.Helper()
	cmd := exec.Command(program(), args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "TERM=xterm", "NO_COLOR=1", "VISUAL=", "EDITOR=", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH")), env...)
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: columns})
	if err != nil {
		t.Fatal(err)
	}
	a := &terminal{t: t, cmd: cmd, file: file, more: make(chan struct{}, 1), done: make(chan struct{})}
	go a.read()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = file.Close()
	})
	return a
}

func (a *terminal) read() {
	defer close(a.done)
	buffer := make([]byte, 4096)
	for {
		n, err := a.file.Read(buffer)
		a.mu.Lock()
		a.text = append(a.text, buffer[:n]...)
		a.mu.Unlock()
		select {
		case a.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// expect waits for texts, one behind the other.
func (a *terminal) expect(texts ...string) {
	a.t.Helper()
	late := time.After(patience)
	for _, text := range texts {
		for !a.find(text) {
			select {
			case <-a.more:
			case <-a.done:
				if !a.find(text) {
					a.t.Fatalf("%q is not on the terminal:\n%s", text, a.text)
				}
				return
			case <-late:
				a.mu.Lock()
				defer a.mu.Unlock()
				a.t.Fatalf("%q does not come:\n%s", text, a.text)
			}
		}
	}
}

func (a *terminal) find(text string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := bytes.Index(a.text[a.seen:], []byte(text))
	if at >= 0 {
		a.seen += at + len(text)
	}
	return at >= 0
}

// types writes lines when the program asks.
func (a *terminal) types(lines ...string) {
	a.t.Helper()
	for _, line := range lines {
		a.expect(prompt)
		a.send(line + "\n")
	}
}

func (a *terminal) send(text string) {
	a.t.Helper()
	if _, err := a.file.WriteString(text); err != nil {
		a.t.Fatal(err)
	}
}

// ends waits for the end and gives the exit code, -1 after a signal.
func (a *terminal) ends(code int) string {
	a.t.Helper()
	select {
	case <-a.done:
	case <-time.After(patience):
		a.t.Fatalf("it does not end:\n%s", a.text)
	}
	_ = a.cmd.Wait()
	if got := a.cmd.ProcessState.ExitCode(); got != code {
		a.t.Errorf("exit code %d, want %d:\n%s", got, code, a.text)
	}
	return string(a.text)
}

const prompt = "quit, ? "

// asking makes a package with questions, in comments or between lines.
func asking(t *testing.T, form string) string {
	t.Helper()
	dir := t.TempDir()
	for version, values := range map[string][3]string{
		"original": {"1", "web:1", "[a]"}, "updated": {"2", "web:2.0.0", "[b]"}, "shop": {"3", "web:1.1.0", "[c]"},
	} {
		writeFile(t, filepath.Join(dir, version, "Kptfile"), "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: shop}\n")
		writeFile(t, filepath.Join(dir, version, "deploy.yaml"), fmt.Sprintf(deployment, values[0], values[1], values[2]))
	}
	writeFile(t, filepath.Join(dir, "ask.yaml"), "spec: {onConflict: Ask, marks: "+form+"}\n")
	stdout, stderr, err := run(t, program(), nil, "merge3", "--original", filepath.Join(dir, "original"), "--updated", filepath.Join(dir, "updated"),
		"--dest", filepath.Join(dir, "shop"), "--in-place", "--config", filepath.Join(dir, "ask.yaml"))
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%v\n%s\n%s", err, stdout, stderr)
	}
	return filepath.Join(dir, "shop")
}

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: %s
  minReadySeconds: 5
  template:
    spec:
      containers:
      - name: web
        image: %s
        imagePullPolicy: Always
        args: %s
`

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTerminalInterrupted: Ctrl-C and the end of the input leave what was answered, and
// nothing else.
func TestTerminalInterrupted(t *testing.T) {
	t.Parallel()
	const interrupt, end = "\x03", "\x04"
	for _, form := range []string{"Decisions", "Lines"} {
		for _, key := range []string{interrupt, end} {
			for answered := range 3 {
				t.Run(fmt.Sprintf("%s %q after %d", form, key, answered), func(t *testing.T) {
					t.Parallel()
					dir := asking(t, form)
					a := startAt(t, 80, dir, nil, "resolve")
					for range answered {
						a.types("u")
					}
					a.expect(fmt.Sprintf("%d of 3", answered+1), prompt)
					before := readFile(t, filepath.Join(dir, "deploy.yaml"))
					a.send(key)
					code := 1
					if key == interrupt {
						code = -1
					}
					a.ends(code)
					if after := readFile(t, filepath.Join(dir, "deploy.yaml")); after != before {
						t.Errorf("it is\n%s\nand was\n%s", after, before)
					}
					open(t, dir, 3-answered)
					if left, err := filepath.Glob(filepath.Join(dir, ".krm-merge-*")); len(left) > 0 || err != nil {
						t.Errorf("left: %q, %v", left, err)
					}
				})
			}
		}
		t.Run(form+" in the editor", func(t *testing.T) {
			t.Parallel()
			dir := asking(t, form)
			a := startAt(t, 80, dir, []string{"EDITOR=sh -c 'echo here; exec sleep 100' sh"}, "resolve")
			before := readFile(t, filepath.Join(dir, "deploy.yaml"))
			a.types("e")
			a.expect("here\r\n")
			a.send(interrupt)
			a.expect("nothing is taken: ")
			a.types("u", "q")
			a.ends(1)
			if text := readFile(t, filepath.Join(dir, "deploy.yaml")); text == before {
				t.Error("no answer counts behind it")
			}
			open(t, dir, 2)
		})
	}
}

// open makes sure that so many questions are open.
func open(t *testing.T, dir string, want int) {
	t.Helper()
	stdout, stderr, err := run(t, program(), nil, "check", dir)
	if got := strings.Count(stdout, "\n"); got != want || (err != nil) != (want > 0) {
		t.Errorf("%d questions are open, want %d (%v)\n%s%s", got, want, err, stdout, stderr)
	}
}

// TestTerminalColours: on a terminal what differs is coloured as NO_COLOR says, and nothing else but lines is written.
func TestTerminalColours(t *testing.T) {
	t.Parallel()
	dir := asking(t, "Decisions")
	writeFile(t, filepath.Join(dir, "o.yaml"), "a: 1\n")
	writeFile(t, filepath.Join(dir, "u.yaml"), "a: 2\n")
	for _, c := range []struct {
		env      string
		coloured bool
	}{{"NO_COLOR=", true}, {"NO_COLOR=1", false}, {"TERM=dumb", false}} {
		a := startAt(t, 200, dir, []string{c.env}, "resolve")
		for range 3 {
			a.expect("?")
			a.send("s\n")
		}
		diff := startAt(t, 80, dir, []string{c.env}, "merge3", "--original", "o.yaml", "--updated", "u.yaml", "--dest", "o.yaml", "--diff")
		for text, want := range map[string]string{a.ends(1): "\x1b[32m2\x1b[0m", diff.ends(0): "\x1b[32m+a: 2\x1b[0m"} {
			if coloured := strings.Contains(text, want); coloured != c.coloured || !coloured && strings.ContainsAny(text, "\x1b\b") {
				t.Errorf("%s: %q", c.env, text)
			}
		}
	}
	if text := startAt(t, 80, dir, nil).ends(0); !strings.Contains(text, "  merge3 ") {
		t.Errorf("without arguments there is no help on the screen: %q", text)
	}
}
