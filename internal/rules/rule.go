package rules

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// Rule is one rule file.
type Rule struct {
	// Name is the file's path below the root without extension, and with
	// slashes: keyed/deleted-upstream.
	Name string
	// ID is the rule's number in the list of cases, "" if it has none.
	ID string
	// Sentence is the rule in words.
	Sentence string
	// Archive is the file, whose sections are the example.
	Archive *txtar.Archive
}

// Read reads every rule file below the root of the file system, in the order
// of their names. No rule file at all is an error.
func Read(fsys fs.FS) ([]Rule, error) {
	var all []Rule
	err := fs.WalkDir(fsys, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if path.Ext(file) != ".txtar" {
			return fmt.Errorf("%s: not a rule file: rule files end in .txtar", file)
		}
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			return err
		}
		rule, err := Parse(strings.TrimSuffix(file, ".txtar"), data)
		if err != nil {
			return err
		}
		all = append(all, rule)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read rule files: %w", err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("read rule files: %w: no rule file found", fs.ErrNotExist)
	}
	slices.SortFunc(all, func(a, b Rule) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}

// Parse reads one rule file of that name.
func Parse(name string, data []byte) (Rule, error) {
	rule := Rule{Name: name, Archive: txtar.Parse(data)}
	first, rest, _ := strings.Cut(string(rule.Archive.Comment), "\n")
	// An ID has capitals and a digit in front of its first dash, and no spaces.
	parts := regexp.MustCompile(`^(?:([^a-z\s-]+-\S*?): )?(.*)$`).FindStringSubmatch(strings.TrimSpace(first))
	if rule.ID, rule.Sentence = parts[1], parts[2]; rule.Sentence == "" {
		return Rule{}, fmt.Errorf("%s: the first line must be the rule in a sentence", name)
	}
	if class := strings.TrimSpace(rest); class != "class: text" && class != "class: decision" {
		return Rule{}, fmt.Errorf("%s: %q: below the sentence there must be \"class: text\" or \"class: decision\"", name, class)
	}
	sections, seen := regexp.MustCompile(known), map[string]bool{}
	for _, f := range rule.Archive.Files {
		if !sections.MatchString(f.Name) {
			return Rule{}, fmt.Errorf("%s: unknown section %s", name, f.Name)
		}
		if seen[f.Name] {
			return Rule{}, fmt.Errorf("%s: section %s is there twice", name, f.Name)
		}
		seen[f.Name] = true
	}
	if !seen["want.yaml"] && !seen["want.txt"] && !seen["want-error"] {
		return Rule{}, fmt.Errorf("%s: no section says what the merge must give: want.yaml, want.txt or want-error", name)
	}
	return rule, nil
}

// known are the sections that a rule file may have.
const known = `^((original|updated|dest|source|config|answers|want|[1-9])\.yaml|want\.txt|want-error|file|conflicts|notes)$`

// Section is the text of the section of that name; false if there is none.
func (r Rule) Section(name string) (string, bool) {
	for _, f := range r.Archive.Files {
		if f.Name == name {
			return string(f.Data), true
		}
	}
	return "", false
}
