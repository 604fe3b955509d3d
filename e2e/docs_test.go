package e2e

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/golden"
)

// TestDocs does what the documents tell a reader to do: the blocks of sh of a page, one after
// the other in one shell, which begins in the root of a copy of the repository. No page may
// change the examples, so that it can be followed twice, and another one after it. What a
// reader need not see is in comments before a block:
//
//	<!-- fails -->             the block must fail; variables it sets are lost
//	<!-- needs an image -->    it needs KRM_MERGE_IMAGE
//	<!-- needs git -->         it needs git, or another program, which its text does not show
//	<!-- not run: why -->      it is not run
//	<!-- output -->            each line of this block is in the last one's output; … is any text
//
// and in testdata/docs/NAME.sh, which runs in a shell of its own before the first block of
// docs/NAME.md (or README.md, or examples/NAME/README.md): it makes what the page takes for
// granted.
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
		text := readFile(t, file)
		for _, fence := range regexp.MustCompile("(?m)^ +```.*|^```(bash|shell|console|terminal)$").FindAllString(text, -1) {
			t.Errorf("%s: %q: commands are in blocks of sh, from the beginning of the line", name, fence)
		}
		blocks := blocksOf(text)
		if len(blocks) == 0 {
			continue
		}
		setup := filepath.Join("testdata", "docs", setupName(name))
		used[filepath.Base(setup)] = true
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &document{root: root, dir: t.TempDir(), setup: setup}
			d.copyRepository(t)
			d.test(t, blocks)
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

// document is a page whose blocks are run in one shell, in one directory.
type document struct {
	root, dir, setup string
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
			writeFile(t, to, readFile(t, from))
		default:
			err = os.Symlink(from, to)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// test runs the blocks up to the first that cannot be run here: those behind it may need what
// it makes.
func (d *document) test(t *testing.T, blocks []block) {
	logs := t.TempDir()
	script, missing := d.script(t, blocks, logs)
	ran := script == "" || d.run(t, script)
	output := ""
	for i, b := range blocks {
		t.Run(fmt.Sprintf("line %d", b.line), func(t *testing.T) {
			switch text, err := os.ReadFile(filepath.Join(logs, strconv.Itoa(i))); {
			case b.says["not run"] != "":
				t.Log(b.says["not run"])
			case i >= missing.block:
				t.Skip(missing.reason)
			case b.says["output"] != "":
				b.compare(t, output)
			case err != nil:
				t.Error("the blocks before it were not run to their ends")
			default:
				output = string(text)
				if _, err := os.Stat(filepath.Join(logs, strconv.Itoa(i)+".ended")); err != nil {
					t.Errorf("it must fail: %v; it does not do what it should:\n%s\n%s", b.says["fails"] != "", b.text, output)
				}
			}
		})
	}
	if !ran && !t.Failed() {
		t.Error("the shell fails, and no block does")
	}
	before, after := golden.Read(t, filepath.Join(d.root, "examples")), golden.Read(t, filepath.Join(d.dir, "examples"))
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("a reader who does this has no example any more; let the page copy it first (-before +after):\n%s", diff)
	}
}

// gap is the first block that cannot be run here.
type gap struct {
	block  int
	reason string
}

// script is the page as one script. What block i prints goes to the file i in the directory
// logs, and if it does what it should there is a file i.ended.
func (d *document) script(t *testing.T, blocks []block, logs string) (string, gap) {
	t.Helper()
	var script strings.Builder
	for i, b := range blocks {
		if b.says["output"] != "" || b.says["not run"] != "" {
			continue
		}
		if reason := d.missing(t, b); reason != "" {
			return script.String(), gap{block: i, reason: reason}
		}
		log := "'" + filepath.Join(logs, strconv.Itoa(i)) + "'"
		fmt.Fprintf(&script, "exec >%s 2>&1\n", log)
		if b.says["fails"] == "" {
			fmt.Fprintf(&script, "%s:>%s.ended\n", b.text, log)
		} else {
			fmt.Fprintf(&script, "set +e; (set -e\n%s); [ $? != 0 ] && :>%s.ended; set -e\n", b.text, log)
		}
	}
	return script.String(), gap{block: len(blocks)}
}

// missing is what the block needs and this machine has not.
func (d *document) missing(t *testing.T, b block) string {
	t.Helper()
	if b.says["needs an image"] != "" && os.Getenv("KRM_MERGE_IMAGE") == "" {
		return "KRM_MERGE_IMAGE names no image"
	}
	for _, program := range []string{"kpt", "kustomize", "kubectl", "git", "docker", "sops", "age-keygen"} {
		if b.says["needs "+program] == "" && !regexp.MustCompile(`(?m)(^|[|;&] *)`+program+` `).MatchString(b.text) {
			continue
		}
		ok, err := have(program, filepath.Join(d.root, "bin"))
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return program + " is not installed"
		}
	}
	return ""
}

// run runs the setup of the page and the script in the copy, and reports whether both succeed.
func (d *document) run(t *testing.T, script string) bool {
	t.Helper()
	shell := func(script string) ([]byte, error) {
		// With -trimpath what Go compiled in another directory counts. What pages make in
		// temporary directories goes with the test.
		return inShell(t, d.dir, script, "GOBIN="+filepath.Join(d.dir, "bin"), "GOFLAGS=-trimpath", "TMPDIR="+t.TempDir()).CombinedOutput()
	}
	setup, err := os.ReadFile(d.setup)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if out, failed := shell(string(setup)); failed != nil {
		t.Fatalf("%s: %v\n%s", d.setup, failed, out)
	}
	_, err = shell(script)
	return err == nil
}

// block is a fenced block of sh, or one that shows output.
type block struct {
	line int
	text string
	// says holds what comments before it say: "fails", "not run".
	says map[string]string
}

// compare holds what the block before printed against the block.
func (b block) compare(t *testing.T, output string) {
	t.Helper()
	for _, line := range strings.FieldsFunc(b.text, func(r rune) bool { return r == '\n' || r == '…' }) {
		if !strings.Contains(output, strings.TrimSpace(line)) {
			t.Errorf("the command before does not print %q, but:\n%s", line, output)
		}
	}
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
	text := readFile(t, filepath.Join(repository(t), "docs", "pipelines.md"))
	_, table, found := strings.Cut(text, "| test |\n")
	if !found {
		t.Fatal("no table")
	}
	sources, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var functions strings.Builder
	for _, file := range sources {
		functions.WriteString(readFile(t, file))
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

// TestFigures: the figures of README.md are those of docs/evidence.md.
func TestFigures(t *testing.T) {
	t.Parallel()
	text := map[string]string{}
	for _, name := range []string{"README.md", "docs/evidence.md"} {
		text[name] = readFile(t, filepath.Join(repository(t), name))
	}
	all := regexp.MustCompile(`(?s)\n\| ([\d,]+) files \|.*?\n\| krm-merge[^|]*\| ([\d,]+) \| [\d,]+ \| ([\d,]+) \|.*?\n\| .git merge-file. \| ([\d,]+) \|.*?\n\| kyaml .merge3.[^|]*\| ([\d,]+) \|`).FindStringSubmatch(text["docs/evidence.md"])
	if all == nil {
		t.Fatal("docs/evidence.md has no table of all files")
	}
	for _, want := range []string{
		all[1] + " YAML files",
		"| " + all[2] + " | " + all[4] + " | " + all[5] + " |",
		"asked about " + all[3] + " of the others",
	} {
		if !strings.Contains(text["README.md"], want) {
			t.Errorf("README.md does not say %q", want)
		}
	}
}
