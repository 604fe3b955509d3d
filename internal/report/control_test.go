package report_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/krm-merge/krm-merge/internal/printable"
	"github.com/krm-merge/krm-merge/internal/report"
)

// TestNoControl: of characters that drive a terminal or change the order of what is shown,
// planted at every kind of place, a page has none.
func TestNoControl(t *testing.T) {
	var evil []rune
	for c := range rune(0x2070) {
		if c != '\n' && c != '\t' && printable.Text(string(c)) != string(c) {
			evil = append(evil, c)
		}
	}
	if len(evil) < 70 {
		t.Fatalf("only %d characters", len(evil))
	}
	// Raw where any reader takes the character, else spelled as YAML does.
	resource := func(side int, c rune) string {
		e, raw := fmt.Sprintf("planted\\u%04X", c), "planted"
		if c >= 0xa0 || c == 0x85 {
			raw += string(c)
		}
		return fmt.Sprintf(`apiVersion: "example.com/v1%[1]s"
kind: "Thing%[1]s"
metadata: {name: "a%[1]s", namespace: "n%[1]s"}
# head %[2]s %[3]d
spec: # line %[2]s %[3]d
  "key%[1]s": "%[1]s %[3]d"
  list: [{name: "b%[1]s", v: "%[1]s %[3]d"}]
  alone%[3]d: "%[1]s"
  set: ["%[1]s %[3]d", "c"]
  text: |
    %[2]s %[3]d
    other
  repeats:
    "d%[1]s": 1
  whole: %[4]s
`, e, raw, side, [3]string{"{a: 1}", "[\"" + e + "\"]", "\"" + e + "\""}[side])
	}
	for _, c := range evil {
		archive := &txtar.Archive{}
		for side, version := range []string{"original", "updated", "dest"} {
			add := func(name, text string) {
				archive.Files = append(archive.Files, txtar.File{Name: version + "/" + name, Data: []byte(text)})
			}
			add("a.yaml", resource(side, c))
			add("deleted.yaml", strings.Replace(resource(side, c), "name: \"a", "name: \"deleted"+version, 1))
			add("raw.yaml", fmt.Sprintf("planted%c: %d\n", c, side))
			add("script.sh", fmt.Sprintf("same\nplanted%c %d\nsame\n", c, side))
			add("twice.yaml", fmt.Sprintf("\"k\\u%04X\": 1\n\"k\\u%04X\": planted%d\n", c, c, side))
			if c != 0 {
				add(fmt.Sprintf("planted%c/planted%c.yaml", c, c), resource(side, c))
			}
		}
		page := written(t, reportOf(t, archive), report.Options{Format: report.HTML})
		if shown := bytes.Count(page, []byte("planted")); shown < 36 {
			t.Errorf("%U: only %d of what was planted is shown", c, shown)
		}
		if at := bytes.IndexRune(page, c); at >= 0 {
			t.Errorf("%U is in the page %d times: %.200q", c, bytes.Count(page, []byte(string(c))), page[max(at-100, 0):])
		}
	}
}
