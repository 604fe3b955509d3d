package main

import (
	_ "embed" // The rows of notes.
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

// rulePages are the pages about rules and conflicts.
func rulePages(repository fs.FS) (map[string]string, error) {
	var b strings.Builder
	b.WriteString(note("the rule files") + "# Rules\n\n" +
		"Each rule is a file that the tests run: its first line is the rule in a sentence, below it stand the versions and what\n" +
		"comes out. `head -qn1 merge/testdata/rules/keyed/*` prints the sentences of a directory. Beside the name of each directory\n" +
		"stands the code that names it (`grep -rn 'rule: keyed/' --include='*.go'`), then the names of its rules.\n")
	code, err := implementing(repository)
	if err != nil {
		return nil, err
	}
	names := [2]map[string][]string{{}, {}}
	for i, tree := range ruleTrees() {
		sub, err := fs.Sub(repository, tree.dir)
		if err != nil {
			return nil, err
		}
		all, err := rules.Read(sub)
		if err != nil {
			return nil, err
		}
		for _, r := range all {
			dir, name := path.Split(r.Name)
			names[i][dir] = append(names[i][dir], name)
		}
	}
	for i, tree := range ruleTrees() {
		fmt.Fprintf(&b, "\n## %s\n\nWhat happens to %s.\n", tree.dir, tree.about)
		for _, dir := range slices.Sorted(maps.Keys(names[i])) {
			var files []string
			for _, file := range code[dir] {
				// In package merge the first tree is meant, elsewhere the second where both have a directory.
				if second := path.Dir(file) != "merge" && names[1][dir] != nil; second == (i == 1) {
					files = append(files, "`"+file+"`")
				}
			}
			fmt.Fprintf(&b, "\n**%s** %s\n%s\n", strings.TrimSuffix(dir, "/"), strings.Join(files, " "), strings.Join(names[i][dir], ", "))
		}
	}
	return map[string]string{"docs/rules.md": b.String(), "docs/conflicts.md": conflictsPage()}, nil
}

// implementing gives the files of code that name the rules of each directory in comments.
func implementing(repository fs.FS) (map[string][]string, error) {
	comment := regexp.MustCompile(`(?m)^\s*// rule: (.*)$`)
	of := map[string][]string{}
	for _, root := range []string{"fn", "internal", "merge"} {
		err := fs.WalkDir(repository, root, func(file string, _ fs.DirEntry, err error) error {
			if err != nil || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
				return err
			}
			text, err := fs.ReadFile(repository, file)
			for _, m := range comment.FindAllStringSubmatch(string(text), -1) {
				for pattern := range strings.SplitSeq(m[1], ", ") {
					if dir, _ := path.Split(pattern); !slices.Contains(of[dir], file) {
						of[dir] = append(of[dir], file)
					}
				}
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return of, nil
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
