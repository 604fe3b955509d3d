package rules

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ruleTrees are the directories of rule files.
var ruleTrees = []string{"merge/testdata/rules", "merge/resource/testdata/rules"}

// TestRuleComments: a comment that names the rule which code implements names a rule
// file, or is a pattern that some match; and each directory of rule files is named by one.
// In package merge the first tree is meant, elsewhere both are: but where both have a
// directory, the second.
func TestRuleComments(t *testing.T) {
	groups := map[string]bool{}
	var trees [2][]Rule
	for i, dir := range ruleTrees {
		all, err := Read(os.DirFS(filepath.Join("../..", dir)))
		if err != nil {
			t.Fatal(err)
		}
		trees[i] = all
		for _, r := range all {
			groups[dir+"/"+path.Dir(r.Name)] = true
		}
	}
	tagged := map[string]bool{}
	checked := 0
	for _, c := range ruleComments(t) {
		checked++
		found := false
		for i := len(ruleTrees) - 1; i >= 0 && !found; i-- {
			if i > 0 && path.Dir(c.file) == "merge" {
				continue
			}
			if found = slices.ContainsFunc(trees[i], func(r Rule) bool { return names(c.pattern, r.Name) }); found {
				tagged[ruleTrees[i]+"/"+path.Dir(c.pattern)] = true
			}
		}
		if !found {
			t.Errorf("%s: no rule file is called %s", c.file, c.pattern)
		}
	}
	if checked < 100 {
		t.Errorf("only %d rules are named", checked)
	}
	for group := range groups {
		if _, name, _ := strings.Cut(group, "/rules/"); !tagged[group] {
			t.Errorf("no code names %s: add \"// rule: %s/*\" to the comment of what does it", group, name)
		}
	}
}

// ruleComment names a rule in a file of code.
type ruleComment struct{ file, pattern string }

// ruleComments are those of the code, apart from tests.
func ruleComments(t *testing.T) []ruleComment {
	t.Helper()
	comment := regexp.MustCompile(`(?m)^\s*// rule: (.*)$`)
	var all []ruleComment
	for _, root := range []string{"merge", "fn", "internal"} {
		err := fs.WalkDir(os.DirFS("../.."), root, func(file string, _ fs.DirEntry, err error) error {
			if err != nil || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
				return err
			}
			text, err := os.ReadFile(filepath.Join("../..", file))
			for _, m := range comment.FindAllStringSubmatch(string(text), -1) {
				for _, pattern := range strings.Split(m[1], ", ") {
					all = append(all, ruleComment{file, pattern})
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// names reports whether a pattern names a rule: dir/* names all that are below dir.
func names(pattern, name string) bool {
	if dir, all := strings.CutSuffix(pattern, "/*"); all {
		return strings.HasPrefix(name, dir+"/")
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
