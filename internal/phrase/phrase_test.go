package phrase_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/merge"
)

func node(t *testing.T, text string) *yaml.Node {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Kind == 0 {
		return nil
	}
	return doc.Content[0]
}

func TestSentences(t *testing.T) {
	const none = ""
	for _, c := range []struct {
		name                    string
		conflict                phrase.Conflict
		original, updated, dest string
		want                    string
	}{
		{"both changed", phrase.Conflict{}, "256Mi", "384Mi", "512Mi", `both changed: was "256Mi", upstream "384Mi", yours "512Mi"; took upstream's`},
		{"kept", phrase.Conflict{Conflict: merge.Conflict{Taken: merge.Dest}}, "1", "2", "3", "both changed: was 1, upstream 2, yours 3; kept yours"},
		{"open", phrase.Conflict{Open: true}, "1", "2", "3", "both changed: was 1, upstream 2, yours 3; unresolved"},
		{"secret", phrase.Conflict{Secret: true}, "a", "b", "c", "both changed: took upstream's"},
		{"by a comment", phrase.Conflict{Conflict: merge.Conflict{Taken: merge.Dest, By: merge.ByPin}}, "1", "2", "1", "upstream changed it: was 1, upstream 2, yours 1; kept yours"},
		{"both added", phrase.Conflict{Conflict: merge.Conflict{Kind: merge.BothAdded}}, none, "2", "3", "both added it differently: upstream 2, yours 3; took upstream's"},
		{"deleted upstream", phrase.Conflict{Conflict: merge.Conflict{Kind: merge.DeletedUpstream}}, "1", none, "3", "upstream deleted it, you changed it: was 1, yours 3; deleted"},
		{"kept against a deletion", phrase.Conflict{Whole: true, Conflict: merge.Conflict{Kind: merge.DeletedUpstream, Taken: merge.Dest}}, "a: 1", none, "a: 2", "upstream deleted it, you changed it: kept yours"},
		{"deleted locally", phrase.Conflict{Whole: true, Conflict: merge.Conflict{Kind: merge.DeletedLocally, Taken: merge.Dest}}, "a: 1", "a: 2", none, "you deleted it, upstream changed it: stays deleted"},
		{"added again", phrase.Conflict{Conflict: merge.Conflict{Kind: merge.DeletedLocally}}, "1", "2", none, "you deleted it, upstream changed it: was 1, upstream 2; added again"},
		{"in part", phrase.Conflict{Conflict: merge.Conflict{Kind: merge.DeletedLocally, Partial: true}}, "{a: 1, b: 1}", "{a: 1, b: 2}", none, `you deleted it, upstream changed it: was {"a":1,"b":1}, upstream {"a":1,"b":2}; added again, but only what upstream changed of it: check that it is complete`},
		{"moved", phrase.Conflict{Moved: true}, "a.yaml", "b.yaml", "c.yaml", `both moved it, to different files: was "a.yaml", upstream "b.yaml", yours "c.yaml"; took upstream's`},
		{"list", phrase.Conflict{Conflict: merge.Conflict{Kind: merge.ListChanged}}, "[--a]", "[--a, --new]", "[--a, --trace]", `both sides changed this list: took upstream's, your "--trace" was dropped`},
		{"list, back", phrase.Conflict{Conflict: merge.Conflict{Kind: merge.ListChanged}}, "[a, b]", "[a, b, c]", "[b, d, d, e]", `both sides changed this list: took upstream's, your "d" and "e" were dropped, "a" is back`},
		{"list, many", phrase.Conflict{Conflict: merge.Conflict{Kind: merge.ListChanged, Taken: merge.Dest}}, "[x, y]", "[1, 2, 3, 4, 5]", "[x, y, z]", `both sides changed this list: kept yours, upstream's 1, 2, 3 and 2 more were left out, "x" and "y" stay`},
		{"list, order", phrase.Conflict{Conflict: merge.Conflict{Kind: merge.ListChanged}}, "[a, b]", "[a, b, c]", "[b, a]", `both sides changed this list: was ["a","b"], upstream ["a","b","c"], yours ["b","a"]; took upstream's`},
		{"list, secret", phrase.Conflict{Secret: true, Conflict: merge.Conflict{Kind: merge.ListChanged}}, "[a]", "[b]", "[c]", "both sides changed this list: took upstream's"},
		{"list, open", phrase.Conflict{Open: true, Conflict: merge.Conflict{Kind: merge.ListChanged}}, "[a]", "[b]", "[c]", `both sides changed this list: was ["a"], upstream ["b"], yours ["c"]; unresolved`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.conflict.Original, c.conflict.Updated, c.conflict.Dest = node(t, c.original), node(t, c.updated), node(t, c.dest)
			if got := c.conflict.Words().String(); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// Every kind has words of its own, and a code that nothing else has.
func TestKinds(t *testing.T) {
	for _, all := range [][]phrase.Kind{phrase.Conflicts(), phrase.Notes()} {
		codes, titles := map[string]bool{}, map[string]bool{}
		for _, k := range all {
			if k.Code == "" || k.Title == "" || codes[k.Code] || titles[k.Title] || strings.Trim(k.Code, "abcdefghijklmnopqrstuvwxyz-") != "" {
				t.Errorf("%+v", k)
			}
			codes[k.Code], titles[k.Title] = true, true
		}
	}
	for _, beyond := range []phrase.Kind{phrase.KindOf(merge.LinesDiffer + 1), phrase.NoteOf(merge.NoteRule + 1)} {
		if beyond.Code != "invalid" {
			t.Errorf("%q is not in the list of all", beyond.Code)
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
		got := phrase.JSON(node(t, in))
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
		{"fields", []string{"{a: 1, " + filler + ", b: 1}", "", "{a: 2, " + filler + ", c: 1, b: 1}"}, []string{`{"a":1,…}`, "", `{"a":2,…,"c":1,…}`}},
		{"fields of fields", []string{"{x: {a: 1, " + filler + "}}", "{x: {a: 2, " + filler + "}}"}, []string{`{"x":{"a":1,…}}`, `{"x":{"a":2,…}}`}},
		{"elements", []string{list("x"), list("y", "x"), list("z", "z")}, []string{`[…,"x",…]`, `[…,"y","x",…]`, `[…,"z","z",…]`}},
		{"one element", []string{list("{n: 1, a: 1}"), list("{n: 1, a: 2}")}, []string{`[…,{…,"a":1},…]`, `[…,{…,"a":2},…]`}},
		{"texts", []string{long, long + "theirs", long + "ours"}, []string{`"` + same + `"`, `"` + same + `theirs"`, `"` + same + `ours"`}},
		{"other kinds", []string{"a", "[" + strings.Repeat("b, ", 100) + "]"}, []string{`"a"`, `["b",` + strings.Repeat(`"b",`, 28) + `"b"…`}},
	} {
		var values []*yaml.Node
		for _, in := range c.in {
			values = append(values, node(t, in))
		}
		if got := phrase.Excerpts(values...); !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", c.name, got, c.want)
		}
	}
	// Where only the order differs all is shown, from the difference on.
	got := phrase.Excerpts(node(t, list("x", "y")), node(t, list("y", "x")))
	if !strings.Contains(got[0], `"x","y","ijklm"`) || !strings.Contains(got[1], `"y","x","ijklm"`) {
		t.Errorf("order: got %q", got)
	}
}

// TestAskWithoutAFile: a question that stands nowhere cannot be answered before it does.
func TestAskWithoutAFile(t *testing.T) {
	c := phrase.Conflict{Open: true, Conflict: merge.Conflict{OnConflict: merge.Ask}}
	const want = "krm-merge resolve ask about it, which needs the question in a file: set marks: {form: Comments} and write the result into files, or merge on the command line"
	if got := c.Words().Instead; !strings.HasSuffix(got, want) {
		t.Errorf("it says %s", got)
	}
}
