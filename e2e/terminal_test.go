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
	return startProgram(t, columns, dir, env, program(), args...)
}

func startProgram(t *testing.T, columns uint16, dir string, env []string, name string, args ...string) *terminal {
	t.Helper()
	cmd := exec.Command(name, args...)
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

// TestTerminalSteps: skip, undo, quit, help and what is no answer.
func TestTerminalSteps(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"Decisions", "Lines"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			dir := asking(t, form)
			before := readFile(t, filepath.Join(dir, "deploy.yaml"))
			a := startAt(t, 80, dir, nil, "resolve")
			a.types("?")
			a.expect("yours: what you have stays", "quit: what was answered is written")
			a.types("help", "perhaps")
			a.expect(`there is no answer "perhaps"; ? lists them`)
			a.types("", "p")
			a.expect("nothing was answered yet")
			a.types("both", "u")
			a.expect("2 of 3")
			a.types("previous")
			a.expect("1 of 3")
			if text := readFile(t, filepath.Join(dir, "deploy.yaml")); text != before {
				t.Errorf("undone it is\n%s", text)
			}
			if _, err := os.Stat(filepath.Join(dir, "merge-decisions.yaml")); err == nil && form == "Lines" {
				t.Error("the decision stays")
			}
			a.types("u", "skip", "y")
			a.expect("2 answered, 1 left")
			a.ends(1)

			a = startAt(t, 80, dir, nil, "resolve")
			a.expect("1 of 1")
			a.types("q")
			a.expect("0 answered, 1 left")
			a.ends(1)
			a = startAt(t, 80, dir, nil, "resolve", "--path", "spec.template")
			a.types("u")
			a.expect("1 answered, 0 left")
			a.ends(0)
			a = startAt(t, 80, dir, nil, "resolve")
			a.expect("no question is open")
			a.ends(0)
			want := fmt.Sprintf(deployment, "2", "web:2.0.0", "[c]")
			if text := readFile(t, filepath.Join(dir, "deploy.yaml")); text != want {
				t.Errorf("in the end it is\n%s", text)
			}
		})
	}
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

// TestTerminalEditor: an editor that fails, or leaves what cannot be taken, takes nothing.
func TestTerminalEditor(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ form, editor, said string }{
		"none":              {"Decisions", "", "no editor is known; set EDITOR"},
		"fails":             {"Decisions", "false", "nothing is taken: false: exit status 1"},
		"missing":           {"Decisions", "no-such-editor", "nothing is taken: no-such-editor: exit status 127"},
		"deletes":           {"Decisions", "rm", "nothing is taken: "},
		"not YAML":          {"Decisions", "sh -c 'echo \"a: [\" >$1' sh", "nothing is taken: "},
		"two values":        {"Decisions", "sh -c 'printf \"1\\n---\\n2\\n\" >$1' sh", "nothing is taken: there are 2 values; write one"},
		"no value":          {"Decisions", "sh -c ': >$1' sh", "nothing is taken: there are 0 values; write one"},
		"a key twice":       {"Decisions", "sh -c 'printf \"a: 1\\na: 2\\n\" >$1' sh", "nothing is taken: "},
		"lines not YAML":    {"Lines", "sh -c 'echo \"  a: [\" >$1' sh", "no answer: "},
		"lines repeat":      {"Lines", "sh -c 'echo \"  minReadySeconds: 1\" >$1' sh", "no answer: "},
		"lines with marks":  {"Lines", "true", "nothing is taken: line 1: git's mark of a conflict"},
		"lines, half marks": {"Lines", "sed -i /^\\|/,/^=/d", "nothing is taken: line 1: git's mark of a conflict"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := asking(t, c.form)
			before := readFile(t, filepath.Join(dir, "deploy.yaml"))
			a := startAt(t, 80, dir, []string{"EDITOR=" + c.editor}, "resolve")
			a.types("e")
			a.expect(c.said)
			a.types("q")
			a.expect("0 answered, 3 left")
			a.ends(1)
			if text := readFile(t, filepath.Join(dir, "deploy.yaml")); text != before {
				t.Errorf("it is\n%s", text)
			}
		})
	}
}

// TestTerminalColours: what differs is coloured as NO_COLOR says, and nothing else but lines is
// written.
func TestTerminalColours(t *testing.T) {
	t.Parallel()
	dir := asking(t, "Decisions")
	for _, c := range []struct {
		env      string
		coloured bool
	}{{"NO_COLOR=", true}, {"NO_COLOR=1", false}, {"TERM=dumb", false}} {
		a := startAt(t, 200, dir, []string{c.env}, "resolve")
		for range 3 {
			a.expect("?")
			a.send("s\n")
		}
		text := a.ends(1)
		if coloured := strings.Contains(text, "\x1b[32m2\x1b[0m"); coloured != c.coloured || !coloured && strings.ContainsAny(text, "\x1b\b") {
			t.Errorf("%s: %q", c.env, text)
		}
	}
}

// TestTerminalGit: what git left unmerged is asked about;
// a file that somebody edited since is merged again only if one says so.
func TestTerminalGit(t *testing.T) {
	t.Parallel()
	if ok, err := have("git", ""); !ok {
		t.Skip("git is not installed", err)
	}
	setUp := func(t *testing.T) string {
		t.Helper()
		dir := t.TempDir()
		git := func(args ...string) {
			t.Helper()
			cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a"}, args...)...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
			if out, err := cmd.CombinedOutput(); err != nil && args[0] != "merge" {
				t.Fatalf("git %s: %v\n%s", args, err, out)
			}
		}
		commit := func(values ...any) {
			t.Helper()
			writeFile(t, filepath.Join(dir, "deploy.yaml"), fmt.Sprintf(deployment, values...))
			git("add", ".")
			git("commit", "--quiet", "-m", "c")
		}
		git("init", "--quiet", "-b", "main")
		git("config", "mergetool.krm-merge.cmd", `krm-merge resolve "$MERGED"`)
		git("config", "mergetool.krm-merge.trustExitCode", "true")
		commit("1", "web:1", "[a]")
		git("checkout", "--quiet", "-b", "theirs")
		commit("2", "web:2.0.0", "[a]")
		git("checkout", "--quiet", "main")
		commit("3", "web:1.1.0", "[a]")
		git("merge", "--quiet", "theirs")
		return dir
	}
	want := fmt.Sprintf(deployment, "2", "web:1.1.0", "[a]")
	check := func(t *testing.T, dir string) {
		t.Helper()
		if text := readFile(t, filepath.Join(dir, "deploy.yaml")); text != want {
			t.Errorf("it is\n%s", text)
		}
	}
	t.Run("resolve", func(t *testing.T) {
		t.Parallel()
		dir := setUp(t)
		a := startAt(t, 80, dir, nil, "resolve")
		a.expect("1 of 2  deploy.yaml:6 apps/v1 Deployment web spec.replicas")
		a.types("u", "y")
		a.expect("2 answered, 0 left", "next: git add deploy.yaml, which tells git that it is merged; then git status says how to go on")
		a.ends(0)
		check(t, dir)
	})
	t.Run("edited", func(t *testing.T) {
		t.Parallel()
		dir := setUp(t)
		file := filepath.Join(dir, "deploy.yaml")
		edited := strings.Replace(readFile(t, file), "web:1.1.0", "web:1.2.0", 1)
		for _, answer := range []string{"n\n", "\n", "\x04"} {
			writeFile(t, file, edited)
			a := startAt(t, 80, dir, nil, "resolve")
			a.expect("deploy.yaml: somebody edited it since git wrote it. Merge it again, and lose what was edited? [y/N] ")
			a.send(answer)
			a.expect("1 of 2  deploy.yaml:6", prompt)
			a.send("q\n")
			a.ends(1)
			if text := readFile(t, file); text != edited {
				t.Errorf("it is\n%s", text)
			}
		}
		a := startAt(t, 80, dir, nil, "resolve")
		a.expect("[y/N] ")
		a.send("\x03")
		a.ends(-1)
		if text := readFile(t, file); text != edited {
			t.Errorf("it is\n%s", text)
		}
		a = startAt(t, 80, dir, nil, "resolve")
		a.expect("[y/N] ")
		a.send("y\n")
		a.types("u", "y")
		a.ends(0)
		check(t, dir)
	})
}

// TestAnswerRemovesFile: an answer that leaves nothing of a file is like any other, and the
// next question comes.
func TestAnswerRemovesFile(t *testing.T) {
	dir := t.TempDir()
	for version, texts := range map[string]map[string]string{
		"original": {"a.yaml": "1", "b.yaml": "1"}, "updated": {"a.yaml": "2", "b.yaml": "2"}, "dest": {"b.yaml": "3"},
	} {
		for name, value := range texts {
			writeFile(t, filepath.Join(dir, version, name), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "+name[:1]+"}\ndata: {k: \""+value+"\"}\n")
		}
	}
	cmd := exec.Command(program(), "merge3", "--original", "original", "--updated", "updated", "--dest", "dest", "--in-place", "--profile", "Careful")
	cmd.Dir = dir
	if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("exit code %d\n%s", cmd.ProcessState.ExitCode(), out)
	}
	a := startAt(t, 80, dir, nil, "resolve", "dest")
	a.types("y", "u")
	a.ends(0)
	if _, err := os.Stat(filepath.Join(dir, "dest", "a.yaml")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a.yaml is there: %v", err)
	}
}
