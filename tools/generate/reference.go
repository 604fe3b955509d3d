package main

import (
	"fmt"
	"slices"
	"strings"
)

// reference is docs/configuration.md, up to the settings as it is, with the settings.
func reference(page string, spec *schema) string {
	const settings = "\n## All settings\n\n"
	intro, _, _ := strings.Cut(page, settings)
	var b strings.Builder
	b.WriteString(intro + settings + note("internal/config/spec.go"))
	table(&b, "", spec)
	for _, p := range spec.Properties {
		if p.Name == "versions" {
			b.WriteString("\n### A version\n\nOriginal, updated, dest, source and each layer are one of:\n\n")
			table(&b, "", p.Properties[0].schema)
		}
		if p.Items != nil && len(p.Items.Properties) > 0 {
			own, shared := apart(p.Items, spec)
			fmt.Fprintf(&b, "\n### %s\n\n%s Each has:\n\n", p.Name, p.Description)
			table(&b, "", own)
			if len(shared) > 0 {
				fmt.Fprintf(&b, "\nand any of %s, as above.\n", strings.Join(shared, ", "))
			}
		}
	}
	return b.String()
}

// apart gives the fields of an entry that the spec does not have, and the names of those
// that it has.
func apart(entry, spec *schema) (own *schema, shared []string) {
	own = &schema{}
	for _, p := range entry.Properties {
		if slices.ContainsFunc(spec.Properties, func(q property) bool { return q.Name == p.Name }) {
			shared = append(shared, "`"+p.Name+"`")
			continue
		}
		own.Properties = append(own.Properties, p)
	}
	return own, shared
}

func table(b *strings.Builder, prefix string, s *schema) {
	if prefix == "" {
		b.WriteString("| setting | values | what |\n|---|---|---|\n")
	}
	for _, p := range s.Properties {
		name := prefix + p.Name
		if p.MaxProperties == 1 {
			fmt.Fprintf(b, "| `%s` | a version | %s |\n", name, cell(p.Description))
			continue
		}
		if len(p.Properties) > 0 {
			fmt.Fprintf(b, "| `%s` | | %s |\n", name, cell(p.Description))
			table(b, name+".", p.schema)
			continue
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, cell(values(p.schema)), cell(p.Description))
	}
}

// values lists the values, the default one first.
func values(s *schema) string {
	usual := s.usual()
	if len(s.Enum) == 0 {
		word := map[string]string{"string": "text", "array": "a list", "object": "a map of texts"}[s.Type]
		if usual != "" {
			return fmt.Sprintf("%s (default `%s`)", word, usual)
		}
		return word
	}
	var all []string
	for _, v := range s.Enum {
		if string(v) == usual {
			all = append([]string{"**`" + usual + "`**"}, all...)
			continue
		}
		all = append(all, "`"+string(v)+"`")
	}
	return strings.Join(all, ", ")
}
