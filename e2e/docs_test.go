package e2e

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocs runs every command that the documents show: each block of sh, in the
// root of a copy of the repository, one after the other. What a reader need not
// see is in comments before a block:
//
//	<!-- fails -->             the block must fail
//	<!-- needs an image -->    it needs KRM_MERGE_IMAGE
//	<!-- not run: why -->      it is not run
//	<!-- output -->            each line of this block is in the last one's output
//
// and in testdata/docs/NAME.sh, which runs before each block of docs/NAME.md (or
// README.md, or examples/NAME/README.md): it makes what the block takes for granted.
func TestDocs(t *testing.T) {
	t.Parallel()
	root := repository(t)
	var documents []string
	for _, pattern := range []string{"*.md", "docs/*.md", "examples/*/README.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, found...)
	}
	used := map[string]bool{}
	for _, file := range documents {
		name, err := filepath.Rel(root, file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, fence := range regexp.MustCompile("(?m)^ +```.*|^```(bash|shell|console|terminal)$").FindAllString(string(text), -1) {
			t.Errorf("%s: %q: commands are in blocks of sh, from the beginning of the line", name, fence)
		}
		blocks := blocksOf(string(text))
		if len(blocks) == 0 {
			continue
		}
		setup := filepath.Join("testdata", "docs", setupName(name))
		used[filepath.Base(setup)] = true
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &document{root: root, bin: bin, dir: t.TempDir(), setup: setup}
			d.copyRepository(t)
			for _, b := range blocks {
				t.Run(fmt.Sprintf("line %d", b.line), func(t *testing.T) { d.test(t, b) })
			}
		})
	}
	setups, err := filepath.Glob("testdata/docs/*.sh")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range setups {
		if !used[filepath.Base(file)] {
			t.Errorf("%s is for no document", file)
		}
	}
}

func setupName(document string) string {
	document = filepath.ToSlash(document)
	document = strings.TrimSuffix(strings.TrimSuffix(document, ".md"), "/README")
	return document[strings.LastIndex(document, "/")+1:] + ".sh"
}

// document is a document whose blocks are run in one directory.
type document struct {
	root, bin, dir, setup string
	// output is what the last block printed.
	output string
}

// copyRepository copies what the commands may change, and links the rest.
func (d *document) copyRepository(t *testing.T) {
	t.Helper()
	entries, err := os.ReadDir(d.root)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		from, to := filepath.Join(d.root, entry.Name()), filepath.Join(d.dir, entry.Name())
		switch {
		case entry.Name() == "examples":
			err = os.CopyFS(to, os.DirFS(from))
		case entry.Name() == ".git" || entry.Name() == "bin":
			continue
		case entry.Type().IsRegular():
			// Go embeds no links.
			var text []byte
			if text, err = os.ReadFile(from); err == nil {
				err = os.WriteFile(to, text, 0o600)
			}
		default:
			err = os.Symlink(from, to)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func (d *document) test(t *testing.T, b block) {
	switch {
	case b.says["output"] != "":
		for _, line := range strings.Split(strings.TrimSpace(b.text), "\n") {
			if !strings.Contains(d.output, strings.TrimSpace(line)) {
				t.Errorf("the command before does not print %q, but:\n%s", line, d.output)
			}
		}
		return
	case b.says["not run"] != "":
		t.Log(b.says["not run"])
		return
	case b.says["needs an image"] != "" && os.Getenv("KRM_MERGE_IMAGE") == "":
		t.Skip("KRM_MERGE_IMAGE names no image")
	}
	for _, program := range []string{"kpt", "kustomize", "kubectl", "git", "docker"} {
		if !regexp.MustCompile(`(?m)(^|[|;&] *)` + program + ` `).MatchString(b.text) {
			continue
		}
		ok, err := have(program, filepath.Join(d.root, "bin"))
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			t.Skipf("%s is not installed", program)
		}
	}
	script := b.text
	if setup, err := os.ReadFile(d.setup); err == nil {
		script = string(setup) + script
	} else if !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", script)
	cmd.Dir = d.dir
	path := strings.Join([]string{d.bin, os.Getenv("PATH"), filepath.Join(d.root, "bin")}, string(os.PathListSeparator))
	// With -trimpath what Go compiled in another directory counts.
	cmd.Env = append(os.Environ(), "PATH="+path, "GOBIN="+d.dir, "GOFLAGS=-trimpath", "BLOCK="+b.text, "IMAGE="+os.Getenv("KRM_MERGE_IMAGE"),
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := cmd.CombinedOutput()
	d.output = string(out)
	if fails := b.says["fails"] != ""; fails != (err != nil) {
		t.Errorf("%v (must fail: %v)\n%s\n%s", err, fails, b.text, out)
	}
}

// block is a fenced block of sh, or one that shows output.
type block struct {
	line int
	text string
	// says holds what comments before it say: "fails", "not run".
	says map[string]string
}

// blocksOf finds the blocks of a document.
func blocksOf(text string) []block {
	comment := regexp.MustCompile(`^<!-- ([^:]*?)(?:: (.*))? -->$`)
	var blocks []block
	says := map[string]string{}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if m := comment.FindStringSubmatch(line); m != nil {
			says[m[1]] = strings.TrimSuffix(m[1]+": "+m[2], ": ")
			continue
		}
		if !strings.HasPrefix(line, "```") {
			if line != "" {
				says = map[string]string{}
			}
			continue
		}
		b := block{line: i + 1, says: says}
		for i++; i < len(lines) && lines[i] != "```"; i++ {
			b.text += lines[i] + "\n"
		}
		if line == "```sh" || says["output"] != "" {
			blocks = append(blocks, b)
		}
		says = map[string]string{}
	}
	return blocks
}

// TestWhatWasRun: the tests that docs/pipelines.md names are there, and it names each
// script.
func TestWhatWasRun(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(repository(t), "docs", "pipelines.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "| test |\n")
	if !found {
		t.Fatal("no table")
	}
	sources, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var functions strings.Builder
	for _, file := range sources {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		functions.Write(text)
	}
	named := map[string]bool{}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || strings.HasPrefix(line, "|--") {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[4], -1) {
			named[m[1]] = true
			_, err := os.Stat(filepath.Join("testdata", m[1]+".txtar"))
			if err != nil && !strings.Contains(functions.String(), "func "+m[1]+"(t *testing.T)") {
				t.Errorf("there is no test %s", m[1])
			}
		}
	}
	scripts, _ := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if len(scripts) == 0 {
		t.Error("no script found")
	}
	for _, script := range scripts {
		if name := strings.TrimSuffix(filepath.Base(script), ".txtar"); !named[name] {
			t.Errorf("%s is not in the table", name)
		}
	}
}

// TestBlocks: what TestDocs reads is what is written.
func TestBlocks(t *testing.T) {
	t.Parallel()
	blocks := blocksOf("a\n\n<!-- fails -->\n```sh\nx\ny\n```\n\n```yaml\nno: sh\n```\n<!-- output -->\n```\nz\n```\n<!-- not run: why -->\ntext\n```sh\nw\n```\n")
	var got []string
	for _, b := range blocks {
		got = append(got, fmt.Sprintf("%d %q %v", b.line, b.text, b.says))
	}
	want := []string{`4 "x\ny\n" map[fails:fails]`, `13 "z\n" map[output:output]`, `18 "w\n" map[]`}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
}
