package files

import (
	"bytes"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// notYAML is why a file that is named like YAML is merged as text.
type notYAML struct {
	// of is the first version of it that is not YAML, problem why it is not.
	of      *documents
	problem error
	// template: it is not meant to be YAML.
	template bool
}

func (e *notYAML) Error() string { return e.of.file.Name + ": " + e.problem.Error() }

func (e *notYAML) Unwrap() error { return e.problem }

// String tells what the file is.
func (e *notYAML) String() string {
	if e.template {
		return "a Helm or Go template"
	}
	return fmt.Sprintf("not YAML in %s (%v)", e.of.version.role, e.problem)
}

// isTemplate reports whether a file that is not YAML is not meant to be: templates of
// Helm and Jinja are YAML only once they are rendered.
func isTemplate(data []byte) bool {
	return bytes.Contains(data, []byte("{{")) || bytes.Contains(data, []byte("{%"))
}

// placeholder finds a {{ x }}, which YAML reads as a map with a map as its key; nil if
// there is none. Merged as a map, it would lose its meaning.
func placeholder(n *yaml.Node) *yaml.Node {
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && c.Kind == yaml.MappingNode {
			return c
		}
		if at := placeholder(c); at != nil {
			return at
		}
	}
	return nil
}
