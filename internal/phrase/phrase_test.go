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
	"github.com/krm-merge/krm-merge/merge/resource"
)

// looked is a conflict of a merge, which knows that nothing is secret; % is what differs.
func looked(t *testing.T, text string) resource.Conflict {
	t.Helper()
	of := func(value string) []*resource.Resource {
		return []*resource.Resource{{Path: "a.yaml", Node: golden.Value(t, strings.Replace(text, "%", value, 1))}}
	}
	out, err := resource.Merge(resource.Versions{Updated: of("u"), Dest: of("d")}, resource.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return out.Conflicts[0]
}

func TestSentences(t *testing.T) {
	const none = ""
	whole, place := merge.Path{}, merge.Path{merge.Field("a")}
	open := resource.Conflict{Conflict: merge.Conflict{OnConflict: merge.Fail}}
	for _, c := range []struct {
		name                    string
		conflict                resource.Conflict
		original, updated, dest string
		want                    string
	}{
		{"both changed", resource.Conflict{}, "256Mi", "384Mi", "512Mi", `both changed: was "256Mi", upstream "384Mi", yours "512Mi"; took upstream's`},
		{"kept", resource.Conflict{Conflict: merge.Conflict{Taken: merge.Dest}}, "1", "2", "3", "both changed: was 1, upstream 2, yours 3; kept yours"},
		{"open", open, "1", "2", "3", "both changed: was 1, upstream 2, yours 3; unresolved"},
		{"secret", resource.Conflict{}, "a", "b", "c", "both changed: took upstream's"},
		{"by a comment", resource.Conflict{Conflict: merge.Conflict{Taken: merge.Dest, By: terms.ByPin}}, "1", "2", "1", "upstream changed it: was 1, upstream 2, yours 1; kept yours"},
		{"both added", resource.Conflict{Conflict: merge.Conflict{Kind: merge.BothAdded}}, none, "2", "3", "both added it differently: upstream 2, yours 3; took upstream's"},
		{"deleted upstream", resource.Conflict{Conflict: merge.Conflict{Kind: merge.DeletedUpstream}}, "1", none, "3", "upstream deleted it, you changed it: was 1, yours 3; deleted"},
		{"kept against a deletion", resource.Conflict{Conflict: merge.Conflict{Path: whole, Kind: merge.DeletedUpstream, Taken: merge.Dest}}, "a: 1", none, "a: 2", "upstream deleted it, you changed it: kept yours"},
		{"deleted locally", resource.Conflict{Conflict: merge.Conflict{Path: whole, Kind: merge.DeletedLocally, Taken: merge.Dest}}, "a: 1", "a: 2", none, "you deleted it, upstream changed it: stays deleted"},
		{"added again", resource.Conflict{Conflict: merge.Conflict{Kind: merge.DeletedLocally}}, "1", "2", none, "you deleted it, upstream changed it: was 1, upstream 2; added again"},
		{"in part", resource.Conflict{Conflict: merge.Conflict{Kind: merge.DeletedLocally, Partial: true}}, "{a: 1, b: 1}", "{a: 1, b: 2}", none, `you deleted it, upstream changed it: was {"a":1,"b":1}, upstream {"a":1,"b":2}; added again, but only what upstream changed of it: check that it is complete`},
		{"moved", resource.Conflict{Conflict: merge.Conflict{Kind: merge.Moved}}, "a.yaml", "b.yaml", "c.yaml", `both moved it, to different files: was "a.yaml", upstream "b.yaml", yours "c.yaml"; took upstream's`},
		{"list", resource.Conflict{Conflict: merge.Conflict{Kind: merge.ListChanged}}, "[--a]", "[--a, --new]", "[--a, --trace]", `both sides changed this list: took upstream's, your "--trace" was dropped`},
		{"list, back", resource.Conflict{Conflict: merge.Conflict{Kind: merge.ListChanged}}, "[a, b]", "[a, b, c]", "[b, d, d, e]", `both sides changed this list: took upstream's, your "d" and "e" were dropped, "a" is back`},
		{"list, many", resource.Conflict{Conflict: merge.Conflict{Kind: merge.ListChanged, Taken: merge.Dest}}, "[x, y]", "[1, 2, 3, 4, 5]", "[x, y, z]", `both sides changed this list: kept yours, upstream's 1, 2, 3 and 2 more were left out, "x" and "y" stay`},
		{"list, order", resource.Conflict{Conflict: merge.Conflict{Kind: merge.ListChanged}}, "[a, b]", "[a, b, c]", "[b, a]", `both sides changed this list: was ["a","b"], upstream ["a","b","c"], yours ["b","a"]; took upstream's`},
		{"list, secret", resource.Conflict{Conflict: merge.Conflict{Kind: merge.ListChanged}}, "[a]", "[b]", "[c]", "both sides changed this list: took upstream's"},
		{"list, open", resource.Conflict{Conflict: merge.Conflict{Kind: merge.ListChanged, OnConflict: merge.Ask}}, "[a]", "[b]", "[c]", `both sides changed this list: was ["a"], upstream ["b"], yours ["c"]; unresolved`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.conflict.Original, c.conflict.Updated, c.conflict.Dest = golden.Value(t, c.original), golden.Value(t, c.updated), golden.Value(t, c.dest)
			if c.conflict.Path == nil && c.conflict.Kind != merge.Moved {
				c.conflict.Path = place
			}
			of := c.conflict
			if !strings.Contains(c.name, "secret") { // Where nobody looked, all is secret.
				of = looked(t, "a: %")
				of.Conflict = c.conflict.Conflict
			}
			if got := phrase.Of(&of, &resource.Options{}).String(); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

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

// TestHint: a question that stands in a file is answered by a command, and another by a setting.
func TestHint(t *testing.T) {
	c := looked(t, "{apiVersion: v1, kind: ConfigMap, metadata: {name: web}, data: {a: %}}")
	c.OnConflict, c.Path = merge.Ask, merge.Path{merge.Field("a b")}
	if got, want := phrase.Of(&c, &resource.Options{}).Hint, "decide with onConflict: Updated or Dest"; got != want {
		t.Errorf("it says %s", got)
	}
	c.Marked = true
	if got, want := phrase.Of(&c, &resource.Options{}).Hint, `krm-merge resolve --resource ConfigMap/web --path '["a b"]'`; got != want {
		t.Errorf("it says %s, not %s", got, want)
	}
}
