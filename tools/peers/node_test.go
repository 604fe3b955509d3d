package peers

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/krm-merge/krm-merge/internal/node"
)

// parse is the root value of a text, nil if it has none.
func parse(source string) (*yaml.Node, error) {
	doc := &yaml.Node{}
	if err := yaml.Unmarshal([]byte(source), doc); err != nil {
		return nil, err
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	return doc.Content[0], nil
}

func boolean() *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"} }

func sequence(elements ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: elements}
}

// set puts a field into a map that does not have it.
func set(m *yaml.Node, name string, value any) {
	m.Content = append(m.Content, node.Map(name, value).Content...)
}

// elementsAt are the elements of a list in a field.
func elementsAt(m *yaml.Node, name string) []*yaml.Node {
	if n := node.Field(m, name); n != nil {
		return n.Content
	}
	return nil
}

func sortValues(l []any) {
	slices.SortFunc(l, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
}
