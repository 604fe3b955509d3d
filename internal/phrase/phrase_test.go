package phrase_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/golden"
	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/terms"
	"github.com/krm-merge/krm-merge/merge"
)

// Every kind has words of its own, and a code that nothing else has.
func TestKinds(t *testing.T) {
	codes, titles := map[string]bool{}, map[string]bool{}
	for _, k := range phrase.Conflicts() {
		if k.Code == "" || k.Title == "" || codes[k.Code] || titles[k.Title] || strings.Trim(k.Code, "abcdefghijklmnopqrstuvwxyz-") != "" {
			t.Errorf("%+v", k)
		}
		codes[k.Code], titles[k.Title] = true, true
	}
	for _, beyond := range []string{phrase.KindOf(merge.Moved + 1).Code, (terms.NoteRule + 1).String()} {
		if beyond != "invalid" {
			t.Errorf("%q is not in the list of all", beyond)
		}
	}
}

func TestJSON(t *testing.T) {
	for in, want := range map[string]string{
		"":                    "",
		"null":                "null",
		"~":                   "null",
		"1":                   "1",
		"1.50":                "1.50",
		"0x10":                `"0x10"`,
		"true":                "true",
		"'1'":                 `"1"`,
		"<a>":                 `"<a>"`,
		"{b: 1, a}":           `{"b":1,"a":null}`,
		"[1, {1: x, [k]: y}]": `[1,{"1":"x","[\"k\"]":"y"}]`,
		"{x: &x {a: 1, b: 1}, y: {<<: *x, b: 2}, z: [*x]}": `{"x":{"a":1,"b":1},"y":{"b":2,"a":1},"z":[{"a":1,"b":1}]}`,
	} {
		got := phrase.JSON(golden.Value(t, in))
		if string(got) != want || got != nil && !json.Valid(got) {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func TestExcerpts(t *testing.T) {
	filler := "filler: [" + strings.Repeat("abcdefgh, ", 20) + "]"
	list := func(elements ...string) string {
		return "[" + strings.Repeat("abcdefgh, ", 20) + strings.Join(elements, ", ") + strings.Repeat(", ijklm", 20) + "]"
	}
	long := strings.Repeat("é", 200)
	same := "…" + strings.Repeat("é", 16)
	for _, c := range []struct {
		name     string
		in, want []string
	}{
		{"short", []string{"{a: 1}", "", "[a]"}, []string{`{"a":1}`, "", `["a"]`}},
		{"fields", []string{"{a: 1, " + filler + ", b: 1}", "", "{a: 2, " + filler + ", c: 1, b: 1}"}, []string{`{"a":1,"filler":[` + strings.Repeat(`"abcdefgh",`, 9) + `"abc…`, "", `{"a":2,"filler":[` + strings.Repeat(`"abcdefgh",`, 9) + `"abc…`}},
		{"fields of fields", []string{"{x: {a: 1, " + filler + "}}", "{x: {a: 2, " + filler + "}}"}, []string{`{"x":{"a":1,"filler":["abcd…`, `{"x":{"a":2,"filler":["abcd…`}},
		{"elements", []string{list("x"), list("y", "x"), list("z", "z")}, []string{`…gh","abcdefgh","x","ijklm","ijklm…`, `…gh","abcdefgh","y","x","ijklm","ijklm…`, `…gh","abcdefgh","z","z","ijklm","ijklm…`}},
		{"one element", []string{list("{n: 1, a: 1}"), list("{n: 1, a: 2}")}, []string{`…fgh",{"n":1,"a":1},"ijklm","ijklm…`, `…fgh",{"n":1,"a":2},"ijklm","ijklm…`}},
		{"texts", []string{long, long + "theirs", long + "ours"}, []string{`"` + same + `"`, `"` + same + `theirs"`, `"` + same + `ours"`}},
		{"other kinds", []string{"a", "[" + strings.Repeat("b, ", 100) + "]"}, []string{`"a"`, `["b",` + strings.Repeat(`"b",`, 28) + `"b"…`}},
	} {
		var values []*yaml.Node
		for _, in := range c.in {
			values = append(values, golden.Value(t, in))
		}
		if got := phrase.Excerpts(values...); !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", c.name, got, c.want)
		}
	}
	// Where only the order differs all is shown, from the difference on.
	got := phrase.Excerpts(golden.Value(t, list("x", "y")), golden.Value(t, list("y", "x")))
	if !strings.Contains(got[0], `"x","y","ijklm"`) || !strings.Contains(got[1], `"y","x","ijklm"`) {
		t.Errorf("order: got %q", got)
	}
}
