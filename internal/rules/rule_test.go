package rules_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/krm-merge/krm-merge/internal/rules"
)

const example = `M3-3b: scalar added upstream: the updated value
class: text
-- updated.yaml --
a: 1
-- dest.yaml --
a: 2
-- want.yaml --
a: 1
-- conflicts --
both-added at a: updated taken
`

func TestParse(t *testing.T) {
	r, err := rules.Parse("scalar/added", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	if r.ID != "M3-3b" || r.Sentence != "scalar added upstream: the updated value" {
		t.Errorf("got ID %q, sentence %q", r.ID, r.Sentence)
	}
	if _, ok := r.Section("original.yaml"); ok {
		t.Error("original.yaml is there, want it absent")
	}
	if text, _ := r.Section("dest.yaml"); text != "a: 2\n" {
		t.Errorf("dest.yaml: got %q", text)
	}
}

func TestParseRefuses(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"no sentence":     {"\nclass: text\n-- want.yaml --\n", "in a sentence"},
		"no class":        {"a rule\n-- want.yaml --\n", "there must be"},
		"unknown class":   {"a rule\nclass: guess\n-- want.yaml --\n", "class: guess"},
		"unknown section": {"a rule\nclass: text\n-- want.yaml --\n-- destt.yaml --\n", "destt.yaml"},
		"section twice":   {"a rule\nclass: text\n-- want.yaml --\n-- want.yaml --\n", "twice"},
		"nothing wanted":  {"a rule\nclass: text\n-- dest.yaml --\n", "must give"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := rules.Parse("x/y", []byte(c.file))
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "x/y") {
				t.Errorf("got error %v, want one with x/y and %q", err, c.want)
			}
		})
	}
}

func TestReadWithoutFiles(t *testing.T) {
	if _, err := rules.Read(fstest.MapFS{}); err == nil {
		t.Error("no rule file, and no error")
	}
	stray := fstest.MapFS{"a/b.txt": {Data: []byte(example)}}
	if _, err := rules.Read(stray); err == nil {
		t.Error("a file that is no rule file was skipped in silence")
	}
}
