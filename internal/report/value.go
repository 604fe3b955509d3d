package report

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// Counted is a number with its noun.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// at is a file and a line in it, as far as they are known.
func at(file string, line int) string {
	switch {
	case line <= 0:
		return file
	case file == "":
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// field gives the value of a map's own field, nil if there is none.
func field(n *yaml.Node, name string) *yaml.Node {
	if n = resolved(n); n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Kind == yaml.ScalarNode && n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	return nil
}

// scalar is the text of a scalar, "" for anything else.
func scalar(n *yaml.Node) string {
	if n = resolved(n); n == nil || n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return ""
	}
	return n.Value
}

// resolved looks through an alias.
func resolved(n *yaml.Node) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}
