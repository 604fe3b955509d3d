package main

import (
	_ "embed" // The rows of notes.
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/rules"
)

// ruleTrees are the directories of rule files, with what they are about.
func ruleTrees() [2]struct{ dir, about string } {
	return [2]struct{ dir, about string }{
		{"merge/testdata/rules", "the fields of one resource, or of any other document"},
		{"merge/resource/testdata/rules", "whole resources of a package"},
	}
}

// rulePages are the pages about rules and conflicts. Each comment of code that names rules names files that there are,
// and each directory of rule files is named by one.
func rulePages(repository fs.FS) (map[string]string, error) {
	var b strings.Builder
	b.WriteString(note("the rule files") + "# Rules\n\n" +
		"Each rule is a file that the tests run: its first line is the rule in a sentence, below it stand the versions and what\n" +
		"comes out. `head -qn1 merge/testdata/rules/keyed/*` prints the sentences of a directory. Beside the name of each directory\n" +
		"stands the code that names it (`grep -rn 'rule: keyed/' --include='*.go'`), then the names of its rules.\n")
	named, err := rulesNamed(repository)
	if err != nil {
		return nil, err
	}
	var trees [2][]rules.Rule
	names := [2]map[string][]string{{}, {}}
	for i, tree := range ruleTrees() {
		sub, err := fs.Sub(repository, tree.dir)
		if err != nil {
			return nil, err
		}
		if trees[i], err = rules.Read(sub); err != nil {
			return nil, err
		}
		for _, r := range trees[i] {
			dir, name := path.Split(r.Name)
			names[i][dir] = append(names[i][dir], name)
		}
	}
	code := [2]map[string][]string{{}, {}}
	for _, by := range named {
		// In package merge the first tree is meant, elsewhere the second where both have such a rule.
		i := 1
		has := func(r rules.Rule) bool { return by.names(r.Name) }
		if path.Dir(by.file) == "merge" || !slices.ContainsFunc(trees[1], has) {
			i = 0
		}
		if !slices.ContainsFunc(trees[i], has) {
			return nil, fmt.Errorf("%s: no rule file is called %s", by.file, by.pattern)
		}
		if dir, _ := path.Split(by.pattern); !slices.Contains(code[i][dir], "`"+by.file+"`") {
			code[i][dir] = append(code[i][dir], "`"+by.file+"`")
		}
	}
	for i, tree := range ruleTrees() {
		fmt.Fprintf(&b, "\n## %s\n\nWhat happens to %s.\n", tree.dir, tree.about)
		for _, dir := range slices.Sorted(maps.Keys(names[i])) {
			if code[i][dir] == nil {
				return nil, fmt.Errorf("no code names %s/%s: add \"// rule: %[2]s*\" to the comment of what does it", tree.dir, dir)
			}
			fmt.Fprintf(&b, "\n**%s** %s\n%s\n", strings.TrimSuffix(dir, "/"), strings.Join(code[i][dir], " "), strings.Join(names[i][dir], ", "))
		}
	}
	return map[string]string{"docs/rules.md": b.String(), "docs/conflicts.md": conflictsPage()}, nil
}

// ruleName is how a comment of code names rules: by a pattern, of which dir/* stands for all below dir.
type ruleName struct{ file, pattern string }

func (n ruleName) names(rule string) bool {
	if dir, all := strings.CutSuffix(n.pattern, "*"); all && strings.HasSuffix(dir, "/") {
		return strings.HasPrefix(rule, dir)
	}
	ok, _ := path.Match(n.pattern, rule)
	return ok
}

// rulesNamed are the names of rules in the code.
func rulesNamed(repository fs.FS) (all []ruleName, err error) {
	err = inCode(repository, `(?m)^\s*// rule: (.*)$`, func(file, patterns string) {
		for pattern := range strings.SplitSeq(patterns, ", ") {
			if !strings.HasSuffix(file, "_test.go") {
				all = append(all, ruleName{file, pattern})
			}
		}
	}, "fn", "internal", "merge")
	return all, err
}

// inCode visits what the first group of a pattern finds in files of Go below directories.
func inCode(repository fs.FS, pattern string, visit func(file, found string), roots ...string) (err error) {
	of := regexp.MustCompile(pattern)
	for _, root := range roots {
		err = errors.Join(err, fs.WalkDir(repository, root, func(file string, _ fs.DirEntry, err error) error {
			if err != nil || path.Ext(file) != ".go" {
				return err
			}
			text, err := fs.ReadFile(repository, file)
			for _, m := range of.FindAllStringSubmatch(string(text), -1) {
				visit(file, m[1])
			}
			return err
		}))
	}
	return err
}

// notes are the rows of the kinds of notes.
//
//go:embed notes.txt
var notes string

// conflictsPage has every kind of conflict and note, by the code that programs know it by.
func conflictsPage() string {
	var b strings.Builder
	b.WriteString(note("the phrasebook") + "# Conflicts and notes\n\n" +
		"A conflict is a place that updated and dest changed differently. It is recorded once, at the shallowest place where the\n" +
		"versions part, and reported whichever setting settles it. Programs know its kind by a code: `kind` in the JSON form of a\n" +
		"report, `ruleId` in SARIF, and the tag `conflict` of a function's result. [Rules](rules.md) lists which case is which.\n\n" +
		phrase.Settle + "\n")
	const head = "\n| code | what happened | what to do |\n|---|---|---|\n"
	b.WriteString(head)
	for _, k := range phrase.Conflicts() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", k.Code, upperFirst(k.Title), cell(k.Remedy))
	}
	b.WriteString("\nWhat is good to know and no conflict has a code too: `kind` in JSON, and the tag `note` of a result.\n" + head + notes)
	return b.String()
}
