package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// laws are what merge/testdata/laws.yaml says.
type laws struct {
	Generators map[string]struct {
		Makes  string
		Cases  int
		Shares map[string]int
	}
	Laws []struct {
		Law, Says, Of, But, Red string
		Tests                   []string
	}
}

// lawsPage is the page about laws. Each law names tests that exist, and each test of a law
// below merge is named.
func lawsPage(repository fs.FS) (string, error) {
	text, err := fs.ReadFile(repository, "merge/testdata/laws.yaml")
	if err != nil {
		return "", err
	}
	var all laws
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err = decoder.Decode(&all); err != nil {
		return "", err
	}
	tests, err := testsOf(repository)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(note("merge/testdata/laws.yaml") + "# Laws\n\n" +
		"What merges hold to on input that nobody wrote. `merge/testdata/laws.yaml` names the tests, which run with the same seeds each\n" +
		"time; all of these with KRM_MERGE_SLOW=1, a quarter without; `go test ./merge -run TestLaw -seeds 800` tries more. A law that does not hold says *red*; exceptions are known and left,\n" +
		"each with its smallest example, mostly a rule file.\n\n| law | on | status |\n|---|---|---|\n")
	for _, law := range all.Laws {
		status := "holds"
		switch {
		case law.Red != "":
			status = "*red*: " + law.Red
		case law.But != "":
			status += ", but: " + law.But
		}
		fmt.Fprintf(&b, "| **%s.** %s | %s | %s |\n", law.Law, upperFirst(law.Says), law.Of, status)
		for _, test := range law.Tests {
			if !tests[test] {
				return "", fmt.Errorf("laws.yaml: there is no %s", test)
			}
			delete(tests, test)
		}
	}
	for _, test := range slices.Sorted(maps.Keys(tests)) {
		if strings.HasPrefix(test, "merge") && strings.Contains(test, " TestLaw") {
			return "", fmt.Errorf("laws.yaml: no law names %s", test)
		}
	}
	b.WriteString("\n## Generators\n\nIn so many percent of the cases, at least, both sides changed something, both changed one place, a side deleted something,\n" +
		"or renamed a resource. Tests assert this.\n\n| generator | cases | both changed | overlap | deleted | renamed |\n|---|--:|--:|--:|--:|--:|\n")
	for _, name := range slices.Sorted(maps.Keys(all.Generators)) {
		g := all.Generators[name]
		fmt.Fprintf(&b, "| **%s**: %s | %d | %d | %d | %d | %d |\n", name, g.Makes, g.Cases, g.Shares["both changed"], g.Shares["overlap"], g.Shares["deleted"], g.Shares["renamed"])
	}
	return b.String(), nil
}

// testsOf are all tests of the repository, by package and name.
func testsOf(repository fs.FS) (map[string]bool, error) {
	found := map[string]bool{}
	err := inCode(repository, `(?m)^func (Test\w+)\(`, func(file, test string) {
		found[path.Dir(file)+" "+test] = true
	}, "internal", "merge", "tools")
	return found, err
}
