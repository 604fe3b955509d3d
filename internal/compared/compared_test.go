package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/krm-merge/krm-merge/internal/rules"
)

const repository = "../.."

// The page is part of the repository: it must be the one that running the
// programs gives.
func TestPageIsCurrent(t *testing.T) {
	want, err := page(repository)
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile(filepath.Join(repository, "docs", "compared.md"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(have)); diff != "" {
		t.Errorf("docs/compared.md is stale, run \"go generate ./docs\" (-want +have):\n%s", diff)
	}
}

// Every rule file of the comparison's own is on the page, and no case twice.
func TestEveryOwnRuleIsShown(t *testing.T) {
	shown := map[string]bool{}
	for _, g := range groups() {
		for _, name := range g.names {
			if shown[name] {
				t.Errorf("%s is there twice", name)
			}
			shown[name] = true
		}
	}
	own := filepath.Join("testdata", "rules")
	found := 0
	err := filepath.WalkDir(own, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		found++
		name, err := filepath.Rel(own, strings.TrimSuffix(file, ".txtar"))
		if !shown["own:"+filepath.ToSlash(name)] {
			t.Errorf("%s is not on the page", file)
		}
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("%d rule files found: %v", found, err)
	}
}

// The comparison's own rules list the conflicts that there are; the page only
// looks whether there are any.
func TestOwnConflicts(t *testing.T) {
	all, err := readGroups(repository)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all {
		for _, c := range g.Cases {
			if c.dir != ruleDir("own") || c.whole || c.wantError {
				continue
			}
			o, err := krmMerge(c)
			if err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
			want, _ := c.Section("conflicts")
			if diff := cmp.Diff(want, o.Message); diff != "" {
				t.Errorf("%s: conflicts (-want +got):\n%s", c.Name, diff)
			}
		}
	}
}

func TestJudge(t *testing.T) {
	for name, c := range map[string]struct {
		of      Case
		outcome Outcome
		want    Verdict
		words   string
	}{
		"same":             {Case{want: "a: 1\n"}, Outcome{Text: "'a': 1\n"}, Same, ""},
		"number and text":  {Case{want: "a: 1\n"}, Outcome{Text: "a: '1'\n"}, Different, "`a` is `\"1\"`, not `1`"},
		"field missing":    {Case{want: "a: 1\nb: 1\n"}, Outcome{Text: "a: 1\n"}, Different, "no `b`"},
		"field too many":   {Case{want: "a: 1\n"}, Outcome{Text: "a: 1\nb: 1\n"}, Different, "`b: 1` is there"},
		"null is no value": {Case{want: "a: 1\n"}, Outcome{Text: "a: 1\nb: null\n"}, Different, "`b: null` is there"},
		"order":            {Case{want: "l: [1, 2]\n"}, Outcome{Text: "l: [2, 1]\n"}, OtherOrder, ""},
		"comments":         {Case{want: "a: 1 # x\n", wantComments: true}, Outcome{Text: "a: 1\n"}, OtherComments, "no comment behind `# x` at `a`"},
		"comments alike":   {Case{want: "a: 1 # x\n"}, Outcome{Text: "a: 1\n"}, Same, ""},
		"document gone":    {Case{want: "kind: A\n---\nkind: B\n"}, Outcome{Text: "kind: A\n"}, Different, "lacks B"},
		"error wanted":     {Case{wantError: true}, Outcome{Status: Failed}, Same, ""},
		"no error":         {Case{wantError: true}, Outcome{Text: "a: 1\n"}, Different, "no error"},
		"error":            {Case{want: "a: 1\n"}, Outcome{Status: Failed, Message: "no\nway"}, Refused, "error: no way"},
		"no YAML":          {Case{want: "a: 1\n"}, Outcome{Text: "a: [\n"}, Refused, "not YAML"},
		"stops":            {Case{want: "a: 1\n"}, Outcome{Status: Stopped}, Unsettled, ""},
		"not applicable":   {Case{want: "a: 1\n"}, Outcome{Status: NotApplicable}, None, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, differences := judge(c.of, c.outcome)
			words := strings.Join(differences, "; ")
			if got != c.want || !strings.Contains(words, c.words) || (c.words == "") != (words == "") {
				t.Errorf("got %v (%s), want %v (%s)", got, words, c.want, c.words)
			}
		})
	}
}

// A result of kpt counts for the inputs it was recorded with, and no others.
func TestKptRecord(t *testing.T) {
	rule, err := rules.Parse("x", []byte("a rule\nclass: text\n-- want.yaml --\n"))
	if err != nil {
		t.Fatal(err)
	}
	c := Case{Rule: rule, versions: []string{"a: 1\n", "a: 2\n", "a: 1\n"}}
	r := kptRecord{results: map[string]string{kptName(c): "a: 2\n"}}
	if o, err := r.merge(c); err != nil || o.Text != "a: 2\n" || !r.recorded(c) {
		t.Errorf("got %q, %v", o.Text, err)
	}
	other := c
	other.versions = []string{"a: 1\n", "a: 3\n", "a: 1\n"}
	if _, err := r.merge(other); err == nil || r.recorded(other) {
		t.Error("a result recorded for other inputs was taken")
	}
}

func TestPrepare(t *testing.T) {
	for name, c := range map[string]struct {
		text, want string
		of         strategy
	}{
		"map":             {"{a: 1}", "apiVersion: example.com/v1\nkind: Example\nmetadata:\n  name: example\na: 1\n", threeWay},
		"resource":        {"apiVersion: v1\nkind: Pod\nspec: {}", "apiVersion: v1\nkind: Pod\nmetadata:\n  name: example\nspec: {}\n", threeWay},
		"unnamed":         {"apiVersion: v1\nkind: Pod\nmetadata: {labels: {a: b}}", "apiVersion: v1\nkind: Pod\nmetadata:\n  name: example\n  labels:\n    a: b\n", threeWay},
		"layer":           {"{a: [1]}", "a:\n  - 1\n", layers},
		"nothing":         {"", "", threeWay},
		"comments remain": {"# why\na: 1 # b", "apiVersion: example.com/v1\nkind: Example\nmetadata:\n  name: example\n# why\na: 1 # b\n", threeWay},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := prepare(c.text, c.of)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
