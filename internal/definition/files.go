package definition

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"

	"go.yaml.in/yaml/v3"
)

// The files that are made, by their names in the repository.
const (
	// File defines the function for registries. Only its schema is made.
	File      = "krm-function.yaml"
	Reference = "docs/configuration.md"
	Help      = "internal/cli/configuration_gen.go"
)

// Files are the files that describe the configuration, by their names.
func Files(repository fs.FS) (map[string]string, error) {
	spec, err := Spec(repository)
	if err != nil {
		return nil, err
	}
	file, err := fs.ReadFile(repository, File)
	if err != nil {
		return nil, err
	}
	definition, err := withSchema(string(file), spec)
	return map[string]string{File: definition, Reference: reference(spec), Help: help(spec)}, err
}

// withSchema is the function's definition, up to the spec of the configuration as it
// is, with the schema of that.
func withSchema(definition string, spec *Schema) (string, error) {
	const begin = "\n          spec:\n"
	head, _, found := strings.Cut(definition, begin)
	if !found {
		return "", fmt.Errorf("%s: has no schema of the spec", File)
	}
	var schema bytes.Buffer
	encoder := yaml.NewEncoder(&schema)
	encoder.SetIndent(2)
	if err := encoder.Encode(spec); err != nil {
		return "", err
	}
	lines := strings.TrimSuffix(schema.String(), "\n")
	return head + begin + "            " + strings.ReplaceAll(lines, "\n", "\n            ") + "\n", nil
}
