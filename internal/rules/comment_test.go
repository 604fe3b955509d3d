package rules

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestRuleComments: a comment that names the rule which code implements names a rule
// file, or is a pattern that some match.
func TestRuleComments(t *testing.T) {
	all, err := readAll(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	comment := regexp.MustCompile(`(?m)^\s*// rule: (.*)$`)
	checked := 0
	for _, dir := range []string{"merge", "merge/schema", "fn"} {
		files, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range comment.FindAllStringSubmatch(string(text), -1) {
				for _, pattern := range strings.Split(m[1], ", ") {
					checked++
					if !slices.ContainsFunc(all, func(r Rule) bool { return names(pattern, r.Name) }) {
						t.Errorf("%s: no rule file is called %s", file, pattern)
					}
				}
			}
		}
	}
	if checked < 30 {
		t.Errorf("only %d rules are named", checked)
	}
}

// names reports whether a pattern names a rule: dir/* names all that are below dir.
func names(pattern, name string) bool {
	if dir, all := strings.CutSuffix(pattern, "/*"); all {
		return strings.HasPrefix(name, dir+"/")
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
