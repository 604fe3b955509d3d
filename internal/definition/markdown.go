package definition

import (
	_ "embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed intro.md
var intro string

// Document is docs/configuration.md.
func Document(repository fs.FS) (string, error) {
	spec, err := Spec(repository)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("<!-- Made from krm-function.yaml by internal/definition; go generate ./internal/definition makes it anew. -->\n\n")
	b.WriteString(intro)
	b.WriteString("\n## All settings\n\n")
	table(&b, "", spec)
	for _, p := range spec.Properties {
		if p.Items != nil && len(p.Items.Properties) > 0 {
			fmt.Fprintf(&b, "\n### %s\n\n%s Each has:\n\n", p.Name, p.Description)
			table(&b, "", p.Items)
		}
	}
	return b.String(), nil
}

func table(b *strings.Builder, prefix string, s *Schema) {
	if prefix == "" {
		b.WriteString("| setting | values | what |\n|---|---|---|\n")
	}
	for i := range s.Properties {
		p := &s.Properties[i]
		name := prefix + p.Name
		if len(p.Properties) > 0 && len(p.Enum) == 0 {
			fmt.Fprintf(b, "| `%s` | | %s |\n", name, cell(p.Description))
			table(b, name+".", &p.Schema)
			continue
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, cell(values(&p.Schema)), cell(p.Description))
	}
}

// values says which values there are, the default one first.
func values(s *Schema) string {
	usual := ""
	if !s.Default.IsZero() {
		usual = s.Default.Value
		if usual == "" {
			usual = `""`
		}
	}
	if len(s.Enum) == 0 {
		word := map[string]string{"boolean": "`true`, `false`", "string": "text", "array": "a list"}[s.Type]
		if usual != "" {
			return fmt.Sprintf("%s (default `%s`)", word, usual)
		}
		return word
	}
	var all []string
	for _, v := range s.Enum {
		if v == usual {
			all = append([]string{"**`" + v + "`**"}, all...)
			continue
		}
		all = append(all, "`"+v+"`")
	}
	return strings.Join(all, ", ")
}

func cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", "\\|")
}
