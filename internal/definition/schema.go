package definition

import (
	"fmt"
	"io/fs"

	"go.yaml.in/yaml/v3"
)

// File is the definition's name in the repository.
const File = "krm-function.yaml"

// Schema is the part of an OpenAPI schema that the definition uses.
type Schema struct {
	Type        string     `yaml:"type"`
	Description string     `yaml:"description"`
	Enum        []string   `yaml:"enum"`
	Default     yaml.Node  `yaml:"default"`
	Required    []string   `yaml:"required"`
	Properties  Properties `yaml:"properties"`
	Items       *Schema    `yaml:"items"`
}

// Properties are the fields of an object, in the order they are written in.
type Properties []Property

// Property is a field and what it may hold.
type Property struct {
	Name string
	Schema
}

// UnmarshalYAML keeps the order.
func (p *Properties) UnmarshalYAML(n *yaml.Node) error {
	for i := 0; i+1 < len(n.Content); i += 2 {
		property := Property{Name: n.Content[i].Value}
		if err := n.Content[i+1].Decode(&property.Schema); err != nil {
			return err
		}
		*p = append(*p, property)
	}
	return nil
}

// Spec reads the schema of the configuration's spec out of the repository.
func Spec(repository fs.FS) (*Schema, error) {
	text, err := fs.ReadFile(repository, File)
	if err != nil {
		return nil, err
	}
	var file struct {
		Spec struct {
			Versions []struct {
				Schema struct {
					OpenAPIV3Schema Schema `yaml:"openAPIV3Schema"`
				} `yaml:"schema"`
			} `yaml:"versions"`
		} `yaml:"spec"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", File, err)
	}
	if len(file.Spec.Versions) != 1 {
		return nil, fmt.Errorf("%s: has %d versions, want 1", File, len(file.Spec.Versions))
	}
	for _, p := range file.Spec.Versions[0].Schema.OpenAPIV3Schema.Properties {
		if p.Name == "spec" {
			return &p.Schema, nil
		}
	}
	return nil, fmt.Errorf("%s: the schema has no spec", File)
}

// Setting is a setting by its dotted name.
type Setting struct {
	Name   string
	Schema *Schema
}

// Settings are all settings of an object, depth first, as the schema lists them:
// lists.order. What a list holds is not looked into.
func (s *Schema) Settings() []Setting { return s.settings("") }

func (s *Schema) settings(prefix string) []Setting {
	var all []Setting
	for i := range s.Properties {
		p := &s.Properties[i]
		if len(p.Properties) > 0 {
			all = append(all, p.settings(prefix+p.Name+".")...)
			continue
		}
		all = append(all, Setting{prefix + p.Name, &p.Schema})
	}
	return all
}
