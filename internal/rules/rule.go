package rules

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
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
	// Class is where the rule comes from.
	Class Class

	archive *txtar.Archive
}

// Class is where a rule comes from.
type Class string

const (
	// Text is a rule that follows from the published merge documents.
	Text Class = "text"
	// Decision is a rule of this project, where the documents are silent,
	// disagree or lead to an invalid object.
	Decision Class = "decision"
)

// Section is one file of a rule's example.
type Section struct{ Name, Text string }

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
	rule := Rule{Name: name, archive: txtar.Parse(data)}
	first, rest, _ := strings.Cut(string(rule.archive.Comment), "\n")
	rule.ID, rule.Sentence = splitID(first)
	if rule.Sentence == "" {
		return Rule{}, fmt.Errorf("%s: the first line must be the rule in a sentence", name)
	}
	for line := range strings.Lines(rest) {
		line = strings.TrimSpace(line)
		switch key, value, _ := strings.Cut(line, ": "); {
		case line == "":
		case key == "class" && (Class(value) == Text || Class(value) == Decision):
			rule.Class = Class(value)
		default:
			return Rule{}, fmt.Errorf("%s: %q: the lines below the sentence must be \"class: text\" or \"class: decision\"", name, line)
		}
	}
	if rule.Class == "" {
		return Rule{}, fmt.Errorf("%s: a line \"class: text\" or \"class: decision\" is missing", name)
	}
	seen := map[string]bool{}
	for _, f := range rule.archive.Files {
		if !isSection(f.Name) {
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

// splitID parts "M3-3b: sentence". An ID has capitals and a digit in front of
// its first dash, and no spaces.
func splitID(line string) (id, sentence string) {
	line = strings.TrimSpace(line)
	id, sentence, found := strings.Cut(line, ": ")
	family, _, dash := strings.Cut(id, "-")
	if !found || !dash || strings.ContainsRune(id, ' ') || family == "" || family != strings.ToUpper(family) {
		return "", line
	}
	return id, sentence
}

// isSection reports whether a rule file may have a section of that name.
func isSection(section string) bool {
	switch section {
	case "original.yaml", "updated.yaml", "dest.yaml", "source.yaml", "config.yaml", "answers.yaml", "file",
		"want.yaml", "want.txt", "want-error", "conflicts", "notes":
		return true
	}
	number, found := strings.CutSuffix(section, ".yaml")
	return found && len(number) == 1 && '1' <= number[0] && number[0] <= '9'
}

// Section is the text of the section of that name; false if there is none.
func (r Rule) Section(name string) (string, bool) {
	for _, f := range r.archive.Files {
		if f.Name == name {
			return string(f.Data), true
		}
	}
	return "", false
}

// Format is the rule file with some of its sections set to other texts. A
// section set to "" goes, except want.yaml, which means that nothing is left.
// A section the file lacks is put at its end.
func (r Rule) Format(changes ...Section) []byte {
	out := &txtar.Archive{Comment: r.archive.Comment, Files: slices.Clone(r.archive.Files)}
	for _, c := range changes {
		i := slices.IndexFunc(out.Files, func(f txtar.File) bool { return f.Name == c.Name })
		switch {
		case c.Text == "" && c.Name != "want.yaml" && i >= 0:
			out.Files = slices.Delete(out.Files, i, i+1)
		case c.Text == "" && c.Name != "want.yaml":
		case i >= 0:
			out.Files[i].Data = []byte(c.Text)
		default:
			out.Files = append(out.Files, txtar.File{Name: c.Name, Data: []byte(c.Text)})
		}
	}
	return txtar.Format(out)
}
