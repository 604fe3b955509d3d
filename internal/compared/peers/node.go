package peers

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
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

func text(value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value}
}

func boolean() *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"} }

// mapping is a map of names and values in turns.
func mapping(pairs ...any) *yaml.Node {
	m := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	for i := 0; i+1 < len(pairs); i += 2 {
		m.Content = append(m.Content, text(pairs[i].(string)), pairs[i+1].(*yaml.Node))
	}
	return m
}

func sequence(elements ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: elements}
}

// set puts a field into a map that does not have it.
func set(m *yaml.Node, name string, value *yaml.Node) {
	m.Content = append(m.Content, text(name), value)
}

// field is the value of a field of a map, nil if there is none.
func field(m *yaml.Node, name string) *yaml.Node {
	if m == nil || m.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == name {
			return m.Content[i+1]
		}
	}
	return nil
}

// textAt is the text of a field, "" if there is none.
func textAt(m *yaml.Node, name string) string {
	if n := field(m, name); n != nil {
		return n.Value
	}
	return ""
}

// elementsAt are the elements of a list in a field.
func elementsAt(m *yaml.Node, name string) []*yaml.Node {
	if n := field(m, name); n != nil {
		return n.Content
	}
	return nil
}

func sortValues(l []any) {
	slices.SortFunc(l, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
}
