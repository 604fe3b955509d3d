package e2e

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

// images are the pictures in the documents: make screenshots makes them, of real runs.
const images = "../docs/images"

// columns is how wide the terminal on a picture is.
const columns = 110

// drawing reports whether pictures are made, not compared.
func drawing() bool { return os.Getenv("KRM_MERGE_PICTURES") != "" }

// TestPictures: the pictures of the terminal show what the program writes.
func TestPictures(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(repository(t), "examples", "upgrade"))); err != nil {
		t.Fatal(err)
	}
	versions := func(file string) []string {
		return []string{"--original", filepath.Join("original", file), "--updated", filepath.Join("updated", file), "--dest", filepath.Join("dest", file)}
	}
	report := append([]string{"merge3"}, versions("")...)
	diff := append([]string{"merge3"}, versions("configmap.yaml")...)
	pictures := map[string]string{
		"report": typed(report, "-o", "merged") + shown(t, dir, 0, append(report, "-o", "merged")...),
		"diff":   typed(diff, "--diff") + shown(t, dir, 0, append(diff, "--diff")...),
	}
	shown(t, dir, 1, append(append([]string{"merge3"}, versions("deployment.yaml")...), "--in-place", "--profile", "Careful", "--report", "none")...)
	resolve := []string{"resolve", "dest/deployment.yaml"}
	at := startAt(t, columns, dir, []string{"NO_COLOR="}, resolve...)
	at.expect("uit, ", "?", " ")
	at.send("u\n")
	pictures["resolve"] = typed(resolve) + at.ends(0)

	for name, text := range pictures {
		want := drawn(text)
		file := filepath.Join(images, name+".svg")
		if drawing() {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%v; run make screenshots", err)
		}
		if diff := cmp.Diff(string(got), string(want)); diff != "" {
			t.Errorf("%s is not what the program writes, run make screenshots (-picture +program):\n%s", file, diff)
		}
	}
}

// TestPagePicture makes the picture of the page; whether the page is right TestPage looks at.
func TestPagePicture(t *testing.T) {
	const most = 200_000
	file := filepath.Join(images, "page.png")
	if drawing() {
		at := window(t, mergedPage(t))
		var picture []byte
		at.do(chromedp.WaitVisible("#main"), chromedp.CaptureScreenshot(&picture))
		if err := os.WriteFile(file, picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(file)
	if err != nil || info.Size() > most {
		t.Errorf("%s: %v, or more than %d bytes; run make screenshots", file, err, most)
	}
}

// typed is a command as somebody typed it.
func typed(args []string, more ...string) string {
	return "\x1b[2m$\x1b[0m krm-merge " + strings.Join(append(args[:len(args):len(args)], more...), " ") + "\n"
}

// shown runs the program and gives what it writes, stderr in front.
func shown(t *testing.T, dir string, code int, args ...string) string {
	t.Helper()
	cmd := exec.Command(program(), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CLICOLOR_FORCE=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	out, got := ran(t, cmd)
	if got != code {
		t.Fatalf("exit code %d\n%s", got, out)
	}
	return out
}

// sgr is how a terminal is told about colours.
var sgr = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// drawn is a picture of a terminal with a text.
func drawn(text string) []byte {
	const wide, high, margin = 8.4, 19, 16
	var lines [][]span
	style := ""
	for line := range strings.Lines(strings.ReplaceAll(text, "\r\n", "\n")) {
		var spans []span
		spans, style = spansOf(strings.TrimRight(line, "\n"), style)
		lines = append(lines, wrapped(spans)...)
	}
	var b bytes.Buffer
	width := columns*wide + 2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" viewBox="0 0 %.0f %d">`+"\n", width, len(lines)*high+2*margin, width, len(lines)*high+2*margin)
	b.WriteString(`<style>text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #e6edf3; white-space: pre } .c1 { font-weight: bold } .c2 { fill: #9ba5b1 } .c31 { fill: #ff7b72 } .c32 { fill: #3fb950 } .c33 { fill: #d29922 } .c36 { fill: #39c5cf } .c7 { text-decoration: underline }</style>` + "\n")
	b.WriteString(`<rect width="100%" height="100%" rx="8" fill="#0d1117"/>` + "\n")
	for i, line := range lines {
		at := 0
		for _, s := range line {
			n := utf8.RuneCountInString(s.text)
			if strings.TrimSpace(s.text) != "" {
				class := ""
				if s.style != "" {
					class = ` class="` + s.style + `"`
				}
				fmt.Fprintf(&b, `<text x="%.1f" y="%d" textLength="%.1f"%s>%s</text>`+"\n", margin+float64(at)*wide, margin+(i+1)*high-5, float64(n)*wide, class, html.EscapeString(s.text))
			}
			at += n
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// span is a text in one style: classes of the picture.
type span struct{ text, style string }

// spansOf takes a line apart; style is the one it begins with, and the one it ends with.
func spansOf(line, style string) (spans []span, after string) {
	for line != "" {
		at := sgr.FindStringSubmatchIndex(line)
		if at == nil {
			return append(spans, span{line, style}), style
		}
		if at[0] > 0 {
			spans = append(spans, span{line[:at[0]], style})
		}
		codes := strings.FieldsFunc(line[at[2]:at[3]], func(c rune) bool { return c == ';' })
		if len(codes) == 0 {
			style = ""
		}
		for _, code := range codes {
			switch code {
			case "0", "22", "39", "27":
				style = ""
			default:
				style = strings.TrimSpace(style + " c" + code)
			}
		}
		line = line[at[1]:]
	}
	return spans, style
}

// wrapped are the lines that a terminal makes of one that is too long for it.
func wrapped(spans []span) [][]span {
	lines, left := [][]span{nil}, columns
	for _, s := range spans {
		text := []rune(s.text)
		for len(text) > 0 {
			if left == 0 {
				lines, left = append(lines, nil), columns
			}
			n := min(left, len(text))
			last := &lines[len(lines)-1]
			*last = append(*last, span{string(text[:n]), s.style})
			text, left = text[n:], left-n
		}
	}
	return lines
}
