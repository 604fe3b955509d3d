package main

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/krm-merge/krm-merge/internal/phrase"
	"github.com/krm-merge/krm-merge/internal/rules"
)

// ruleTrees are the directories of rule files, with what they are about.
func ruleTrees() []struct{ dir, about string } {
	return []struct{ dir, about string }{
		{"merge/testdata/rules", "the fields of one resource, or of any other document"},
		{"merge/resource/testdata/rules", "whole resources of a package"},
	}
}

// rulePages are the pages about rules and conflicts.
func rulePages(repository fs.FS) (map[string]string, error) {
	var b strings.Builder
	b.WriteString(note("the rule files") + "# Rules\n\n" +
		"Each rule is a file that the tests run: its first line is the rule, below it stand the versions and what comes out.\n")
	for _, tree := range ruleTrees() {
		sub, err := fs.Sub(repository, tree.dir)
		if err != nil {
			return nil, err
		}
		all, err := rules.Read(sub)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "\n## %s\n\nWhat happens to %s.\n", tree.dir, tree.about)
		group := ""
		for _, r := range all {
			if dir := path.Dir(r.Name); dir != group {
				group = dir
				fmt.Fprintf(&b, "\n### %s\n\n", group)
			}
			fmt.Fprintf(&b, "- %s: %s\n", path.Base(r.Name), upperFirst(r.Sentence))
		}
	}
	return map[string]string{"docs/rules.md": b.String(), "docs/conflicts.md": conflictsPage()}, nil
}

// conflictsPage has every kind of conflict and note, by the code that programs know it by.
func conflictsPage() string {
	var b strings.Builder
	b.WriteString(note("the phrasebook") + "# Conflicts and notes\n\n" +
		"A conflict is a place that updated and dest changed differently. It is recorded once, at the shallowest place where the\n" +
		"versions part, and reported whichever setting settles it. Programs know its kind by a code: `kind` in the JSON form of a\n" +
		"report, `ruleId` in SARIF, and the tag `conflict` of a function's result. [Rules](rules.md) lists which case is which.\n\n" +
		phrase.Settle + "\n")
	table := func(kinds []phrase.Kind) {
		b.WriteString("\n| code | what happened | what to do |\n|---|---|---|\n")
		for _, k := range kinds {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", k.Code, upperFirst(k.Title), cell(k.Remedy))
		}
	}
	table(phrase.Conflicts())
	b.WriteString("\nWhat is good to know and no conflict has a code too: `kind` in JSON, and the tag `note` of a result.\n")
	table(phrase.Notes())
	return b.String()
}
