package rules

import (
	"fmt"
	"path"
	"strings"
)

// Chapter is a directory of rule files and what to call it.
type Chapter struct {
	Title string
	Intro string
	Rules []Rule
}

// Markdown renders the chapters as one document: an index of the groups of
// rules, then every rule with its example.
func Markdown(chapters []Chapter) string {
	var b strings.Builder
	b.WriteString("<!-- Generated from the rule files by \"go generate ./merge\". Do not edit. -->\n\n# Rules\n\n" +
		"Every rule below is a file that the tests run: the sentence is what holds, the example is what is checked.\n" +
		"A rule marked *text* follows from the published documents about merging, one marked *decision* is this project's own.\n")
	for _, c := range chapters {
		fmt.Fprintf(&b, "\n%s: %s\n", c.Title, c.Intro)
		for _, g := range c.groups() {
			fmt.Fprintf(&b, "- [%s](#%s) (%d)\n", g.title, anchor(g.title), len(g.rules))
		}
	}
	for _, c := range chapters {
		for _, g := range c.groups() {
			fmt.Fprintf(&b, "\n## %s\n", g.title)
			for _, r := range g.rules {
				writeRule(&b, r)
			}
		}
	}
	return b.String()
}

// group is the rules of one directory.
type group struct {
	title string
	rules []Rule
}

func (c Chapter) groups() []group {
	var all []group
	for _, r := range c.Rules {
		title := c.Title + ": " + path.Dir(r.Name)
		if len(all) == 0 || all[len(all)-1].title != title {
			all = append(all, group{title: title})
		}
		last := &all[len(all)-1]
		last.rules = append(last.rules, r)
	}
	return all
}

// anchor is how a heading is linked to.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '-':
			return r
		case r == ' ':
			return '-'
		}
		return -1
	}, strings.ToLower(heading))
}

// writeRule writes a blank line, then the rule.
func writeRule(b *strings.Builder, r Rule) {
	id := ""
	if r.ID != "" {
		id = r.ID + ", "
	}
	fmt.Fprintf(b, "\n**%s** (`%s`, %s*%s*)\n", upperFirst(r.Sentence), r.Name, id, r.Class)
	for _, s := range r.Sections() {
		text := strings.TrimRight(s.Text, "\n")
		fence := "```"
		for strings.Contains(text, fence) {
			fence += "`"
		}
		switch {
		case s.Name == "want.yaml" && strings.TrimSpace(text) == "":
			b.WriteString("\nwant: nothing\n")
		case strings.TrimSpace(text) == "":
			fmt.Fprintf(b, "\n%s: empty\n", caption(s.Name))
		default:
			fmt.Fprintf(b, "\n%s:\n%s%s\n%s\n%s\n", caption(s.Name), fence, language(s.Name), text, fence)
		}
	}
}

// caption is what a section is called in the document.
func caption(section string) string {
	name, _, _ := strings.Cut(section, ".")
	switch {
	case section == "want.txt":
		return "want, as text"
	case section == "want-error":
		return "want an error that contains"
	case '0' <= name[0] && name[0] <= '9':
		return "layer " + name
	}
	return name
}

func language(section string) string {
	if strings.HasSuffix(section, ".yaml") || section == "want.txt" {
		return "yaml"
	}
	return "text"
}

func upperFirst(s string) string {
	if s == "" || strings.HasPrefix(s, "$") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
