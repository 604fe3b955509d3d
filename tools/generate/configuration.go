package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"

	"go.yaml.in/yaml/v3"
)

// The files that are made, by their names in the repository.
const (
	// definitionFile defines the function for registries. Only its schema is made.
	definitionFile = "krm-function.yaml"
	referenceFile  = "docs/configuration.md"
	helpFile       = "internal/cli/configuration_gen.go"
)

// configurationFiles are the files that describe the configuration, by their names.
func configurationFiles(repository fs.FS) (map[string]string, error) {
	spec, err := specSchema(repository)
	if err != nil {
		return nil, err
	}
	file, err := fs.ReadFile(repository, definitionFile)
	if err != nil {
		return nil, err
	}
	page, err := fs.ReadFile(repository, referenceFile)
	if err != nil {
		return nil, err
	}
	definition, err := withSchema(string(file), spec)
	return map[string]string{definitionFile: definition, referenceFile: reference(string(page), spec), helpFile: help(spec)}, err
}

// withSchema is the function's definition, up to the spec of the configuration as it
// is, with the schema of that.
func withSchema(definition string, spec *schema) (string, error) {
	const begin = "\n          spec:\n"
	head, _, found := strings.Cut(definition, begin)
	if !found {
		return "", fmt.Errorf("%s: has no schema of the spec", definitionFile)
	}
	var text bytes.Buffer
	encoder := yaml.NewEncoder(&text)
	encoder.SetIndent(2)
	if err := encoder.Encode(spec); err != nil {
		return "", err
	}
	lines := strings.TrimSuffix(text.String(), "\n")
	return head + begin + "            " + strings.ReplaceAll(lines, "\n", "\n            ") + "\n", nil
}
